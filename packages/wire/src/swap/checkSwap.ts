import type { Hex } from '../guard/readAbi.ts'
import type { SwapRouter } from './markets.ts'
import { readSwap } from './readSwap.ts'
import type { SwapCall } from './swapCall.ts'

/** What stands for the network's own coin where a token's address is asked for. Source: the field's convention. */
export const NATIVE_TOKEN: Hex = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Longest time that a swap may wait to be mined, in seconds. Source: the 20 minutes that the field's swap pages use. */
export const LONGEST_DEADLINE_S = 1_200

/** What a visitor saw and agreed to. Addresses in any case, amounts in base units. */
export type SwapTerms = {
  readonly account: string
  /** `NATIVE_TOKEN` for the coin. */
  readonly sell: string
  readonly buy: string
  readonly amount: bigint
  /** Least that comes out, as it was shown. */
  readonly minimumOut: bigint
  /** What an operator takes, in hundredths of a percent, as it was shown. */
  readonly feeBips: number
  /** Routers that may be called or allowed to spend (SEC-97). */
  readonly routers: readonly SwapRouter[]
  /** Seconds since 1970. */
  readonly nowS: number
}

/** A transaction that a gateway built. */
export type SwapTransaction = {
  readonly to: string
  readonly data: string
  /** Of the coin, in wei. */
  readonly value: bigint
}

/** Why a built transaction is not what the visitor saw. */
export type SwapMismatch =
  | 'target'
  | 'form'
  | 'sell'
  | 'buy'
  | 'amount'
  | 'value'
  | 'minimum'
  | 'recipient'
  | 'deadline'
  | 'fee'
  | 'permit'

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/**
 * Compares a swap that a gateway built with what the visitor saw (SEC-97). Undefined where all of it is the same; a gateway that
 * lies can then choose neither target nor spender, tokens, amounts or recipient.
 */
export function checkSwap(transaction: SwapTransaction, terms: SwapTerms): SwapMismatch | undefined {
  const router = terms.routers.find(({ address }) => same(address, transaction.to))
  if (router === undefined) return 'target'
  if (router.kind === 'wrap') return checkWrap(transaction, terms, router.address)
  const swap = readSwap(terms.account, transaction.data, router.kind)
  if (swap === undefined) return 'form'
  const sellsCoin = same(terms.sell, NATIVE_TOKEN)
  const buysCoin = same(terms.buy, NATIVE_TOKEN)
  const coin = router.wrappedNative ?? NATIVE_TOKEN
  if (!same(swap.tokenIn, sellsCoin ? coin : terms.sell)) return 'sell'
  if (!same(swap.tokenOut, buysCoin ? coin : terms.buy) || swap.isCoinOut !== buysCoin) return 'buy'
  if (transaction.value !== (sellsCoin ? terms.amount : 0n)) return 'value'
  if (swap.paysCoin !== undefined && swap.paysCoin !== sellsCoin) return 'sell'
  if (swap.paysCoin !== true && swap.amountIn !== terms.amount) return 'amount'
  if (swap.minimumOut < terms.minimumOut) return 'minimum'
  if (!same(swap.recipient, terms.account)) return 'recipient'
  if (swap.deadline !== undefined) {
    const left = swap.deadline - BigInt(terms.nowS)
    if (left <= 0n || left > BigInt(LONGEST_DEADLINE_S)) return 'deadline'
  }
  if ((swap.fee?.bips ?? 0n) > BigInt(terms.feeBips)) return 'fee'
  return isPermitWrong(swap, terms) ? 'permit' : undefined
}

/**
 * Wrapping and unwrapping are calls of the contract itself, in the caller's own name and one for one. Source: WETH9, `deposit()` and
 * `withdraw(uint256)`.
 */
function checkWrap(transaction: SwapTransaction, terms: SwapTerms, contract: string): SwapMismatch | undefined {
  const { sell, buy, amount } = terms
  const wraps = same(sell, NATIVE_TOKEN)
  if (!wraps && !same(sell, contract)) return 'sell'
  if (!same(buy, wraps ? contract : NATIVE_TOKEN)) return 'buy'
  if (transaction.value !== (wraps ? amount : 0n)) return 'value'
  const data = transaction.data.toLowerCase()
  if (wraps) return data !== '0xd0e30db0' ? 'form' : amount < terms.minimumOut ? 'minimum' : undefined
  const match = /^0x2e1a7d4d([0-9a-f]{64})$/.exec(data)
  if (match === null) return 'form'
  if (BigInt(`0x${match[1]}`) !== amount) return 'amount'
  return amount < terms.minimumOut ? 'minimum' : undefined
}

/** A permit that comes along may let the router take what is sold, and no more. */
function isPermitWrong({ permit }: SwapCall, { sell, amount }: SwapTerms): boolean {
  return permit !== undefined && (!same(permit.token, sell) || permit.amount !== amount)
}

/**
 * Compares an approval that a gateway built with what the visitor saw: the token that is sold, a listed router as spender, and
 * the exact amount; 0 is let through where a token wants its allowance taken back first (SEC-97).
 */
export function checkApproval(
  transaction: SwapTransaction,
  terms: Pick<SwapTerms, 'sell' | 'amount' | 'routers'>,
): 'target' | 'form' | 'spender' | 'amount' | 'value' | undefined {
  if (!same(transaction.to, terms.sell)) return 'target'
  if (transaction.value !== 0n) return 'value'
  const match = /^0x095ea7b30{24}([0-9a-f]{40})([0-9a-f]{64})$/.exec(transaction.data.toLowerCase())
  if (match === null) return 'form'
  if (!terms.routers.some(({ address, kind }) => kind !== 'wrap' && same(address, `0x${match[1]}`))) return 'spender'
  const amount = BigInt(`0x${match[2]}`)
  return amount === terms.amount || amount === 0n ? undefined : 'amount'
}
