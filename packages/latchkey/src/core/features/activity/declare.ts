import type { Activity } from './state.ts'

export type {} from '../../types/events.ts'
export type {} from '../../types/views.ts'

declare module '../../types/views.ts' {
  interface ViewData {
    /** One transaction of the account. */
    TransactionDetails: { readonly activity: Activity }
  }
}

declare module '../../types/events.ts' {
  interface EventProperties {
    /** The visitor went to the account's transactions. */
    CLICK_TRANSACTIONS: Record<never, never>
    /** An older page was asked for. */
    LOAD_MORE_TRANSACTIONS: Record<never, never>
    /** `message` is a code. */
    ERROR_FETCH_TRANSACTIONS: { readonly message: string }
  }
}
