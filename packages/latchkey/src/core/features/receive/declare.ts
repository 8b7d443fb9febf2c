import type { Namespace } from '../../types/network.ts'

export type {} from '../../types/views.ts'

declare module '../../types/views.ts' {
  interface ViewData {
    /** The account's address, to be paid to. */
    WalletReceive: Record<never, never>
    /** Networks that the address may be paid on. */
    WalletCompatibleNetworks: { readonly namespace?: Namespace | undefined }
  }
}
