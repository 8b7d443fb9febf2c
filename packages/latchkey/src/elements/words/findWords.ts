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

/** Every language of the host's buttons but English, by the first part of its tag. Together they are smaller than one more request. */
const LANGUAGES: Readonly<Record<string, PlainWords & RichWords>> = {
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
}

/** The buttons' words for a language tag; undefined where only English serves. */
export function findWords(locale: string): (PlainWords & RichWords) | undefined {
  const language = locale.toLowerCase().split(/[-_]/)[0] ?? ''
  return Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined
}
