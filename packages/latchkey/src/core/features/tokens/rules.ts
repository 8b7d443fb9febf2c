import type { NetworkId } from '../../types/network.ts'
import { toQuantity } from '../../values/toQuantity.ts'
import type { SiteToken } from './options.ts'
import type { Amount, Token, TokensState } from './state.ts'

export { toQuantity }

/** Digits of a balance after the point, rounded down, so that nobody reads more than there is. */
export const BALANCE_DIGITS = 3

/** Longest ticker shown. Real ones have up to 11 characters; a sentence in their place is an advertisement. */
export const SYMBOL_LIMIT = 16

/** Most digits after the point that numbers are formatted with. Source: ECMA-402, `maximumFractionDigits` of older engines. */
export const MOST_DIGITS = 20

/** What is shown where a number cannot be read. An unknown amount is never shown as 0. */
export const UNKNOWN_AMOUNT = '—'

const DECIMAL = /^(\d+)(?:\.(\d*))?$/

/** A decimal string in base units; digits beyond `decimals` are dropped. Undefined when it is no plain decimal number. */
export function toUnits(quantity: string, decimals: number): bigint | undefined {
  const match = DECIMAL.exec(quantity)
  if (!match) return undefined
  return BigInt((match[1] ?? '') + (match[2] ?? '').slice(0, decimals).padEnd(decimals, '0'))
}

/**
 * An amount for people, rounded down to three digits at most: `1.8426` is `1.842`, `10000` is `10,000`, and what is left of
 * a coin below the last digit is `< 0.001`, never 0. One form everywhere, on buttons, in the account and in its rows.
 */
export function formatAmount(
  quantity: string,
  options: { locale?: string | undefined; digits?: number | undefined } = {},
): string {
  const digits = options.digits ?? BALANCE_DIGITS
  const units = toUnits(quantity, digits)
  if (units === undefined) return UNKNOWN_AMOUNT
  const isTiny = units === 0n && /[1-9]/.test(quantity)
  const format = new Intl.NumberFormat(options.locale, {
    numberingSystem: 'latn',
    maximumFractionDigits: digits,
  })
  // Engines that read decimal strings keep every digit; older ones read a number, which is enough for 15 of them.
  const shown = format.format(toQuantity(isTiny ? 1n : units, digits) as Intl.StringNumericLiteral)
  return isTiny ? `< ${shown}` : shown
}

/** A price or worth for people, rounded down to the currency's own digits; undefined when it is not known. */
export function formatFiat(
  value: number | undefined,
  options: { locale?: string | undefined; currency?: string | undefined } = {},
): string | undefined {
  if (value === undefined || !Number.isFinite(value) || value < 0) return undefined
  const style = { style: 'currency', currency: options.currency ?? 'USD', roundingMode: 'trunc' } as const
  const format = new Intl.NumberFormat(options.locale, { ...style, numberingSystem: 'latn' })
  const smallest = 10 ** -(format.resolvedOptions().maximumFractionDigits ?? 2)
  return value > 0 && value < smallest ? `< ${format.format(smallest)}` : format.format(value)
}

/** Worth of everything whose price is known; `isComplete` is false when a token's is not. */
export function getTotal(tokens: readonly Token[]): { readonly value: number; readonly isComplete: boolean } {
  return {
    value: tokens.reduce((sum, token) => sum + (token.value ?? 0), 0),
    isComplete: tokens.every((token) => token.value !== undefined),
  }
}

/** Worth most first, unknown worth last, and among equals the network's own coin before others, then by symbol. */
export function sortTokens(tokens: readonly Token[]): readonly Token[] {
  return [...tokens].sort(
    (a, b) =>
      (b.value ?? -1) - (a.value ?? -1) ||
      Number(a.address !== undefined) - Number(b.address !== undefined) ||
      compareText(a.symbol, b.symbol) ||
      compareText(a.address ?? '', b.address ?? ''),
  )
}

/** Leaves out tokens without decimals, which are collectibles or spam. */
export function filterTokens(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter((token) => token.quantity.decimals !== 0)
}

/**
 * What stands for an account where one amount is shown: the site's token where it has one on that network, and nothing while its
 * amount is not known, since another thing's amount would be taken for it. Elsewhere the coin, from the token list or as the
 * chain itself said.
 */
export function getHead(
  { tokens, native }: Pick<TokensState, 'tokens' | 'native'>,
  networkId: NetworkId,
  own?: SiteToken | undefined,
): Amount | undefined {
  const token = tokens?.find((item) => (own ? isSiteToken(item, own) : !item.address) && item.chainId === networkId)
  if (token && toUnits(token.quantity.numeric, 0) !== undefined) {
    return { numeric: token.quantity.numeric, symbol: token.symbol }
  }
  return native && !own ? { numeric: toQuantity(native.value, native.decimals), symbol: native.symbol } : undefined
}

/** Whether a token is the one that the site named. */
export function isSiteToken({ address }: Pick<Token, 'address'>, own: SiteToken): boolean {
  return address?.toLowerCase().endsWith(`:${own.address.toLowerCase()}`) ?? false
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
