import type { Language } from '@latchkey/wire/languages'
import { en, type Texts } from './texts/en.ts'

/** Where each language is: a file of its own, so that a reader loads one. */
const FILES: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => en,
  ar: async () => (await import('./texts/ar.ts')).ar,
  de: async () => (await import('./texts/de.ts')).de,
  es: async () => (await import('./texts/es.ts')).es,
  fr: async () => (await import('./texts/fr.ts')).fr,
  hi: async () => (await import('./texts/hi.ts')).hi,
  id: async () => (await import('./texts/id.ts')).id,
  it: async () => (await import('./texts/it.ts')).it,
  ja: async () => (await import('./texts/ja.ts')).ja,
  ko: async () => (await import('./texts/ko.ts')).ko,
  pt: async () => (await import('./texts/pt.ts')).pt,
  ru: async () => (await import('./texts/ru.ts')).ru,
  tr: async () => (await import('./texts/tr.ts')).tr,
  zh: async () => (await import('./texts/zh.ts')).zh,
  'zh-TW': async () => (await import('./texts/zh-TW.ts')).zhTW,
}

const loaded = new Map<Language, Texts>([['en', en]])

/** Loads a language, once; English where its file cannot be fetched. */
export const loadTexts = async (language: Language): Promise<Texts> => {
  const held = loaded.get(language)
  if (held) return held
  try {
    const texts = await FILES[language]()
    loaded.set(language, texts)
    return texts
  } catch {
    // Tried again with the next screen.
    return en
  }
}

/** A language that was loaded; undefined: not yet. */
export const findTexts = (language: Language): Texts | undefined => loaded.get(language)
