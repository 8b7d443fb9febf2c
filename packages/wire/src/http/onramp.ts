/** Buying coins with a card or from a bank account, at providers that the operator names. */
import * as v from 'valibot'
import { defineEndpoint, defineOperation, definePost, type EndpointAnswer } from '../endpoint.ts'
import { commaList, decimal, networkId, sturdyList } from '../schema.ts'
import { paymentCurrency, providerName, purchaseCurrency, short } from './onrampOptions.ts'

/** How many orders are told of in one call. */
export const ONRAMP_ORDER_LIMIT = 20

/** Id of a quote that nobody made an offer by. As specified. */
export const ESTIMATE_QUOTE_ID = 'mocked-quote-id'

/** An order's id: only who made the order knows it. */
const orderId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22,64}$/, 'expected an order id'))

const quoteAmount = v.object({ amount: decimal, currency: short })

/** What a purchase would give. */
export const onrampQuote = v.object({
  /** All that is paid. */
  paymentTotal: quoteAmount,
  /** The same without fees. */
  paymentSubtotal: quoteAmount,
  purchaseAmount: quoteAmount,
  networkFee: quoteAmount,
  /** The provider's fee. Named so by the specification, whoever the provider is. */
  coinbaseFee: v.optional(quoteAmount),
  quoteId: v.string(),
  /** True where nobody offers it: made from the gateway's own price, without fees. */
  isEstimate: v.optional(v.boolean(), false),
  /** Who offers it. */
  provider: v.optional(v.nullable(providerName), null),
})

/** What a purchase would give, parsed. */
export type OnrampQuote = v.InferOutput<typeof onrampQuote>

/** What a purchase would give at a provider, or at the best of all. */
export const getOnrampQuote = definePost({
  name: 'getOnrampQuote',
  path: '/v1/onramp/quote',
  input: v.object({}),
  body: v.object({
    purchaseCurrency,
    paymentCurrency,
    /** Of the payment currency. */
    amount: v.pipe(decimal, v.maxLength(20, 'expected at most 20 characters')),
    /** CAIP-2 id, or a provider's name of it. The specification's clients put the symbol here, which says nothing. */
    network: short,
    provider: v.optional(providerName),
    paymentMethod: v.optional(short),
  }),
  answer: onrampQuote,
})

/** How `getOnrampQuote` is served. */
export const getOnrampQuoteOperation = /* @__PURE__ */ defineOperation(getOnrampQuote, {
  tag: 'onramp',
  summary: 'What a purchase would give',
  holds: 'The quote; marked where it is an estimate',
  codes: ['ASSET_UNSUPPORTED', 'CHAIN_UNSUPPORTED', 'UPSTREAM_UNAVAILABLE'],
})

/** Makes an order and the address of the page on which it is paid. */
export const generateOnrampUrl = definePost({
  name: 'generateOnrampUrl',
  path: '/v1/generators/onrampurl',
  input: v.object({}),
  body: v.object({
    /** Whom it is for: the first one counts. */
    destinationWallets: v.pipe(
      v.array(
        v.object({
          address: short,
          blockchains: v.optional(v.array(short)),
          /** Symbols. The first is what is bought. */
          assets: v.optional(v.array(short)),
          supported_networks: v.optional(v.array(short)),
        }),
      ),
      v.minLength(1, 'expected at least one wallet'),
      v.maxLength(16, 'expected at most 16 wallets'),
    ),
    /** Read by none: who buys is nobody's business but the provider's. */
    partnerUserId: v.optional(v.pipe(v.string(), v.maxLength(50, 'expected at most 50 characters'))),
    /** CAIP-2 id, or a provider's name of it. */
    defaultNetwork: v.optional(short),
    defaultExperience: v.optional(v.picklist(['buy', 'send'])),
    presetCryptoAmount: v.optional(v.number()),
    presetFiatAmount: v.optional(v.number()),
    handlingRequestedUrls: v.optional(v.boolean()),
    /** The first that serves the network where absent. */
    provider: v.optional(providerName),
    /** ISO 4217. */
    paymentCurrency: v.optional(short),
    paymentMethod: v.optional(short),
    /** The same one makes the same order, so that a call that was not answered may be repeated. */
    orderKey: v.optional(orderId),
    /** What was quoted, for the record of the order. */
    quotedAmount: v.optional(v.pipe(decimal, v.maxLength(40, 'expected at most 40 characters'))),
  }),
  answer: v.object({
    /** Empty where this gateway sells nothing. */
    url: v.string(),
    orderId: v.optional(v.nullable(orderId), null),
    provider: v.optional(v.nullable(providerName), null),
  }),
})

