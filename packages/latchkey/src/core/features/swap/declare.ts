import type { NetworkId } from '../../types/network.ts'

export type {} from '../../types/events.ts'

/** Where something was swapped; never what, how much or by whom. */
type SwapProperties = { readonly network: NetworkId; readonly isSmartAccount: boolean }

/** What a site fills in of a swap before it is looked at. A token by its symbol, its contract or its CAIP-10 id; the coin also as `native`. */
export type SwapWishes = {
  readonly fromToken?: string | undefined
  readonly toToken?: string | undefined
  /** Of `fromToken`, a decimal. */
  readonly amount?: string | undefined
}

declare module '../../types/events.ts' {
  interface EventProperties {
    OPEN_SWAP: SwapProperties
    INITIATE_SWAP: SwapProperties
    SWAP_SUCCESS: SwapProperties
    /** `message` is a code. */
    SWAP_ERROR: SwapProperties & { readonly message: string }
    SWAP_APPROVAL_ERROR: SwapProperties & { readonly message: string }
  }
}
