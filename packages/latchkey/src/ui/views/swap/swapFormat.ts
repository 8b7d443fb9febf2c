import { formatAmount, formatFiat, toQuantity } from '../../../core/features/tokens/rules.ts'
import type { Translate } from '../../text.ts'
import { CURRENCY } from '../account/Worth.tsx'

/** Digits of an amount of a swap: the same in the form and in its review. */
const DIGITS = 6

type Unit = { readonly symbol: string; readonly decimals: number }

/** An amount without its symbol, rounded down: `1,234.56`. */
export function sayAmount(t: Translate, units: bigint, { decimals }: Unit): string {
  return formatAmount(toQuantity(units, decimals), { locale: t.region, digits: DIGITS })
}

/** An amount with its symbol, rounded down: `1,234.56 USDC`. */
export function sayTokens(t: Translate, units: bigint, unit: Unit): string {
  return `${sayAmount(t, units, unit)} ${unit.symbol}`
}

/** An amount whole to the last digit, as it is signed: `1234.5600000001 USDC`. */
export function sayExactly(units: bigint, { symbol, decimals }: Unit): string {
  return `${toQuantity(units, decimals)} ${symbol}`
}

/** What an amount is worth; undefined where no price is known. */
export function sayWorth(
  t: Translate,
  units: bigint | undefined,
  { decimals, price }: { readonly decimals: number; readonly price: number | undefined },
): string | undefined {
  if (units === undefined || price === undefined) return undefined
  return formatFiat(Number(toQuantity(units, decimals)) * price, { locale: t.region, currency: CURRENCY })
}

/** A percentage with at most two digits after the point, rounded up: nobody is told a smaller loss. */
export function sayPercent(t: Translate, percent: number): string {
  const style = { style: 'percent', maximumFractionDigits: 2, numberingSystem: 'latn' } as const
  return new Intl.NumberFormat(t.region, style).format(Math.max(0, Math.ceil(percent * 100 - 1e-9)) / 10_000)
}

/** How many of one token a whole one of the other gives: `1 ETH = 2,637.36 USDC`. */
export function sayRate(
  t: Translate,
  paid: Unit & { readonly units: bigint },
  got: Unit & { readonly units: bigint },
): string {
  const one = (got.units * 10n ** BigInt(paid.decimals)) / (paid.units === 0n ? 1n : paid.units)
  return `1 ${paid.symbol} = ${sayTokens(t, one, got)}`
}
