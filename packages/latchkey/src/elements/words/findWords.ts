import { findLanguage } from '../../ui/text/findLanguage.ts'
import type { Language } from '../../ui/text/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import type { PlainWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { hi } from './hi.ts'
import { id } from './id.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { pt } from './pt.ts'
import type { RichWords } from './richEn.ts'
import { ru } from './ru.ts'
import { tr } from './tr.ts'
import { zh } from './zh.ts'
import { zhTW } from './zh-TW.ts'

/** Every language of the host's buttons but English. Together they are smaller than one more request. */
const WORDS: Readonly<Record<Language, PlainWords & RichWords>> = {
  ar,
  de,
  es,
  fr,
  hi,
  id,
  it,
  ja,
  ko,
  pt,
  ru,
  tr,
  zh,
  'zh-TW': zhTW,
}

/** The buttons' words for a language tag; undefined where only English serves. */
export function findWords(locale: string): (PlainWords & RichWords) | undefined {
  const language = findLanguage(locale, WORDS)
  return language && WORDS[language]
}
