import { ar } from './ar.ts'
import type { PlainWords } from './en.ts'
import type { RichWords } from './richEn.ts'

/** Every language of the host's buttons but English, by the first part of its tag. Together they are smaller than one more request. */
const LANGUAGES: Readonly<Record<string, PlainWords & RichWords>> = { ar }

/** The buttons' words for a language tag; undefined where only English serves. */
export function findWords(locale: string): (PlainWords & RichWords) | undefined {
  const language = locale.toLowerCase().split(/[-_]/)[0] ?? ''
  return Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined
}
