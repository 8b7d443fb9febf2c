/** Name and avatar of one account. Source: product, section 3. */
export type NamesState = {
  readonly address: string | undefined
  readonly name: string | undefined
  readonly avatar: string | undefined
}

export const INITIAL_NAMES: NamesState = { address: undefined, name: undefined, avatar: undefined }

/** Life of an identity in the cache, in ms. Source: product, business constants. */
export const IDENTITY_LIFETIME_MS = 5 * 60_000
