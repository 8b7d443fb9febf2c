import * as v from 'valibot'
import { defineEndpoint, defineOperation, type EndpointAnswer } from '../endpoint.ts'
import { accountId, address, commaList, currency, decimal, networkId, sturdyList } from '../schema.ts'

/** Most tokens that one call may ask to be read afresh. */
export const FORCE_UPDATE_LIMIT = 20

/** One token of an account. */
export const balanceItem = v.object({
  name: v.string(),
  symbol: v.string(),
  chainId: v.optional(networkId),
  /** CAIP-10 of the token; absent for an EVM chain's native coin, and for SOL its bare placeholder `So111…111`. */
  address: v.optional(v.string()),
  /** Worth in the asked currency; absent when the price is unknown. */
  value: v.optional(v.number()),
  /** Price of one in the asked currency; 0 when unknown. */
  price: v.number(),
  /** What one has gained in the last 24 hours as a part of what it was then: 0.05 for five in a hundred. Absent where it is unknown. */
  priceChange: v.optional(v.number()),
  quantity: v.object({
    /** A whole number as text. */
    decimals: v.pipe(v.string(), v.regex(/^\d{1,3}$/, 'expected a whole number')),
    numeric: decimal,
  }),
  /** May be empty. */
  iconUrl: v.optional(v.string(), ''),
  /** ISO-8601; how old the price is. `null` where it is unknown. */
  pricedAt: v.optional(v.nullable(v.string()), null),
  /**
   * `listed`: the operator's list has it. Others were found because they came to the account: `unlisted` where nothing is known
   * of them, `lookAlike` where they take the symbol of a known token, `spam` where they advertise. None of these has a `value`,
   * so that no total counts them (SEC-96).
   */
  trust: v.optional(v.picklist(['listed', 'unlisted', 'lookAlike', 'spam']), 'listed'),
  /** Symbol of the known token that a look-alike takes. */
  imitates: v.optional(v.nullable(v.string()), null),
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
    /** Chains where it is still being looked for what came to the address: unlisted tokens may be missing. */
    incomplete: v.optional(sturdyList(networkId), []),
  }),
})

/** How `getBalance` is served. */
export const getBalanceOperation = /* @__PURE__ */ defineOperation(getBalance, {
  tag: 'account',
  summary: 'Native coins and tokens of an EVM or a Solana address, worth most first',
  holds: 'Tokens, and the chains that could not be read or were read in part',
  admitsFrame: true,
  codes: ['ADDRESS_INVALID', 'CURRENCY_UNSUPPORTED', 'CHAIN_UNSUPPORTED', 'UPSTREAM_UNAVAILABLE'],
})

/** An answer of `getBalance`. */
export type Balances = EndpointAnswer<typeof getBalance>
