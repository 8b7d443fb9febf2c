import type { Namespace } from '../core/types/network.ts'

/** Whose connection is asked. */
export type NamespaceOption = { readonly namespace?: Namespace | undefined }

/** The namespace of the settings, which a page without types may have written as anything. */
export function toNamespace<Fallback extends Namespace | undefined = undefined>(
  settings: NamespaceOption | undefined,
  fallback?: Fallback,
): Namespace | Fallback {
  // Null has no members to read.
  return settings?.namespace ?? (fallback as Fallback)
}
