import { normaliseText } from '../../../packages/latchkey/src/core/values/normaliseText.ts'
import { toQuantity } from '../../../packages/latchkey/src/core/values/toQuantity.ts'
import type { NetworkWords } from './networks.ts'

/** The site that asks, as people know sites: the scheme is said where it is not the usual one. */
export function toSite(origin: string): string {
  return origin.replace(/^https:\/\//u, '')
}

/** Text that is not ours, on its own in any direction, so that it moves nothing around it. */
export function isolate(text: string): string {
  return `\u2068${normaliseText(text)}\u2069`
}

/** An amount of the network's coin. */
export function toCoin(amount: bigint, { symbol, decimals }: NetworkWords['coin']): string {
  return `${toQuantity(amount, decimals)} ${symbol}`.trim()
}

/** An address cut short: six characters at each end, besides `0x` (SEC-45). */
export function toShortAddress(address: string): string {
  const start = address.startsWith('0x') ? 8 : 6
  return address.length <= start + 7 ? address : `${address.slice(0, start)}…${address.slice(-6)}`
}

/** Units of time, the longest first (s). */
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** A length of time in the longest unit that it is whole in. */
export function writePeriod(seconds: number, locale: string): string {
  const [unit, length] = UNITS.find(([, each]) => seconds % each === 0) ?? ['second', 1]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length)
}
