/** The languages of what the embedded wallet says, in its frame and by its servers, as BCP 47 names them. */
export const LANGUAGES = [
  'en',
  'ar',
  'de',
  'es',
  'fr',
  'hi',
  'id',
  'it',
  'ja',
  'ko',
  'pt',
  'ru',
  'tr',
  'zh',
  'zh-TW',
] as const

export type Language = (typeof LANGUAGES)[number]

/** The first of the reader's languages that we have, English otherwise. Written Chinese goes by its script; what is no tag is passed over. */
export const chooseLanguage = (wanted: readonly string[]): Language => {
  for (const tag of wanted) {
    const found = findLanguage(tag)
    if (found !== undefined) return found
  }
  return 'en'
}

export const isRightToLeft = (language: Language): boolean => language === 'ar'

const findLanguage = (tag: string): Language | undefined => {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    const own = language === 'zh' && script === 'Hant' ? 'zh-TW' : language
    return LANGUAGES.find((each) => each === own)
  } catch {
    return undefined
  }
}
