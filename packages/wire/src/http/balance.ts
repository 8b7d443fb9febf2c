import * as v from 'valibot'
import { defineEndpoint, type EndpointAnswer } from '../endpoint.ts'
import { accountId, address, commaList, currency, decimal, networkId, sturdyList } from '../schema.ts'

/** Most tokens that one call may ask to be read afresh. */
export const FORCE_UPDATE_LIMIT = 20

/** One token of an account. Source: service reference, section 2.4. */
export const balanceItem = v.object({
  name: v.string(),
  symbol: v.string(),
  chainId: v.optional(networkId),
  /** CAIP-10 of the token; absent for an EVM chain's native coin. */
  address: v.optional(v.string()),
  /** Worth in the asked currency; absent when the price is unknown. */
  value: v.optional(v.number()),
  /** Price of one in the asked currency; 0 when unknown. */
  price: v.number(),
  quantity: v.object({
    /** A whole number as text. */
    decimals: v.pipe(v.string(), v.regex(/^\d{1,3}$/, 'expected a whole number')),
    numeric: decimal,
  }),
  /** May be empty. */
  iconUrl: v.optional(v.string(), ''),
})

/** One token of an account, parsed. */
export type BalanceItem = v.InferOutput<typeof balanceItem>

/** Native coin and tokens of an address on one chain or all, worth most first. Broken items are left out singly. */
export const getBalance = defineEndpoint({
  name: 'getBalance',
  path: '/v1/account/{address}/balance',
  input: v.object({
    address,
    currency,
    chainId: v.optional(networkId),
    /** CAIP-10 ids to read afresh from the chain; the native coin by its `0xeeee…` form. */
    forceUpdate: v.optional(commaList(accountId, FORCE_UPDATE_LIMIT)),
  }),
  answer: v.object({
    balances: sturdyList(balanceItem),
    /** Chains that could not be read just now; what the address holds there is unknown, not zero. */
    unavailable: v.optional(sturdyList(networkId), []),
  }),
})

/** An answer of `getBalance`. */
export type Balances = EndpointAnswer<typeof getBalance>
