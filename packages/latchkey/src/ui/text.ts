import type { en } from './text/en.ts'

/** Words that change with a count, by plural category. The value `count` chooses the form; `other` is always there. */
export type Plural = { readonly [Form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string } & { readonly other: string }

/** A key of the catalogues. */
export type TextKey = keyof typeof en

/** One language: every key of the English catalogue, plural where English is. */
export type Catalogue = { readonly [Key in TextKey]: (typeof en)[Key] extends string ? string : Plural }

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type English<Key extends TextKey> = (typeof en)[Key] extends string
  ? (typeof en)[Key]
  : (typeof en)[Key][keyof (typeof en)[Key]] & string

/** What a text wants filled in, read from its `{placeholders}`. `count` is a number, the rest is text. */
export type TextValues<Key extends TextKey> = {
  readonly [Name in Names<English<Key>>]: Name extends 'count' ? number : string
}

/** The second argument of `t`: absent where the text has no placeholder. */
export type TextArguments<Key extends TextKey> = [Names<English<Key>>] extends [never] ? [] : [values: TextValues<Key>]

/** A piece of a text; `mark` is the name of the tag it stood in, such as `terms` of `<terms>terms</terms>`. */
export type TextPiece = { readonly text: string; readonly mark: string | undefined }

/** A language ready to speak. */
export type Translate = {
  <Key extends TextKey>(key: Key, ...values: TextArguments<Key>): string
  /** The same text in pieces, for sentences with a link inside. Marks come from the catalogue only, never from a value. */
  pieces<Key extends TextKey>(key: Key, ...values: TextArguments<Key>): readonly TextPiece[]
  /** BCP 47 tag of the words, which may be wider than the one asked for. */
  readonly locale: string
  /** BCP 47 tag for numbers and dates: the one asked for. */
  readonly region: string
  readonly direction: 'ltr' | 'rtl'
}

/** Languages written from right to left. Source: Unicode CLDR, character orientation of the locales. */
const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur', 'ps', 'sd', 'ug', 'yi', 'ckb', 'dv']

/** Writing direction of a language tag. */
export function getDirection(locale: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(locale.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr'
}

/** The tag if the browser knows how to read it, else `en`. Host pages carry all sorts of `lang` values. */
export function toLocale(tag: string | undefined): string {
  try {
    return Intl.getCanonicalLocales(tag ?? '')[0] ?? 'en'
  } catch {
    return 'en'
  }
}

function fill(text: string, values: Readonly<Record<string, string | number>>, region: string): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return typeof value === 'number' ? new Intl.NumberFormat(region).format(value) : value
  })
}

/** Makes the speaking function of a catalogue. `region` formats numbers; `locale` chooses plural forms and direction. */
export function createTranslate(catalogue: Catalogue, locale: string, region: string = locale): Translate {
  const rules = new Intl.PluralRules(locale)
  const find = (key: TextKey, values: Readonly<Record<string, string | number>>): string => {
    const entry: string | Plural = catalogue[key]
    if (typeof entry === 'string') return entry
    return entry[rules.select(Number(values.count ?? 0))] ?? entry.other
  }
  const translate = (key: TextKey, values: Readonly<Record<string, string | number>> = {}): string =>
    fill(find(key, values), values, region)
  const pieces = (key: TextKey, values: Readonly<Record<string, string | number>> = {}): TextPiece[] =>
    find(key, values)
      .split(/(<(\w+)>[^<]*<\/\2>)/)
      .flatMap((part, index, all) => {
        // split keeps both groups: every third part is a bare mark name that belongs to the part before it.
        if (index % 3 === 2 || part === '') return []
        const mark = index % 3 === 1 ? all[index + 1] : undefined
        const bare = mark === undefined ? part : part.slice(mark.length + 2, -mark.length - 3)
        return [{ text: fill(bare, values, region), mark }]
      })
  return Object.assign(translate as Translate, { pieces, locale, region, direction: getDirection(locale) })
}

/** Loads the words for a language tag: its own catalogue if there is one, else English. Rejects only when a chunk cannot be fetched. */
export async function loadTranslate(tag: string | undefined): Promise<Translate> {
  const region = toLocale(tag)
  const load = CATALOGUES[region.split('-')[0] ?? '']
  if (!load) return createTranslate((await import('./text/en.ts')).en, 'en', region)
  return createTranslate(await load(), region.split('-')[0] ?? region, region)
}

const CATALOGUES: Readonly<Record<string, () => Promise<Catalogue>>> = {
  ar: async () => (await import('./text/ar.ts')).ar,
}
