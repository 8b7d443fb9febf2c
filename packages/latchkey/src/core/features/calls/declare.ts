export type {} from '../../types/views.ts'

declare module '../../types/views.ts' {
  interface ViewData {
    /** Calls of the site's that a wallet is asked for one by one, and how far they are. */
    CallsProgress: Record<never, never>
    /** A batch of the site's whose account lacks coin, before the wallet is asked. */
    CallsFunds: Record<never, never>
  }
}
