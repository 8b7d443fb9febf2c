import type { Catalogue, Plural, TextKey } from './text/catalogue.ts'
import type { every } from './text/every.ts'

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type English<Key extends TextKey> = (typeof every)[Key] extends string
  ? (typeof every)[Key]
  : (typeof every)[Key][keyof (typeof every)[Key]] & string

/** What a text wants filled in, read from its `{placeholders}`. `count` is a number, the rest is text. */
export type TextValues<Key extends TextKey> = {
  readonly [Name in Names<English<Key>>]: Name extends 'count' ? number : string
}

/** The second argument of `t`: absent where the text has no placeholder. */
export type TextArguments<Key extends TextKey> = [Names<English<Key>>] extends [never] ? [] : [values: TextValues<Key>]

/** A piece of a text; `name` is the placeholder that it filled, undefined for the words between. */
export type TextPiece = { readonly text: string; readonly name: string | undefined }

/** A language ready to speak. */
export type Translate = {
  <Key extends TextKey>(key: Key, ...values: TextArguments<Key>): string
  /** The same text in pieces, for sentences with a link inside: the view makes the link of the piece with its name. */
  pieces<Key extends TextKey>(key: Key, ...values: TextArguments<Key>): readonly TextPiece[]
  /** Words whose key is made at run time, such as those of a toast; undefined where there are none. */
  find(key: string, values?: Readonly<Record<string, string>>): string | undefined
  /** BCP 47 tag of the words, which may be wider than the one asked for. */
  readonly locale: string
  /** BCP 47 tag for numbers and dates: the one asked for. */
  readonly region: string
  readonly direction: 'ltr' | 'rtl'
  /** The same language with every word; itself where it has them. Rejects when they cannot be fetched. */
  readonly whole: () => Promise<Translate>
  /**
   * The same language with the English words of a room for those that it lacks. `onMissing` hears of a word that is in neither,
   * while it is drawn.
   */
  readonly extend: (words: Partial<Catalogue>, onMissing?: (() => void) | undefined) => Translate
}

/** Languages written from right to left. Source: Unicode CLDR, character orientation of the locales. */
const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur', 'ps', 'sd', 'ug', 'yi', 'ckb', 'dv']

/** Writing direction of a language tag. */
export function getDirection(locale: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(locale.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr'
}

/** The tag if the browser knows how to read it, else `en`. Host pages carry all sorts of `lang` values, `pt_BR` among them. */
export function toLocale(tag: string | undefined): string {
  try {
    return Intl.getCanonicalLocales((tag ?? '').replaceAll('_', '-'))[0] ?? 'en'
  } catch {
    return 'en'
  }
}

type Filling = Readonly<Record<string, string | number>>

/**
 * Makes the speaking function of a catalogue. `region` formats numbers; `locale` chooses plural forms and direction. A catalogue
 * of the first words alone comes with the way to `whole`; until then every other word is empty.
 *
 * Numbers are in European digits everywhere: addresses and what wallets show have no others, and browsers disagree on the
 * digits of a language (those of `ar` are European in CLDR 48, and Arabic in CLDR 42, which WebKitGTK reads).
 */
export function createTranslate(
  catalogue: Partial<Catalogue>,
  locale: string,
  region: string = locale,
  whole?: (() => Promise<Translate>) | undefined,
  onMissing?: (() => void) | undefined,
): Translate {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(region, { numberingSystem: 'latn' })
  const choose = (key: TextKey, values: Filling): string => {
    const entry: string | Plural | undefined = catalogue[key]
    if (entry === undefined) {
      onMissing?.()
      return ''
    }
    if (typeof entry === 'string') return entry
    return entry[rules.select(Number(values.count ?? 0))] ?? entry.other
  }
  // Splitting with a group leaves the placeholders' names at the odd places.
  const pieces = (key: TextKey, values: Filling = {}): TextPiece[] =>
    choose(key, values)
      .split(/\{(\w+)\}/)
      .map((part, index) => {
        if (index % 2 === 0) return { text: part, name: undefined }
        const value = values[part] ?? ''
        return { text: typeof value === 'number' ? numbers.format(value) : value, name: part }
      })
      .filter((piece) => piece.text !== '')
  const direction = getDirection(locale)
  // Within a sentence from the right, `250 USDC` would be drawn with its symbol first unless it stands apart (Unicode UAX 9, FSI).
  const translate = (key: TextKey, values?: Filling): string =>
    pieces(key, values)
      .map(({ text, name }) =>
        name && direction === 'rtl' && typeof values?.[name] === 'string' ? `\u2068${text}\u2069` : text,
      )
      .join('')
  const find = (key: string, values?: Filling): string | undefined =>
    Object.hasOwn(catalogue, key) ? translate(key as TextKey, values) : undefined
  const spoken: Translate = Object.assign(translate as Translate, {
    pieces,
    find,
    locale,
    region,
    direction,
    whole: whole ?? (async () => spoken),
    extend: (words: Partial<Catalogue>, missing?: () => void) =>
      createTranslate({ ...words, ...catalogue }, locale, region, whole, missing),
  })
  return spoken
}
