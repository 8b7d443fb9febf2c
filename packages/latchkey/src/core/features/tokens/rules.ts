import type { Network } from '../../network.ts'
import type { NativeBalance, Token, TokensState } from './state.ts'

/** Digits of a balance after the point, rounded down. Source: product, business constants. */
export const BALANCE_DIGITS = 3

/** What is shown where a number cannot be read. An unknown amount is never shown as 0. */
export const UNKNOWN_AMOUNT = '—'

const DECIMAL = /^(\d+)(?:\.(\d*))?$/

/** Base units as a decimal string without trailing zeros: `1500000n` of 6 decimals is `1.5`. */
export function toQuantity(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = digits.slice(point).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, point) : `${digits.slice(0, point)}.${fraction}`
}

/** A decimal string in base units; digits beyond `decimals` are dropped. Undefined when it is no plain decimal number. */
export function toUnits(quantity: string, decimals: number): bigint | undefined {
  const match = DECIMAL.exec(quantity)
  if (!match) return undefined
  return BigInt((match[1] ?? '') + (match[2] ?? '').slice(0, decimals).padEnd(decimals, '0'))
}

/**
 * An amount for people, rounded down: `1.8426` is `1.842`, and what is left of a coin below the last digit is
 * `< 0.001`, never 0. `padded` keeps all digits, so that a figure that changes does not jump.
 */
export function formatAmount(
  quantity: string,
  options: { locale?: string | undefined; digits?: number | undefined; padded?: boolean | undefined } = {},
): string {
  const digits = options.digits ?? BALANCE_DIGITS
  const units = toUnits(quantity, digits)
  if (units === undefined) return UNKNOWN_AMOUNT
  const isTiny = units === 0n && /[1-9]/.test(quantity)
  const format = new Intl.NumberFormat(options.locale, {
    minimumFractionDigits: isTiny || options.padded !== false ? digits : 0,
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
  const format = new Intl.NumberFormat(options.locale, style)
  const smallest = 10 ** -(format.resolvedOptions().maximumFractionDigits ?? 2)
  return value > 0 && value < smallest ? `< ${format.format(smallest)}` : format.format(value)
}

/** Worth of everything whose price is known; `isComplete` is false when a token's is not. Source: services, 7.4. */
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

/** Leaves out tokens without decimals, which are collectibles or spam. Source: product, validation rules. */
export function filterTokens(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter((token) => token.quantity.decimals !== 0)
}

/** The network's own coin: from the token list where it has it, else as the chain itself said. */
export function getNativeBalance(
  state: Pick<TokensState, 'tokens' | 'native'>,
  network: Pick<Network, 'caipNetworkId'>,
): NativeBalance | undefined {
  const token = state.tokens?.find((item) => item.address === undefined && item.chainId === network.caipNetworkId)
  const value = token && toUnits(token.quantity.numeric, token.quantity.decimals)
  if (token && value !== undefined) return { value, decimals: token.quantity.decimals, symbol: token.symbol }
  return state.native
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
