import type { every } from './every.ts'

/** Words that change with a count, by plural category. The value `count` chooses the form; `other` is always there. */
export type Plural = { readonly [Form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string } & { readonly other: string }

/** A key of the catalogues. */
export type TextKey = keyof typeof every

/** One language: every key of the English catalogue, plural where English is. */
export type Catalogue = { readonly [Key in TextKey]: (typeof every)[Key] extends string ? string : Plural }

/** Words of the site's own, by BCP 47 language tag: `de` is said in all of German, `de-AT` in Austria only. */
export type Texts = { readonly [Tag: string]: { readonly [Key in TextKey]?: string | Plural | undefined } | undefined }
