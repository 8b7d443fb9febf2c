/**
 * MoonPay's widget, opened by addresses that are signed with the operator's key. Held against bodies made from its public documentation;
 * the service was not asked. Looked up on 23 November 2026, in stored copies of dev.moonpay.com:
 * - URL signing: /widget/on-ramp/customization/url-signing. The visitor's IP address: /widget/on-ramp/customization/ip-matching
 * - buy quote: /api-reference/widget/getbuyquote, whose example also has the form of a currency
 * - buy transactions, their states and the ways to pay: /api-reference/widget/getbuytransaction; by our own id, as a list:
 *   /v1.0/reference/getbuytransactionbyexternalid
 * - news: /api-reference/widget/webhooks/buy; their signature: /api-reference/widget/webhooks/signature
 * - `apiKey`, `currencyCode`, `walletAddress`: /docs/ramps-sdk-buy-params, which was there only in part; `baseCurrencyCode`:
 *   /docs/nodejs-sdk
 *
 * Not found in its documentation, and written from general knowledge: that `/v3/currencies` (its page is
 * /api-reference/widget/getcurrencies, whose answer was not there) gives one list of coins and currencies in that form; that a coin of
 * Solana has the `networkCode` "solana"; that a code is a symbol, with its network after an underscore; the names
 * of the parameters of a quote, and `baseCurrencyAmount`, `externalTransactionId` and `paymentMethod` of the widget; that the look-up by
 * our own id takes `apiKey`, as the one by theirs does. That the hash of the IP address is in base64 is told by programs that send it
 * (github.com/bitpay/bitcore), not by what was there of its page. Visitors over IPv6 send no hash: only their network is known here.
 */

import { isIPv4 } from 'node:net'
import type { PurchaseCurrency } from '@latchkey/wire/onrampOptions'
import * as v from 'valibot'
import { RequestError } from '../RequestError.ts'
import type { OrderNews, OrderStage } from '../storage/onrampOrders.ts'
import { isPublicAddress } from '../upstreams/publicAddress.ts'
import type { AskAggregator } from '../upstreams/swap/askAggregator.ts'
import { toDecimal } from './decimals.ts'
import type { Provider } from './provider.ts'
import { checkSigned, readParts, sign } from './signatures.ts'

const amount = v.pipe(v.number(), v.finite(), v.minValue(0))
const limit = v.optional(v.nullable(amount))

const currencies = v.array(
  v.looseObject({
    type: v.string(),
    code: v.string(),
    name: v.string(),
    minBuyAmount: limit,
    maxBuyAmount: limit,
    isSuspended: v.optional(v.boolean(), false),
    metadata: v.optional(
      v.nullable(
        v.looseObject({
          contractAddress: v.optional(v.nullable(v.string())),
          chainId: v.optional(v.nullable(v.union([v.string(), v.number()]))),
          networkCode: v.optional(v.nullable(v.string())),
        }),
      ),
    ),
  }),
)

const offer = v.looseObject({
  baseCurrencyAmount: amount,
  quoteCurrencyAmount: amount,
  feeAmount: amount,
  extraFeeAmount: v.optional(amount, 0),
  networkFeeAmount: amount,
  totalAmount: amount,
})

const transaction = v.looseObject({
  status: v.string(),
  walletAddress: v.optional(v.nullable(v.string())),
  quoteCurrencyAmount: v.optional(v.nullable(amount)),
  cryptoTransactionId: v.optional(v.nullable(v.string())),
  externalTransactionId: v.optional(v.nullable(v.string())),
})
const transactions = v.union([
  v.array(transaction),
  v.pipe(
    transaction,
    v.transform((one) => [one]),
  ),
])
const message = v.looseObject({ type: v.string(), data: transaction })

const PROGRESS = {
  waitingPayment: 'pending',
  waitingAuthorization: 'pending',
  pending: 'pending',
  failed: 'failed',
  completed: 'completed',
} as const
/** The furthest counts, where a visitor tried more than once. */
const ORDER: readonly OrderStage[] = ['failed', 'pending', 'completed']

