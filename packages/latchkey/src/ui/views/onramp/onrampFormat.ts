import { formatAmount, formatFiat } from '../../../core/features/tokens/rules.ts'
import type { Translate } from '../../text.ts'

/** Digits of what is bought. */
const DIGITS = 6

/** A sum of money: `$100.00`. */
export function sayMoney(t: Translate, amount: string, currency: string): string {
  return formatFiat(Number(amount), { locale: t.region, currency }) ?? `${amount} ${currency}`
}

/** What is bought, rounded down: `0.0371 ETH`. */
export function sayBought(t: Translate, amount: string, symbol: string): string {
  return `${formatAmount(amount, { locale: t.region, digits: DIGITS })} ${symbol}`
}

/** A currency in words: "US dollar"; its code where the browser knows none. */
export function nameCurrency(t: Translate, currency: string): string {
  return new Intl.DisplayNames([t.locale], { type: 'currency', fallback: 'code' }).of(currency) ?? currency
}

/** A whole sum of money: `$100`. */
export function sayRound(t: Translate, amount: string, currency: string): string {
  const style = { style: 'currency', currency, maximumFractionDigits: 0, numberingSystem: 'latn' } as const
  return new Intl.NumberFormat(t.region, style).format(Number(amount))
}

/** The sign of a currency, for where there is no picture of it: `$`; its code where it has none. */
export function sayCurrencySign(t: Translate, currency: string): string {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const parts = new Intl.NumberFormat(t.region, style).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}
