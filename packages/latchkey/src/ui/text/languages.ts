/** Languages with a catalogue of their own besides English, as BCP 47 names them. Each has a file here and one of the buttons' words. */
export const LANGUAGES = [
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

/** A language with a catalogue of its own. */
export type Language = (typeof LANGUAGES)[number]
