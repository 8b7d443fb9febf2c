import type { Instance } from '../core/types/latchkey.ts'
import { firstWords } from './text/firstWords.ts'
import { LANGUAGES } from './text/languages.ts'
import { createTranslate, type Translate, toLocale } from './text.ts'

/**
 * The words for a language tag: the first English ones at once, another language when its file has come, and the site's own
 * `texts` over them when those are checked. Rejects only when something cannot be fetched.
 */
export function loadTranslate(
  tag: string | undefined,
  instance?: Pick<Instance, 'options' | 'services' | 'live'> | undefined,
): Translate | Promise<Translate> {
  const region = toLocale(tag)
  if (instance?.options.texts || LANGUAGES.some((language) => region.split('-')[0] === language)) {
    return import('./loadWords.ts').then(async ({ loadWords }) => {
      const { words, locale } = await loadWords(region, instance)
      return createTranslate(words, locale, region)
    })
  }
  const loadWhole = async (): Promise<Translate> => createTranslate((await import('./text/en.ts')).en, 'en', region)
  return createTranslate(firstWords, 'en', region, loadWhole)
}
