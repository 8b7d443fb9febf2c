export type {} from '../../types/events.ts'

declare module '../../types/events.ts' {
  interface EventProperties {
    SELECT_BUY_CRYPTO: Record<never, never>
    /** `provider` is its name in the gateway's configuration. */
    SELECT_BUY_PROVIDER: { readonly provider: string }
    SELECT_WHAT_IS_A_BUY: Record<never, never>
  }
}
