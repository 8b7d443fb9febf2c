import { LANGUAGES, type Language } from './languages.ts'

/**
 * The catalogue that a language tag is answered with: that of its language in its script, which a region may imply, so `zh-HK`
 * and `zh-Hant` read the traditional characters of `zh-TW`. Undefined where only English serves: a language without a catalogue,
 * a language in letters that its readers did not ask for, and what is no tag. Source: UTS 35, likely subtags.
 */
export function findLanguage(tag: string): Language | undefined {
  const wanted = toWritten(tag.replaceAll('_', '-'))
  return wanted === undefined ? undefined : LANGUAGES.find((language) => toWritten(language) === wanted)
}

/** A language with its script: `zh-Hans` for `zh`. Undefined for what is no language tag. */
export function toWritten(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    return undefined
  }
}
