/** A token balance as views show it. Source: product, section 3. */
export type Token = {
  readonly name: string
  readonly symbol: string
  readonly chainId: string
  /** CAIP-10 id; absent for the native token. */
  readonly address: string | undefined
  /** In the asked currency; undefined when the price is unknown, never 0 in its place. */
  readonly value: number | undefined
  readonly price: number | undefined
  readonly quantity: { readonly decimals: number; readonly numeric: string }
  readonly iconUrl: string | undefined
}

export type TokensState = {
  /** `networkId:address` that the tokens belong to; undefined before the first load. */
  readonly owner: string | undefined
  readonly tokens: readonly Token[] | undefined
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** ms since 1970 of the last good answer. */
  readonly updatedAt: number | undefined
  /** ms since 1970 before which nobody is asked again after a failure. */
  readonly restUntil: number
  /** Native balance by the chain itself, when the gateway has none. */
  readonly native: { readonly value: bigint; readonly decimals: number; readonly symbol: string } | undefined
}

export const INITIAL_TOKENS: TokensState = {
  owner: undefined,
  tokens: undefined,
  status: 'idle',
  updatedAt: undefined,
  restUntil: 0,
  native: undefined,
}

/** Life of a balance in the cache, and the pause between refreshes while visible, in ms. Source: product, business constants. */
export const BALANCE_LIFETIME_MS = 30_000

/** After a failure nobody is asked for so long, in ms. Source: product, business constants. */
export const BALANCE_REST_MS = 30_000
