import * as v from 'valibot'
import { defineOperation, definePost, type EndpointAnswer } from '../endpoint.ts'
import { accountId, currency, sturdyList } from '../schema.ts'

/** Most assets that one call may ask the price of. */
export const PRICE_LIMIT = 20

/** What assets are called and worth. */
export const getPrices = definePost({
  name: 'getPrices',
  path: '/v1/fungible/price',
  input: v.object({}),
  body: v.object({
    projectId: v.optional(v.string()),
    currency,
    /** CAIP-10 ids; a coin by its `0xeeee…` form. */
    addresses: v.pipe(
      v.array(accountId),
      v.minLength(1, 'expected at least one'),
      v.maxLength(PRICE_LIMIT, `expected at most ${PRICE_LIMIT} entries`),
    ),
  }),
  answer: v.object({
    /** Those whose price is known; one that is not is absent, never 0. */
    fungibles: sturdyList(
      v.object({
        address: v.string(),
        name: v.string(),
        symbol: v.string(),
        iconUrl: v.optional(v.string(), ''),
        price: v.number(),
        decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
        /** ISO-8601; how old the price is. `null` where that is unknown. */
        pricedAt: v.optional(v.nullable(v.string()), null),
      }),
    ),
  }),
})

/** How `getPrices` is served. */
export const getPricesOperation = /* @__PURE__ */ defineOperation(getPrices, {
  tag: 'swap',
  summary: 'What assets are called and worth',
  holds: 'The assets whose price is known',
  codes: ['CHAIN_UNSUPPORTED', 'CURRENCY_UNSUPPORTED', 'UPSTREAM_UNAVAILABLE'],
})

/** An answer of `getPrices`. */
export type AssetPrices = EndpointAnswer<typeof getPrices>
