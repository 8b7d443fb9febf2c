import type { Hex } from '../guard/readAbi.ts'

/** A swap of one token for another on a router. Addresses in lower case, amounts in base units. */
export type SwapCall = {
  /** The wrapped coin where the coin is paid; of an aggregator `0xeeee…`. */
  readonly tokenIn: Hex
  /** The wrapped coin where the coin is received; of an aggregator `0xeeee…`. */
  readonly tokenOut: Hex
  readonly amountIn: bigint
  /** Least that the recipient receives, after the fee. */
  readonly minimumOut: bigint
  readonly recipient: Hex
  /** Seconds since 1970 after which the router refuses; undefined for an aggregator, whose routers have none. */
  readonly deadline: bigint | undefined
  readonly isCoinOut: boolean
  /** What an operator takes of the result, in hundredths of a percent. */
  readonly fee: { readonly bips: bigint; readonly recipient: Hex } | undefined
  /** An allowance that comes along as a signature (ERC-2612), for the router itself. */
  readonly permit: { readonly token: Hex; readonly amount: bigint } | undefined
  /** Whether the swap is one of v2's Router02, where only it says that the coin is paid. */
  readonly paysCoin: boolean | undefined
}