/** Its own names of ways to pay. */
const METHODS: Readonly<Record<string, string>> = {
  card: 'credit_debit_card',
  ach_bank_account: 'ach_bank_transfer',
}

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** Makes it. */
export function createMoonpay(parameters: {
  name: string
  label: string
  apiUrl: string
  pageUrl: string
  publishableKey: string
  secretKey: string
  webhookKey: string | undefined
  networks: readonly string[]
  ask: AskAggregator
}): Provider {
  const { name, label, publishableKey, secretKey, webhookKey, networks, ask } = parameters
  const base = parameters.apiUrl.replace(/\/+$/, '')
  const codes = new Map<string, string>()

  function toNews(id: string, one: v.InferOutput<typeof transaction>): OrderNews | undefined {
    if (!Object.hasOwn(PROGRESS, one.status)) return undefined
    return {
      id,
      stage: PROGRESS[one.status as keyof typeof PROGRESS],
      purchaseAmount: one.quoteCurrencyAmount ? toDecimal(one.quoteCurrencyAmount, 12) : undefined,
      transactionHash: one.cryptoTransactionId ?? undefined,
    }
  }

  return {
    name,
    label,
    feeRange: '1-2%',
    networks,
    hosts: [new URL(parameters.pageUrl).host],
    isTest: publishableKey.startsWith('pk_test_'),

    async fetchOptions() {
      const url = new URL(`${base}/v3/currencies`)
      url.searchParams.set('apiKey', publishableKey)
      const told = await ask({ url, signal: undefined }, currencies)
      if (told === undefined) throw new RequestError('UPSTREAM_UNAVAILABLE', 'MoonPay does not say what it sells.')
      const sold = new Map<string, PurchaseCurrency>()
      for (const { type, code, name: title, isSuspended, metadata } of told) {
        const networkId = networkOf(metadata)
        if (type !== 'crypto' || isSuspended || networkId === undefined) continue
        const symbol = (code.split('_')[0] ?? code).toUpperCase()
        codes.set(`${networkId} ${symbol}`, code)
        const before = sold.get(symbol) ?? { id: symbol, name: title, symbol, networks: [] }
        const contract = metadata?.contractAddress ?? ''
        const place = {
          name: code,
          display_name: metadata?.networkCode ?? networkId,
          chain_id: networkId.startsWith('eip155:') ? networkId.slice('eip155:'.length) : '',
          contract_address: /^0x0{40}$/.test(contract) ? '' : contract,
          network_id: networkId,
        }
        sold.set(symbol, { ...before, networks: [...before.networks, place] })
      }
      return {
        paymentCurrencies: told
          .filter(({ type }) => type === 'fiat')
          .map(({ code, minBuyAmount, maxBuyAmount }) => ({
            id: code.toUpperCase(),
            payment_method_limits: [
              { id: 'card', min: toDecimal(minBuyAmount ?? 20, 2), max: toDecimal(maxBuyAmount ?? 30_000, 2) },
            ],
          })),
        purchaseCurrencies: [...sold.values()],
      }
    },

    async fetchOffer({ networkId, symbol, paymentAmount, paymentCurrency, paymentMethod }, signal) {
      const code = codes.get(`${networkId} ${symbol}`)
      if (code === undefined && codes.size > 0) return undefined
      if (code === undefined) throw new RequestError('UPSTREAM_UNAVAILABLE', 'MoonPay did not say what it calls that.')
      const url = new URL(`${base}/v3/currencies/${encodeURIComponent(code)}/buy_quote`)
      url.searchParams.set('apiKey', publishableKey)
      url.searchParams.set('baseCurrencyCode', paymentCurrency.toLowerCase())
      url.searchParams.set('baseCurrencyAmount', paymentAmount)
      url.searchParams.set('areFeesIncluded', 'true')
      const method = METHODS[paymentMethod ?? 'card']
      if (method !== undefined) url.searchParams.set('paymentMethod', method)
      const told = await ask({ url, signal }, offer)
      return (
        told && {
          quoteId: '',
          paymentTotal: toDecimal(told.totalAmount, 2),
          paymentSubtotal: toDecimal(told.baseCurrencyAmount, 2),
          purchaseAmount: toDecimal(told.quoteCurrencyAmount, 12),
          networkFee: toDecimal(told.networkFeeAmount, 2),
          providerFee: toDecimal(told.feeAmount + told.extraFeeAmount, 2),
        }
      )
    },

    async createPage(order, { ip }) {
      const code = codes.get(`${order.networkId} ${order.symbol}`)
      if (code === undefined) throw new RequestError('UPSTREAM_UNAVAILABLE', 'MoonPay did not say what it calls that.')
      const page = new URL(parameters.pageUrl)
      page.searchParams.set('apiKey', publishableKey)
      page.searchParams.set('currencyCode', code)
      page.searchParams.set('walletAddress', order.address)
      page.searchParams.set('externalTransactionId', order.id)
      if (order.paymentCurrency !== null) page.searchParams.set('baseCurrencyCode', order.paymentCurrency.toLowerCase())
      if (order.paymentAmount !== null) page.searchParams.set('baseCurrencyAmount', order.paymentAmount)
      const method = METHODS[order.paymentMethod ?? '']
      if (method !== undefined) page.searchParams.set('paymentMethod', method)
      // The page opens for this address alone. An address of a local network is never the one that MoonPay sees.
      // A visitor who reaches us by IPv6 may reach the page by IPv4, and would find it closed.
      if (ip !== undefined && isIPv4(ip) && isPublicAddress(ip)) {
        page.searchParams.set('allowedIpAddress', sign(secretKey, ip, 'base64'))
      }
      // Over the query as it is sent, the question mark included, and last.
      page.searchParams.set('signature', sign(secretKey, page.search, 'base64'))
      return page.href
    },

    async fetchNews(order) {
      const url = new URL(`${base}/v1/transactions/ext/${order.id}`)
      url.searchParams.set('apiKey', publishableKey)
      const told = await ask({ url, signal: undefined }, transactions)
      const all = (told ?? []).flatMap((one) => {
        const isOurs = (one.walletAddress ?? order.address).toLowerCase() === order.address.toLowerCase()
        const news = isOurs ? toNews(order.id, one) : undefined
        return news === undefined ? [] : [news]
      })
      const rank = ({ stage }: OrderNews) => ORDER.indexOf(stage)
      return all.sort((a, b) => rank(b) - rank(a))[0]
    },

    readMessage:
      webhookKey === undefined
        ? undefined
        : ({ text, header, now }) => {
            const { t, s } = readParts(header('moonpay-signature-v2'))
            checkSigned({ secret: webhookKey, text, seconds: t, signature: s, now })
            const told = v.safeParse(message, JSON.parse(text))
            const id = told.success ? told.output.data.externalTransactionId : undefined
            if (!told.success || !id || !told.output.type.startsWith('transaction_')) return []
            const news = toNews(id, told.output.data)
            return news === undefined ? [] : [news]
          },
  }

  function networkOf(
    metadata:
      | { chainId?: string | number | null | undefined; networkCode?: string | null | undefined }
      | null
      | undefined,
  ): string | undefined {
    const found = metadata?.networkCode === 'solana' ? SOLANA : `eip155:${metadata?.chainId}`
    return networks.includes(found) ? found : undefined
  }
}
