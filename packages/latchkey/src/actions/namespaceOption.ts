import type { Namespace } from '../core/network.ts'

/** Whose connection is asked. */
export type NamespaceOption = { readonly namespace?: Namespace | undefined }
