/**
 * Coinbase Onramp, with sessions made by the operator's key. Held against bodies made from its public documentation; the service was not
 * asked. Its fields are written in two ways there, with underscores and in camel case: both are read. Looked up on 23 November 2026, in
 * stored copies of docs.cdp.coinbase.com:
 * - sessions: /api-reference/rest-api/onramp-offramp/create-session-token, and /onramp/reference, where `clientIp` is required
 * - the page's address: /onramp-&-offramp/onramp-apis/generating-onramp-url; `fiatCurrency` and `defaultPaymentMethod`:
 *   /pay-sdk/docs/api-aggregating
 * - buy options: /api-reference/rest-api/onramp-offramp/get-buy-options; the form of the answer:
 *   /sdks/cdp-sdks-v2/frontend/@coinbase/cdp-react/Type-Aliases/OnrampNetwork and its neighbours
 * - buy quote: /api-reference/rest-api/onramp-offramp/create-buy-quote
 * - transactions and `partnerUserRef`: /api-reference/rest-api/onramp-offramp/get-onramp-transactions-by-id and
 *   /onramp/core-features/transaction-status
 * - keys and tokens: /get-started/authentication/jwt-authentication, which leaves the making to @coinbase/cdp-sdk: header, claims, and
 *   64 bytes of an Ed25519 key as seed and public key are as in its 1.57.0 (MIT)
 *
 * Not found in its documentation, and written from general knowledge: that the path which a token is for has no query; the characters of
 * a session's token, beyond one example; the names of networks other than ethereum, base and polygon; that `clientIp` may be of
 * IPv6.
 */
import { createPrivateKey, type KeyObject, sign as signBytes } from 'node:crypto'
import * as v from 'valibot'
import { RequestError } from '../RequestError.ts'
import type { AskAggregator } from '../upstreams/swap/askAggregator.ts'
import { CARD_NETWORKS } from './fallback.ts'
import type { Provider } from './provider.ts'

const money = v.object({ value: v.pipe(v.string(), v.regex(/^\d{1,30}(\.\d{1,30})?$/)) })

/** Names with underscores as camel case, all the way down. */
function camel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camel)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase()),
      camel(part),
    ]),
  )
}

const read = <const Schema extends v.GenericSchema>(schema: Schema) => v.pipe(v.unknown(), v.transform(camel), schema)

const session = v.object({ token: v.pipe(v.string(), v.regex(/^[\w.~+/=-]{8,2048}$/)) })

const options = read(
  v.object({
    paymentCurrencies: v.array(
      v.object({
        id: v.string(),
        limits: v.optional(v.array(v.object({ id: v.string(), min: v.string(), max: v.string() })), []),
      }),
    ),
    purchaseCurrencies: v.array(
      v.object({
        id: v.string(),
        name: v.string(),
        symbol: v.string(),
        networks: v.array(
          v.object({
            name: v.string(),
            displayName: v.optional(v.string(), ''),
            chainId: v.optional(v.string(), ''),
            contractAddress: v.optional(v.string(), ''),
          }),
        ),
      }),
    ),
  }),
)

const offer = read(
  v.object({
    paymentTotal: money,
    paymentSubtotal: money,
    purchaseAmount: money,
    coinbaseFee: money,
    networkFee: money,
    quoteId: v.string(),
  }),
)

const transactions = read(
  v.object({
    transactions: v.array(
      v.object({
        status: v.string(),
        walletAddress: v.optional(v.string()),
        // Its documentation shows an object, but calls it a text: what is not an amount says nothing of the state.
        purchaseAmount: v.fallback(v.optional(money), undefined),
        txHash: v.optional(v.string()),
      }),
    ),
  }),
)

const PROGRESS = {
  ONRAMP_TRANSACTION_STATUS_CREATED: 'pending',
  ONRAMP_TRANSACTION_STATUS_IN_PROGRESS: 'pending',
  ONRAMP_TRANSACTION_STATUS_FAILED: 'failed',
  ONRAMP_TRANSACTION_STATUS_SUCCESS: 'completed',
} as const
/** The furthest counts, where a visitor tried more than once on one page. */
const ORDER = ['failed', 'pending', 'completed'] as const

/** Seconds for which a token of the operator's key counts. */
const TOKEN_SECONDS = 120

