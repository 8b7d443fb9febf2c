/** The languages of the frame, as BCP 47 names them. */
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

const isLanguage = (name: string): name is Language => (LANGUAGES as readonly string[]).includes(name)

/** The first of the reader's languages that the frame has, English otherwise. Written Chinese goes by its script. */
export const chooseLanguage = (wanted: readonly string[]): Language => {
  for (const tag of wanted) {
    const { language, script } = new Intl.Locale(tag).maximize()
    const own = language === 'zh' && script === 'Hant' ? 'zh-TW' : language
    if (isLanguage(own)) return own
  }
  return 'en'
}

export const isRightToLeft = (language: Language): boolean => language === 'ar'
