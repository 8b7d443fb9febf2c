import type { Translate } from '../../text.ts'

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
]

/**
 * How long ago something was, in the largest whole unit: "5 minutes ago". A time is made of words, so it is in their language
 * even where numbers follow a region of another: a page in Swedish is English all through.
 */
export function formatAgo(agoMs: number, { locale, region }: Pick<Translate, 'locale' | 'region'>): string {
  const isSame = new Intl.Locale(region).language === new Intl.Locale(locale).language
  const [unit, length] = STEPS.find(([, ms]) => agoMs >= ms) ?? (['second', 1_000] as const)
  const tag = new Intl.Locale(isSame ? region : locale, { numberingSystem: 'latn' })
  return new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(-Math.floor(Math.max(0, agoMs) / length), unit)
}
