/**
 * The sample provider of this repository (`apps/demo/server/provider`): a small service whose orders are signed addresses, and whose news
 * are signed as well. An operator's own service may speak the same.
 */
import { paymentCurrency, purchaseCurrency } from '@latchkey/wire/onrampOptions'
import * as v from 'valibot'
import { type OrderNews, STAGES } from '../storage/onrampOrders.ts'
import type { AskAggregator } from '../upstreams/swap/askAggregator.ts'
import type { Provider } from './provider.ts'
import { checkSigned, readParts, sign } from './signatures.ts'

const plain = v.pipe(v.string(), v.regex(/^\d{1,30}(\.\d{1,30})?$/))

const options = v.object({
  paymentCurrencies: v.array(paymentCurrency),
  purchaseCurrencies: v.array(purchaseCurrency),
})
const offer = v.object({
  quoteId: v.string(),
  paymentTotal: plain,
  paymentSubtotal: plain,
  purchaseAmount: plain,
  networkFee: plain,
  providerFee: plain,
})
const news = v.object({
  order: v.string(),
  status: v.picklist(Object.keys(STAGES) as (keyof typeof STAGES)[]),
  amount: v.optional(plain),
  hash: v.optional(v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/))),
})

/** How long the page of an order takes payment, in seconds. */
const PAGE_SECONDS = 3_600

/** Makes it. `newsUrl` is where it is to send its news. */
export function createSampleProvider(parameters: {
  name: string
  label: string
  url: string
  secret: string
  networks: readonly string[]
  newsUrl: string
  ask: AskAggregator
  now: () => number
}): Provider {
  const { name, label, secret, networks, ask } = parameters
  const base = parameters.url.replace(/\/+$/, '')

  function toNews(read: v.InferOutput<typeof news>): OrderNews {
    return { id: read.order, stage: read.status, purchaseAmount: read.amount, transactionHash: read.hash }
  }

  return {
    name,
    label,
    feeRange: '1.5%',
    networks,
    hosts: [new URL(base).host],
    isTest: true,
    async fetchOptions() {
      const told = await ask({ url: new URL(`${base}/api/options`), signal: undefined }, options)
      return told ?? { paymentCurrencies: [], purchaseCurrencies: [] }
    },
    fetchOffer(request, signal) {
      const url = new URL(`${base}/api/quote`)
      url.searchParams.set('network', request.networkId)
      url.searchParams.set('asset', request.assetId)
      url.searchParams.set('pay', request.paymentAmount)
      url.searchParams.set('currency', request.paymentCurrency)
      if (request.paymentMethod !== undefined) url.searchParams.set('method', request.paymentMethod)
      return ask({ url, signal }, offer)
    },
    async createPage(order) {
      const url = new URL(`${base}/checkout`)
      const fields = {
        order: order.id,
        network: order.networkId,
        asset: order.symbol,
        address: order.address,
        pay: order.paymentAmount,
        currency: order.paymentCurrency,
        method: order.paymentMethod,
        news: parameters.newsUrl,
        until: `${Math.floor(parameters.now() / 1000) + PAGE_SECONDS}`,
      }
      for (const [key, value] of Object.entries(fields)) if (value !== null) url.searchParams.set(key, value)
      url.searchParams.set('signature', sign(secret, url.searchParams.toString()))
      return url.href
    },
    async fetchNews(order) {
      const url = new URL(`${base}/api/orders/${order.id}`)
      const told = await ask({ url, headers: { 'x-signature': sign(secret, order.id) }, signal: undefined }, news)
      return told?.order === order.id ? toNews(told) : undefined
    },
    readMessage({ text, header, now }) {
      const { t, s } = readParts(header('x-provider-signature'))
      checkSigned({ secret, text, seconds: t, signature: s, now })
      return [toNews(v.parse(news, JSON.parse(text)))]
    },
  }
}
