import type { Currency } from '@latchkey/wire'

/** Prices by CAIP-10 id, of eip155 in lower case. What is not known is absent, never 0. */
export type Prices = ReadonlyMap<string, Price>

/** A price, and when it was so, in ms since 1970. */
export type Price = {
  readonly amount: number
  readonly at: number
  /** What it has gained in the last 24 hours as a part of what it was then; absent where the source does not tell. */
  readonly change?: number
}

/** One source of prices. Answers what it knows; throws when it could not be asked. */
export type PriceSource = {
  readonly kind: string
  fetchPrices(assets: readonly string[], currency: Currency): Promise<Prices>
}
