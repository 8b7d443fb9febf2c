import type { Instance } from '../core/types/latchkey.ts'
import { readTexts } from './readTexts.ts'
import type { Catalogue } from './text/catalogue.ts'
import { findLanguage } from './text/findLanguage.ts'
import type { Language } from './text/languages.ts'

/** Where each language is. One that is named in `languages.ts` and missing here does not build. */
const CATALOGUES: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  ar: async () => (await import('./text/ar.ts')).ar,
  de: async () => (await import('./text/de.ts')).de,
  es: async () => (await import('./text/es.ts')).es,
  fr: async () => (await import('./text/fr.ts')).fr,
  hi: async () => (await import('./text/hi.ts')).hi,
  id: async () => (await import('./text/id.ts')).id,
  it: async () => (await import('./text/it.ts')).it,
  ja: async () => (await import('./text/ja.ts')).ja,
  ko: async () => (await import('./text/ko.ts')).ko,
  pt: async () => (await import('./text/pt.ts')).pt,
  ru: async () => (await import('./text/ru.ts')).ru,
  tr: async () => (await import('./text/tr.ts')).tr,
  zh: async () => (await import('./text/zh.ts')).zh,
  'zh-TW': async () => (await import('./text/zh-TW.ts')).zhTW,
}

/**
 * Every word for a canonical language tag, with what the site passed as `texts` over ours, and the language they are in. A
 * language that only the site speaks is English where the site says nothing. Rejects when a file cannot be fetched.
 */
export async function loadWords(
  region: string,
  instance?: Pick<Instance, 'options' | 'services' | 'live'> | undefined,
): Promise<{ readonly words: Catalogue; readonly locale: string }> {
  const language = findLanguage(region, CATALOGUES)
  const ours = language ? await CATALOGUES[language]() : (await import('./text/every.ts')).every
  const own = instance?.options.texts && readTexts(instance, { region, language, ours })
  // A site may count where we do not: a text of its own in plural forms instead of our single one.
  const words = { ...ours, ...own } as Catalogue
  return { words, locale: language ?? (own ? (region.split('-')[0] ?? region) : 'en') }
}
