import type { every } from './every.ts'
import type { firstWords } from './firstWords.ts'
import type { legalWords } from './rooms/legalWords.ts'
import type { pairingWords } from './rooms/pairingWords.ts'

/** Words that change with a count, by plural category. The value `count` chooses the form; `other` is always there. */
export type Plural = { readonly [Form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string } & { readonly other: string }

/** A key of the catalogues. */
export type TextKey = keyof typeof every

/** One language: every key of the English catalogue, plural where English is. */
export type Catalogue = { readonly [Key in TextKey]: (typeof every)[Key] extends string ? string : Plural }

/**
 * What a language says before all of it is fetched: at the first opening, of a site's terms, and while a code stands. English has
 * these words in three places, each with the code that says them.
 */
export type FirstWords = Pick<Catalogue, keyof typeof firstWords | keyof typeof legalWords | keyof typeof pairingWords>

/** Words of the site's own, by BCP 47 language tag: `de` is said in all of German, `de-AT` in Austria only. */
export type Texts = { readonly [Tag: string]: { readonly [Key in TextKey]?: string | Plural | undefined } | undefined }
