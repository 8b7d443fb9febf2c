export type {} from '../../types/views.ts'

declare module '../../types/views.ts' {
  interface ViewData {
    /** Ways to have more: buying, or being paid. */
    FundWallet: Record<never, never>
    /** What to buy, for how much, and where. */
    OnRampProviders: Record<never, never>
    OnRampTokenSelect: Record<never, never>
    OnRampFiatSelect: Record<never, never>
    /** A purchase that is paid in another window; `isOver` once nobody waits for it there any more. */
    BuyInProgress: { readonly isOver?: true | undefined }
    /** Purchases made in this browser. */
    OnRampActivity: Record<never, never>
    WhatIsABuy: Record<never, never>
  }
}
