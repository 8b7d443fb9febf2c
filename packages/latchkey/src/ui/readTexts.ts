import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import type { Instance } from '../core/types/latchkey.ts'
import type { Catalogue, Plural, TextKey } from './text/catalogue.ts'
import { toWritten } from './text/findLanguage.ts'
import type { Language } from './text/languages.ts'

/** Plural categories. Source: Unicode CLDR, and `Intl.LDMLPluralRule`. */
const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other']

type Words = Partial<Record<TextKey, string | Plural>>

/**
 * What the site passed as `texts` for the language of a page, the narrow tag over the wide one: `pt-PT` over `pt`. Undefined
 * where it has nothing for any. Only keys of `ours` with sound words are taken; with `debug` the developer is told of all
 * others, once a page.
 */
export function readTexts(
  instance: Pick<Instance, 'options' | 'services' | 'live'>,
  page: {
    /** Canonical tag of the page. */
    readonly region: string
    /** The language of ours that it is answered in, if any. */
    readonly language: Language | undefined
    readonly ours: Catalogue
  },
): Words | undefined {
  const { options, services, live } = instance
  const mistakes: LatchkeyError[] = []
  const tags = listTags(page.region, page.language)
  const found = Object.entries(Object(options.texts) as object)
    .map(([tag, given]) => ({
      place: tags.indexOf(toTag(tag, mistakes) ?? ''),
      words: pickWords(given, page.ours, `texts.${tag}`, mistakes),
    }))
    .filter(({ place }) => place >= 0)
    .sort((one, other) => one.place - other.place)
  if (options.debug && !live.said.has('TEXTS')) {
    live.said.add('TEXTS')
    for (const { shortMessage, code, docsPath } of mistakes)
      services.logger.error(shortMessage, { code, docs: docsPath })
  }
  if (found.length === 0) return undefined
  return Object.assign({}, ...found.map(({ words }) => words))
}

/**
 * Every tag that speaks for a canonical one, the widest first. A language in other letters than its usual ones is not spoken for
 * by its bare name: what a site says for `zh` is simplified, and stays out of a page in `zh-HK`. Source: CLDR, parent locales.
 */
function listTags(region: string, ours: Language | undefined): readonly string[] {
  const { language, script, region: country } = new Intl.Locale(region)
  const written = toWritten(region)
  const wide = toWritten(language) === written ? language : undefined
  const parts = region.split('-').map((_, index, all) => all.slice(0, index + 1).join('-'))
  const tags = [wide, ours, written, country && `${language}-${country}`, ...parts.slice(1)]
  const narrow = country && script === undefined ? `${written}-${country}` : undefined
  return [...new Set([...tags, narrow])].filter((tag) => tag !== undefined)
}

function toTag(tag: string, mistakes: LatchkeyError[]): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    mistakes.push(
      new LatchkeyError('OPTION_INVALID', `texts.${tag}: ${tag} is not a language tag.`, {
        facts: { option: 'texts' },
      }),
    )
    return undefined
  }
}

/** The words of one language that can be used; the others are named in `mistakes`. */
function pickWords(given: unknown, ours: Catalogue, path: string, mistakes: LatchkeyError[]): Words {
  const words: Words = {}
  for (const [key, value] of Object.entries(Object(given) as object)) {
    if (value === undefined) continue
    const facts = { option: 'texts', path: `${path}.${key}` }
    if (!isKey(key, ours)) {
      mistakes.push(new LatchkeyError('OPTION_UNKNOWN', `There is no text ${key}, which ${path} names.`, { facts }))
    } else if (!isEntry(value)) {
      const text = `${path}.${key} must be a text, or texts by plural form with one for other.`
      mistakes.push(new LatchkeyError('OPTION_INVALID', text, { facts }))
    } else {
      words[key] = value
      const blanks = listBlanks(ours[key])
      const stray = listBlanks(value).find((name) => !blanks.includes(name))
      if (stray !== undefined) {
        const text = `${path}.${key} has a blank {${stray}} that nothing fills.`
        mistakes.push(new LatchkeyError('OPTION_INVALID', text, { facts }))
      }
    }
  }
  return words
}

function isKey(key: string, ours: Catalogue): key is TextKey {
  return Object.hasOwn(ours, key)
}

function isEntry(value: unknown): value is string | Plural {
  if (typeof value === 'string') return true
  if (typeof value !== 'object' || value === null) return false
  const forms = Object.entries(value)
  return (
    Object.hasOwn(value, 'other') && forms.every(([form, text]) => FORMS.includes(form) && typeof text === 'string')
  )
}

function listBlanks(entry: string | Plural): string[] {
  const texts = typeof entry === 'string' ? [entry] : Object.values(entry)
  return texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))
}
