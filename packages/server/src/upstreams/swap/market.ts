import type { Hex } from 'viem'

/** What is swapped: contracts in lower case, the coin as `0xeeee…`; base units. */
export type SwapRequest = { readonly sell: Hex; readonly buy: Hex; readonly amount: bigint }

/** What a swap must keep. */
export type SwapTerms = {
  readonly account: Hex
  /** Least that comes out after the fee. */
  readonly minimumOut: bigint
  /** Seconds since 1970 after which it must not happen. */
  readonly deadlineS: bigint
  /** Value, deadline, v, r and s of an ERC-2612 permit for the router. */
  readonly permit?: Hex | undefined
}

/** A transaction, as a market builds it. */
export type SwapTransaction = { readonly to: Hex; readonly data: Hex; readonly value: bigint }

/** One way to swap on a market. */
export type MarketQuote = {
  /** Who may be allowed to spend, and is called. */
  readonly router: Hex
  /** What comes out after the fee, in base units. */
  readonly amountOut: bigint
  /** Percent by which it is worse than the pools' own price, without their fees; null where that cannot be told. */
  readonly priceImpact: number | null
  /** What the operator takes of the result, in percent. */
  readonly feePercent: number
  /** Tokens on the way, first and last among them. */
  readonly path: readonly Hex[]
  build(terms: SwapTerms): Promise<SwapTransaction>
}

/** A source of swaps on one chain. */
export type Market = {
  readonly kind: string
  /** The contract that may spend, where it is known before a quote is asked for. */
  readonly router: Hex | undefined
  /** Whether an allowance may come along as a signature. */
  readonly takesPermit: boolean
  /** The best way to swap; undefined where the market has none. Throws `RequestError` UPSTREAM_UNAVAILABLE when it cannot be asked. */
  quote(request: SwapRequest, signal: AbortSignal | undefined): Promise<MarketQuote | undefined>
}