/** Makes it. `keySecret`: an EC key in PEM, or an Ed25519 key as 64 bytes in base64. */
export function createCoinbase(parameters: {
  name: string
  label: string
  apiUrl: string
  pageUrl: string
  keyId: string
  keySecret: string
  /** ISO 3166-1 of the visitors whose options and prices are asked for. */
  country: string
  /** Their state, after ISO 3166-2: asked for where the country is US. */
  subdivision: string | undefined
  networks: readonly string[]
  ask: AskAggregator
  now: () => number
  randomText: () => string
}): Provider {
  const { name, label, networks, ask, country, subdivision } = parameters
  const base = parameters.apiUrl.replace(/\/+$/, '')
  const key = readKey(parameters.keySecret)

  function authorize(method: 'GET' | 'POST', url: URL): Record<string, string> {
    const seconds = Math.floor(parameters.now() / 1000)
    const header = { alg: key.algorithm, typ: 'JWT', kid: parameters.keyId, nonce: parameters.randomText() }
    const claims = {
      sub: parameters.keyId,
      iss: 'cdp',
      iat: seconds,
      nbf: seconds,
      exp: seconds + TOKEN_SECONDS,
      uris: [`${method} ${url.host}${url.pathname}`],
    }
    const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    const signature =
      key.algorithm === 'ES256'
        ? signBytes('sha256', Buffer.from(text), { key: key.key, dsaEncoding: 'ieee-p1363' })
        : signBytes(null, Buffer.from(text), key.key)
    return { authorization: `Bearer ${text}.${signature.toString('base64url')}` }
  }

  return {
    name,
    label,
    feeRange: '1-2%',
    networks,
    hosts: [new URL(parameters.pageUrl).host],
    isTest: false,

    async fetchOptions() {
      const url = new URL(`${base}/v1/buy/options`)
      url.searchParams.set('country', country)
      if (subdivision !== undefined) url.searchParams.set('subdivision', subdivision)
      url.searchParams.set('networks', networks.map((id) => CARD_NETWORKS[id] ?? '').join(','))
      const told = await ask({ url, headers: authorize('GET', url), signal: undefined }, options)
      if (told === undefined) throw new RequestError('UPSTREAM_UNAVAILABLE', 'Coinbase does not say what it sells.')
      return {
        paymentCurrencies: told.paymentCurrencies.map(({ id, limits }) => ({
          id,
          payment_method_limits: limits.map((limit) => ({ ...limit, id: limit.id.toLowerCase() })),
        })),
        purchaseCurrencies: told.purchaseCurrencies.map(({ id, name: title, symbol, networks: places }) => ({
          id,
          name: title,
          symbol,
          networks: places.map((place) => ({
            name: place.name,
            display_name: place.displayName || place.name,
            chain_id: place.chainId,
            contract_address: place.contractAddress,
            network_id: networks.find((each) => CARD_NETWORKS[each] === place.name) ?? null,
          })),
        })),
      }
    },

    async fetchOffer(request, signal) {
      const url = new URL(`${base}/v1/buy/quote`)
      const body = {
        purchaseCurrency: request.assetId,
        purchaseNetwork: CARD_NETWORKS[request.networkId],
        paymentAmount: request.paymentAmount,
        paymentCurrency: request.paymentCurrency,
        paymentMethod: (request.paymentMethod ?? 'card').toUpperCase(),
        country,
        ...(subdivision === undefined ? {} : { subdivision }),
      }
      const told = await ask({ url, headers: authorize('POST', url), body, signal }, offer)
      return (
        told && {
          quoteId: told.quoteId,
          paymentTotal: told.paymentTotal.value,
          paymentSubtotal: told.paymentSubtotal.value,
          purchaseAmount: told.purchaseAmount.value,
          networkFee: told.networkFee.value,
          providerFee: told.coinbaseFee.value,
        }
      )
    },

    async createPage(order, { ip }, signal) {
      const url = new URL(`${base}/v1/token`)
      const network = CARD_NETWORKS[order.networkId] ?? ''
      const body = {
        addresses: [{ address: order.address, blockchains: [network] }],
        assets: [order.symbol],
        ...(ip === undefined ? {} : { clientIp: ip }),
      }
      const told = await ask({ url, headers: authorize('POST', url), body, signal }, session)
      if (told === undefined) throw new RequestError('UPSTREAM_UNAVAILABLE', 'Coinbase makes no session.')
      // The token names the address and counts once, so that the page's own address says nothing of it.
      const page = new URL(parameters.pageUrl)
      page.searchParams.set('sessionToken', told.token)
      page.searchParams.set('partnerUserRef', order.id)
      page.searchParams.set('defaultExperience', 'buy')
      page.searchParams.set('defaultNetwork', network)
      page.searchParams.set('defaultAsset', order.symbol)
      if (order.paymentAmount !== null) page.searchParams.set('presetFiatAmount', order.paymentAmount)
      if (order.paymentCurrency !== null) page.searchParams.set('fiatCurrency', order.paymentCurrency)
      if (order.paymentMethod !== null) page.searchParams.set('defaultPaymentMethod', order.paymentMethod.toUpperCase())
      return page.href
    },

    async fetchNews(order) {
      const url = new URL(`${base}/v1/buy/user/${order.id}/transactions`)
      url.searchParams.set('pageSize', '10')
      const told = await ask({ url, headers: authorize('GET', url), signal: undefined }, transactions)
      const all = (told?.transactions ?? []).flatMap(({ status, walletAddress, purchaseAmount, txHash }) => {
        if (!Object.hasOwn(PROGRESS, status)) return []
        if (walletAddress && walletAddress.toLowerCase() !== order.address.toLowerCase()) return []
        return [{ stage: PROGRESS[status as keyof typeof PROGRESS], purchaseAmount, txHash }]
      })
      const [last] = all.sort((a, b) => ORDER.indexOf(b.stage) - ORDER.indexOf(a.stage))
      if (last === undefined) return undefined
      const hash = /^0x[0-9a-fA-F]{64}$/.test(last.txHash ?? '') ? last.txHash : undefined
      return { id: order.id, stage: last.stage, purchaseAmount: last.purchaseAmount?.value, transactionHash: hash }
    },
  }
}

function readKey(secret: string): { algorithm: 'ES256' | 'EdDSA'; key: KeyObject } {
  if (secret.includes('-----BEGIN')) {
    return { algorithm: 'ES256', key: createPrivateKey(secret.replaceAll('\\n', '\n')) }
  }
  // The first half is the seed; PKCS #8 has these bytes before it (RFC 8410).
  const seed = Buffer.from(secret, 'base64').subarray(0, 32)
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  return { algorithm: 'EdDSA', key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) }
}
