import { chooseLanguage, type Language } from '@latchkey/wire/languages'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { hi } from './hi.ts'
import { id } from './id.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { pt } from './pt.ts'
import { ru } from './ru.ts'
import { tr } from './tr.ts'
import { en, type WordKey, type Words } from './words.ts'
import { zh } from './zh.ts'
import { zhTW } from './zh-TW.ts'

const WORDS: Readonly<Record<Language, Words>> = {
  en,
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

/** Longest header that is read, in characters. */
const HEADER_LENGTH = 500

/** Says something in one language. A value stands as it is, whatever it holds. */
export type Say = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string

export const sayIn =
  (language: Language): Say =>
  (key, values = {}) =>
    WORDS[language][key].replace(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark))

/**
 * Which of our languages a header `Accept-Language` asks for first; English where it asks for none of them. Source: RFC 9110, section
 * 12.5.4.
 */
export function readLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, HEADER_LENGTH)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((each) => /^\s*q=([\d.]+)\s*$/i.exec(each)?.[1]).find((each) => each !== undefined)
      return { tag, weight: Number(weight ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  return chooseLanguage(wanted.map(({ tag }) => tag))
}
