/** The words of an approval, in the language that the page asked for. */
import { useEffect, useState } from 'react'
import type { Catalogue } from '../../../packages/latchkey/src/ui/text/catalogue.ts'
import { findingWords } from '../../../packages/latchkey/src/ui/text/rooms/findingWords.ts'
import { guardWords } from '../../../packages/latchkey/src/ui/text/rooms/guardWords.ts'
import { createTranslate, type Translate } from '../../../packages/latchkey/src/ui/text.ts'
import { type ApproveWords, en } from './words/words.ts'

/** What is said: by the modal's own words, and by those of approvals. */
export type Speech = { readonly t: Translate; readonly words: ApproveWords }

type Loaded = readonly [Partial<Catalogue>, ApproveWords]

const SHARED: Partial<Catalogue> = { ...findingWords, ...guardWords }
const ENGLISH: Speech = { t: createTranslate(SHARED, 'en'), words: en }

/** Where each language is. */
const LANGUAGES: Readonly<Record<string, () => Promise<Loaded>>> = {
  ar: async () => [
    (await import('../../../packages/latchkey/src/ui/text/ar.ts')).ar,
    (await import('./words/ar.ts')).ar,
  ],
  de: async () => [
    (await import('../../../packages/latchkey/src/ui/text/de.ts')).de,
    (await import('./words/de.ts')).de,
  ],
  es: async () => [
    (await import('../../../packages/latchkey/src/ui/text/es.ts')).es,
    (await import('./words/es.ts')).es,
  ],
  fr: async () => [
    (await import('../../../packages/latchkey/src/ui/text/fr.ts')).fr,
    (await import('./words/fr.ts')).fr,
  ],
  hi: async () => [
    (await import('../../../packages/latchkey/src/ui/text/hi.ts')).hi,
    (await import('./words/hi.ts')).hi,
  ],
  id: async () => [
    (await import('../../../packages/latchkey/src/ui/text/id.ts')).id,
    (await import('./words/id.ts')).id,
  ],
  it: async () => [
    (await import('../../../packages/latchkey/src/ui/text/it.ts')).it,
    (await import('./words/it.ts')).it,
  ],
  ja: async () => [
    (await import('../../../packages/latchkey/src/ui/text/ja.ts')).ja,
    (await import('./words/ja.ts')).ja,
  ],
  ko: async () => [
    (await import('../../../packages/latchkey/src/ui/text/ko.ts')).ko,
    (await import('./words/ko.ts')).ko,
  ],
  pt: async () => [
    (await import('../../../packages/latchkey/src/ui/text/pt.ts')).pt,
    (await import('./words/pt.ts')).pt,
  ],
  ru: async () => [
    (await import('../../../packages/latchkey/src/ui/text/ru.ts')).ru,
    (await import('./words/ru.ts')).ru,
  ],
  tr: async () => [
    (await import('../../../packages/latchkey/src/ui/text/tr.ts')).tr,
    (await import('./words/tr.ts')).tr,
  ],
  zh: async () => [
    (await import('../../../packages/latchkey/src/ui/text/zh.ts')).zh,
    (await import('./words/zh.ts')).zh,
  ],
  'zh-TW': async () => [
    (await import('../../../packages/latchkey/src/ui/text/zh-TW.ts')).zhTW,
    (await import('./words/zh-TW.ts')).zhTW,
  ],
}

/** Loads a language; English for one that is not here. Rejects when its file cannot be fetched. */
export async function loadSpeech(language: string): Promise<Speech> {
  const load = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined
  if (!load) return ENGLISH
  const [catalogue, words] = await load()
  return { t: createTranslate(catalogue, language), words }
}

/** The words once they are there; undefined until then. */
export function useSpeech(language: string): Speech | undefined {
  const [speech, setSpeech] = useState<Speech | undefined>(language === 'en' ? ENGLISH : undefined)
  useEffect(() => {
    let isCurrent = true
    // Somebody has to be told what is asked, in English where their language does not come.
    loadSpeech(language)
      .catch(() => ENGLISH)
      .then((loaded) => isCurrent && setSpeech(loaded))
    return () => {
      isCurrent = false
    }
  }, [language])
  return speech
}

/** A sentence with its placeholders filled in. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/gu, (_, name: string) => String(values[name] ?? ''))
}
