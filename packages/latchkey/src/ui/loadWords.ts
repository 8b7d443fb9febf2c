import type { Instance } from '../core/types/latchkey.ts'
import { readTexts } from './readTexts.ts'
import type { Catalogue, FirstWords } from './text/catalogue.ts'
import { findLanguage } from './text/findLanguage.ts'
import type { Language } from './text/languages.ts'

/** The two files of a language; the second stands on the first. */
type Files = { readonly first: () => Promise<FirstWords>; readonly whole: () => Promise<Catalogue> }

/** Where each language is. One that is named in `languages.ts` and missing here does not build. */
const CATALOGUES: Readonly<Record<Language, Files>> = {
  ar: {
    first: async () => (await import('./text/first/ar.ts')).first,
    whole: async () => (await import('./text/ar.ts')).ar,
  },
  de: {
    first: async () => (await import('./text/first/de.ts')).first,
    whole: async () => (await import('./text/de.ts')).de,
  },
  es: {
    first: async () => (await import('./text/first/es.ts')).first,
    whole: async () => (await import('./text/es.ts')).es,
  },
  fr: {
    first: async () => (await import('./text/first/fr.ts')).first,
    whole: async () => (await import('./text/fr.ts')).fr,
  },
  hi: {
    first: async () => (await import('./text/first/hi.ts')).first,
    whole: async () => (await import('./text/hi.ts')).hi,
  },
  id: {
    first: async () => (await import('./text/first/id.ts')).first,
    whole: async () => (await import('./text/id.ts')).id,
  },
  it: {
    first: async () => (await import('./text/first/it.ts')).first,
    whole: async () => (await import('./text/it.ts')).it,
  },
  ja: {
    first: async () => (await import('./text/first/ja.ts')).first,
    whole: async () => (await import('./text/ja.ts')).ja,
  },
  ko: {
    first: async () => (await import('./text/first/ko.ts')).first,
    whole: async () => (await import('./text/ko.ts')).ko,
  },
  pt: {
    first: async () => (await import('./text/first/pt.ts')).first,
    whole: async () => (await import('./text/pt.ts')).pt,
  },
  ru: {
    first: async () => (await import('./text/first/ru.ts')).first,
    whole: async () => (await import('./text/ru.ts')).ru,
  },
  tr: {
    first: async () => (await import('./text/first/tr.ts')).first,
    whole: async () => (await import('./text/tr.ts')).tr,
  },
  zh: {
    first: async () => (await import('./text/first/zh.ts')).first,
    whole: async () => (await import('./text/zh.ts')).zh,
  },
  'zh-TW': {
    first: async () => (await import('./text/first/zh-TW.ts')).first,
    whole: async () => (await import('./text/zh-TW.ts')).zhTW,
  },
}

/** The first words for a canonical language tag, undefined where only English serves. Rejects when a file cannot be fetched. */
export async function loadFirstWords(
  region: string,
): Promise<{ readonly words: FirstWords; readonly locale: Language } | undefined> {
  const language = findLanguage(region, CATALOGUES)
  return language && { words: await CATALOGUES[language].first(), locale: language }
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
  const ours = language ? await CATALOGUES[language].whole() : (await import('./text/every.ts')).every
  const own = instance?.options.texts && readTexts(instance, { region, language, ours })
  // A site may count where we do not: a text of its own in plural forms instead of our single one.
  const words = { ...ours, ...own } as Catalogue
  return { words, locale: language ?? (own ? (region.split('-')[0] ?? region) : 'en') }
}
