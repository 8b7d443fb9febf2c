/** Name and avatar of one account. Source: product, section 3. */
export type NamesState = {
  readonly address: string | undefined
  readonly name: string | undefined
  readonly avatar: string | undefined
}

export const INITIAL_NAMES: NamesState = { address: undefined, name: undefined, avatar: undefined }
