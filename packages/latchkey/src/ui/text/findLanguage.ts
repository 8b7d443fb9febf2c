/**
 * Which of our languages, the keys of `ours`, a tag is answered in: its own in its script, which a region may imply, so `zh-HK`
 * and `zh-Hant` are answered in `zh-TW`. Undefined where only English serves: a language that we have not, letters that we have
 * not, and what is no tag. Source: UTS 35, likely subtags.
 */
export function findLanguage<Language extends string>(
  tag: string,
  ours: Readonly<Record<Language, unknown>>,
): Language | undefined {
  const wanted = toWritten(tag.replaceAll('_', '-'))
  if (wanted === undefined) return undefined
  return (Object.keys(ours) as Language[]).find((language) => toWritten(language) === wanted)
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
