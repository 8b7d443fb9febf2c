/** What can be bought and where: all that a page reads before somebody buys. */
import * as v from 'valibot'
import { defineEndpoint, defineOperation, type EndpointAnswer } from '../endpoint.ts'
import { decimal, networkId, sturdyList } from '../schema.ts'

/** A short text of the gateway's or of a provider's. */
export const short = v.pipe(v.string(), v.maxLength(128, 'expected at most 128 characters'))

/** Name of a provider in the gateway's configuration. */
export const providerName = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'expected lower-case letters, digits and hyphens'),
)

/** Something that can be bought, with the networks that it is sent on. */
export const purchaseCurrency = v.object({
  id: short,
  name: short,
  symbol: short,
  networks: sturdyList(
    v.object({
      /** The provider's own name of the network. */
      name: short,
      display_name: short,
      /** Decimal digits on EVM chains, else empty. */
      chain_id: short,
      /** Empty for the coin. */
      contract_address: short,
      /** CAIP-2. */
      network_id: v.optional(v.nullable(networkId), null),
    }),
  ),
})

/** Something that can be bought, parsed. */
export type PurchaseCurrency = v.InferOutput<typeof purchaseCurrency>

/** Something that is paid in, with the limits of each way to pay. */
export const paymentCurrency = v.object({
  /** ISO 4217: `USD`. */
  id: short,
  payment_method_limits: sturdyList(v.object({ id: short, min: decimal, max: decimal })),
})

/** Something that is paid in, parsed. */
export type PaymentCurrency = v.InferOutput<typeof paymentCurrency>

/** Where something can be bought. */
export const onrampProvider = v.object({
  name: providerName,
  /** As visitors know it. */
  label: short,
  /** What it takes, for people: `1-2%`. */
  feeRange: short,
  /** Namespaces of the networks that it sends on. */
  supportedChains: v.array(v.string()),
  /** CAIP-2 ids of the networks that it sends on. */
  networks: sturdyList(networkId),
  /** Hosts, each with its port if it is not the usual one, that its pages are on. */
  hosts: v.array(short),
  /** Whether nothing real is paid there. */
  isTest: v.boolean(),
  paymentCurrencies: sturdyList(paymentCurrency),
  purchaseCurrencies: sturdyList(purchaseCurrency),
  /** Whether both lists are the built-in ones, because the provider did not answer. */
  isFallback: v.boolean(),
})

/** Where something can be bought, parsed. */
export type OnrampProvider = v.InferOutput<typeof onrampProvider>

/** What can be bought, what it is paid in, and where. */
export const getOnrampOptions = defineEndpoint({
  name: 'getOnrampOptions',
  path: '/v1/onramp/options',
  input: v.object({}),
  answer: v.object({
    paymentCurrencies: sturdyList(paymentCurrency),
    purchaseCurrencies: sturdyList(purchaseCurrency),
    /** Empty where this gateway sells nothing. */
    providers: v.optional(sturdyList(onrampProvider), []),
    /** Time zones, in capitals, in which buying is not offered. */
    restrictedTimeZones: v.optional(v.array(v.string()), []),
  }),
})

/** How `getOnrampOptions` is served. */
export const getOnrampOptionsOperation = /* @__PURE__ */ defineOperation(getOnrampOptions, {
  tag: 'onramp',
  summary: 'What can be bought, what it is paid in, and where',
  holds: 'Currencies of all providers together, and each provider with its own',
  codes: [],
  cache: 'public, max-age=300',
})

/** What can be bought and where, parsed. */
export type OnrampOptions = EndpointAnswer<typeof getOnrampOptions>
