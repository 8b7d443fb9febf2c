import type { Instance } from '../core/types/latchkey.ts'
import { firstWords } from './text/firstWords.ts'
import { LANGUAGES } from './text/languages.ts'
import { createTranslate, type Translate, toLocale } from './text.ts'

/**
 * The words for a language tag: the first English ones at once, the first of another language when their file has come, and where
 * the site has `texts` every word with those over ours, checked. Rejects only when something cannot be fetched.
 */
export function loadTranslate(
  tag: string | undefined,
  instance?: Pick<Instance, 'options' | 'services' | 'live'> | undefined,
): Translate | Promise<Translate> {
  const region = toLocale(tag)
  const hasTexts = Boolean(instance?.options.texts)
  if (hasTexts || LANGUAGES.some((language) => region.split('-')[0] === language)) {
    return import('./loadWords.ts').then(async ({ loadFirstWords, loadWords }) => {
      const loadEvery = async (): Promise<Translate> => {
        const { words, locale } = await loadWords(region, instance)
        return createTranslate(words, locale, region)
      }
      const first = hasTexts ? undefined : await loadFirstWords(region)
      return first ? createTranslate(first.words, first.locale, region, loadEvery) : loadEvery()
    })
  }
  const loadWhole = async (): Promise<Translate> => createTranslate((await import('./text/en.ts')).en, 'en', region)
  return createTranslate(firstWords, 'en', region, loadWhole)
}
