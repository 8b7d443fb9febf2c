/** What is missing of a swap, and whether its quote still counts. The views and the actions ask the same functions. */
import { NATIVE_TOKEN, SOLANA_COIN } from '@latchkey/wire/swap'
import type { AccountType } from '../../types/adapter.ts'
import { getNamespace, type NetworkId } from '../../types/network.ts'
import { readAmount } from '../../values/readAmount.ts'
import { toUnits } from '../tokens/rules.ts'
import { EMPTY_FORM, type SwapForm, type SwapQuote, type SwapState, type SwapToken } from './state.ts'

/** Gas that a swap is counted with before one is built. As specified for a first look. */
export const SWAP_GAS = 150_000n

/** Age from which on a quote is asked for again, and from which on it counts no more, in ms. As the view is specified. */
export const QUOTE_REFRESH_MS = 10_000
export const QUOTE_LIFE_MS = 30_000

/** What the account has of a token, by its `key`, in base units. */
export type Held = { readonly key: string; readonly address: string | undefined; readonly balance: bigint }

/** What the button says, the first that fits; only `ready` leads on, and `unquoted` asks once more. */
export type SwapStep =
  | 'unquoted'
  | 'selectToken'
  | 'enterAmount'
  | 'incorrectValue'
  | 'insufficientBalance'
  | 'insufficientFee'
  | 'insufficientLiquidity'
  | 'quoting'
  | 'ready'

/** What is filled in for a network. */
export function getSwapForm({ form }: Pick<SwapState, 'form'>, networkId: NetworkId): SwapForm {
  return form.networkId === networkId ? form : { ...EMPTY_FORM, networkId }
}

/** The amount in base units; undefined where none, or no amount, is typed. */
export function readPaid({ from, amount }: SwapForm): bigint | undefined {
  const quantity = from && readAmount(amount, from.decimals)
  return quantity === undefined || !from ? undefined : toUnits(quantity, from.decimals)
}

/** Whether a network is one of Solana: there a swap is several calls, and nothing is allowed before it. */
export function isOnSolana(networkId: NetworkId): boolean {
  return getNamespace(networkId) === 'solana'
}

/** What stands for the coin of a network where a token is asked for. */
export function getCoinAddress(networkId: NetworkId): string {
  return isOnSolana(networkId) ? SOLANA_COIN : NATIVE_TOKEN
}

/** A token as the gateway names it (CAIP-10); the coin by its agreed address. */
export function toAssetId(networkId: NetworkId, { address }: Pick<SwapToken, 'address'>): string {
  return `${networkId}:${address ?? getCoinAddress(networkId)}`
}

/** Whether two ids or addresses of a network are the same: of Solana to the letter, else in any case. */
export function isSameOn(networkId: NetworkId, one: string, other: string): boolean {
  return one === other || (!isOnSolana(networkId) && one.toLowerCase() === other.toLowerCase())
}

/** Whether a quote is of what stands in the form now. */
export function isQuoteOf(quote: SwapQuote | undefined, form: SwapForm): quote is SwapQuote {
  return (
    quote !== undefined &&
    quote.networkId === form.networkId &&
    quote.from.key === form.from?.key &&
    quote.to.key === form.to?.key &&
    quote.paid === readPaid(form)
  )
}

/** Slippage that a visitor may allow at most, in percent, and from which on it is worth a warning. Source: SEC-97. */
export const MOST_SLIPPAGE = 5
export const HIGH_SLIPPAGE = 1

/** Price impact in percent that is worth a warning, and that has to be agreed to. As decided for swaps. */
export const IMPACT_WARNED = 3
export const IMPACT_ASKED = 15

/** The least that comes out of a quote with a slippage in percent, rounded up: nobody gets less than it says. */
export function toLeast(got: bigint, slippage: number): bigint {
  const bips = BigInt(Math.round(slippage * 100))
  return (got * (10_000n - bips) + 9_999n) / 10_000n
}

/** The least that comes out of a quote: all of it where it is exact. */
export function getLeast({ got, isExact }: Pick<SwapQuote, 'got' | 'isExact'>, slippage: number): bigint {
  return isExact ? got : toLeast(got, slippage)
}

/** Lamports that stay when all is paid: fees, and the deposits of two token accounts and of the account itself. Source: Solana, rent. */
const SOLANA_RESERVE = 6_500_000n

/** Lamports of one signature, without which nothing is sent. Source: Solana, `lamports_per_signature`. */
const SOLANA_FEE = 5_000n

/** The most that can be paid: of the coin, what is left beside the fee. Undefined while the fee is not known. */
export function getMostPaid(
  token: SwapToken,
  balance: bigint,
  gasPrice: bigint | undefined,
  networkId?: NetworkId,
): bigint | undefined {
  if (token.address !== undefined) return balance
  const reserve = networkId !== undefined && isOnSolana(networkId) ? SOLANA_RESERVE : gasPrice && SWAP_GAS * gasPrice
  if (reserve === undefined) return undefined
  const rest = balance - reserve
  return rest > 0n ? rest : 0n
}

/** What the form lacks. What cannot be read of a balance stops nobody: the wallet says it then. */
export function getSwapStep(
  state: Pick<SwapState, 'quote' | 'asked'>,
  form: SwapForm,
  parameters: {
    /** What the account has; undefined while that is not known. */
    readonly held: readonly Held[] | undefined
    readonly gasPrice: bigint | undefined
    readonly accountType: AccountType
  },
): SwapStep {
  const { held, gasPrice, accountType } = parameters
  const { from, to } = form
  if (!from || !to) return 'selectToken'
  if (form.amount.trim() === '') return 'enterAmount'
  const units = readPaid(form)
  if (units === undefined) return 'incorrectValue'
  if (held) {
    const balance = held.find(({ key }) => key === from.key)?.balance ?? 0n
    if (units > balance) return 'insufficientBalance'
    const coin = held.find(({ address }) => address === undefined)
    const isSolana = form.networkId !== undefined && isOnSolana(form.networkId)
    const fee = isSolana ? SOLANA_FEE : SWAP_GAS * (gasPrice ?? 0n)
    const left = coin && coin.balance - (from.address === undefined ? units : 0n) - fee
    if (accountType !== 'smartAccount' && left !== undefined && left < 0n) return 'insufficientFee'
  }
  if (isQuoteOf(state.quote, form)) return state.asked.status === 'failed' ? 'unquoted' : 'ready'
  if (state.asked.status !== 'failed') return 'quoting'
  return state.asked.code === 'LIQUIDITY_INSUFFICIENT' ? 'insufficientLiquidity' : 'unquoted'
}
