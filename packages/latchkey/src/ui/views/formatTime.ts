import type { Translate } from '../text.ts'

/**
 * The tag that times are written for: words of a time are in the language of the words even where numbers follow a region of
 * another, and digits are European everywhere.
 */
function toTag({ locale, region }: Pick<Translate, 'locale' | 'region'>): Intl.Locale {
  const isSame = new Intl.Locale(region).language === new Intl.Locale(locale).language
  return new Intl.Locale(isSame ? region : locale, { numberingSystem: 'latn' })
}

/** A day of a month: "3 Nov". */
export function formatDay(
  at: number,
  t: Pick<Translate, 'locale' | 'region'>,
  month: 'short' | 'long' = 'short',
): string {
  return new Intl.DateTimeFormat(toTag(t), { day: 'numeric', month }).format(at)
}

/** A month: "November", with its year where that is another than the one of `now`. */
export function formatMonth(at: number, now: number, t: Pick<Translate, 'locale' | 'region'>): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(toTag(t), { month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) }).format(at)
}

/** Day and time of day in full. */
export function formatMoment(at: number, t: Pick<Translate, 'locale' | 'region'>): string {
  return new Intl.DateTimeFormat(toTag(t), { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}