/** How `generateOnrampUrl` is served. */
export const generateOnrampUrlOperation = /* @__PURE__ */ defineOperation(generateOnrampUrl, {
  tag: 'onramp',
  summary: "Address of a provider's buy page, for a new order",
  holds: 'The address, and the id of the order',
  codes: ['ASSET_UNSUPPORTED', 'CHAIN_UNSUPPORTED', 'UPSTREAM_UNAVAILABLE'],
})

/**
 * What became of an order. `created`: the page was made. `pending`: the provider has it in hand. `sent`: the coins are on their
 * way. `expired`: nothing was seen of it in time.
 */
export const orderStatus = v.picklist(['created', 'pending', 'sent', 'completed', 'failed', 'expired'])

/** What became of an order. */
export type OnrampOrderStatus = v.InferOutput<typeof orderStatus>

/** An order. */
export const onrampOrder = v.object({
  id: orderId,
  provider: providerName,
  status: orderStatus,
  /** CAIP-2. */
  networkId,
  address: short,
  symbol: short,
  paymentAmount: v.nullable(v.string()),
  paymentCurrency: v.nullable(v.string()),
  /** What was bought, or what was quoted until that is known. */
  purchaseAmount: v.nullable(v.string()),
  /** Whether `purchaseAmount` is what the provider says that it sends. */
  isPurchaseKnown: v.boolean(),
  transactionHash: v.nullable(v.string()),
  /** ISO-8601. */
  createdAt: v.string(),
  updatedAt: v.string(),
})

/** An order, parsed. */
export type OnrampOrder = v.InferOutput<typeof onrampOrder>

/** What became of orders. Who does not know an id learns nothing of it. */
export const getOnrampOrders = defineEndpoint({
  name: 'getOnrampOrders',
  path: '/v1/onramp/orders',
  input: v.object({ ids: commaList(orderId, ONRAMP_ORDER_LIMIT) }),
  answer: v.object({
    /** Those that are known, the newest first. */
    orders: sturdyList(onrampOrder),
  }),
})

/** How `getOnrampOrders` is served. */
export const getOnrampOrdersOperation = /* @__PURE__ */ defineOperation(getOnrampOrders, {
  tag: 'onramp',
  summary: 'What became of orders',
  holds: 'The orders that are known',
  codes: [],
})

/** Takes what a provider tells of its orders, signed. */
export const receiveOnrampNews = definePost({
  name: 'receiveOnrampNews',
  path: '/v1/onramp/webhooks/{provider}',
  input: v.object({ provider: providerName }),
  /** Whatever the provider sends: its adapter reads it, once its signature holds. */
  body: v.record(v.string(), v.unknown()),
  answer: v.object({ received: v.literal(true) }),
})

/** How `receiveOnrampNews` is served. */
export const receiveOnrampNewsOperation = /* @__PURE__ */ defineOperation(receiveOnrampNews, {
  tag: 'onramp',
  summary: "News of orders, signed with the provider's key",
  holds: 'That the news was taken',
  access: 'anyone',
  codes: ['NOT_FOUND', 'SIGNATURE_REFUSED'],
})

/** The page that was made. */
export type OnrampUrl = EndpointAnswer<typeof generateOnrampUrl>
