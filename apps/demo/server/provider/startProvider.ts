import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { formatUnits, type Hex } from 'viem'
import { listen } from '../listen.ts'
import { type Asset, hmac, type Order, openOrders } from './orders.ts'
import { PAGE_POLICY, payPage, refusalPage, statusPage } from './pages.ts'

/** A running sample provider. */
export type RunningProvider = { readonly url: string; close(): Promise<void> }

/** What it takes, of all that is paid, and what it asks for sending, in US dollars. */
const FEE_PERCENT = 1.5
const NETWORK_FEE = 0.4

/** US dollars for one of a currency. Made up, as the payments are. */
const RATES: Readonly<Record<string, number>> = { USD: 1, EUR: 1.1 }

const LIMITS = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]

const BODY_LIMIT = 8 * 1024

/** The card that is always declined, as test cards are. */
const DECLINED = '4000000000000002'

/**
 * Starts a sample provider: it sells test coins of a dev chain for payments that are pretended. Orders come as signed addresses
 * (`secret`), and what becomes of them is told to the address in the order, signed as well, again and again until it is taken.
 */
export async function startProvider(options: {
  port: number
  label: string
  secret: string
  /** Where it writes down what it has taken and sent. */
  folder: string
  rpcUrl: string
  /** CAIP-2. */
  networkId: string
  networkName: string
  /** Has the coins. */
  key: Hex
  assets: readonly Asset[]
  fetch?: typeof fetch | undefined
  retryMs?: number | undefined
  tell?: ((line: string) => void) | undefined
}): Promise<RunningProvider> {
  const { label, secret, assets, networkId } = options
  const orders = await openOrders({
    ...options,
    path: (genesis) => join(options.folder, `${genesis.slice(2, 18)}.jsonl`),
    fetch: options.fetch ?? globalThis.fetch,
    retryMs: options.retryMs ?? 500,
    tell: options.tell ?? (() => undefined),
  })

  /** What an order is quoted, or undefined where it is none that can be sold. */
  function quote(parts: { symbol: string; pay: string; currency: string; method: string }) {
    const asset = assets.find(({ symbol }) => symbol === parts.symbol)
    const rate = Object.hasOwn(RATES, parts.currency) ? RATES[parts.currency] : undefined
    const limit = LIMITS.find(({ id }) => id === parts.method)
    const pay = /^\d{1,9}(\.\d{1,2})?$/.test(parts.pay) ? Number(parts.pay) : Number.NaN
    if (!asset || rate === undefined || !limit || !(pay >= Number(limit.min) && pay <= Number(limit.max))) {
      return undefined
    }
    // In cents of the currency, and then millionths of the asset, so that amounts have few digits and are always rounded down.
    const cents = Math.round(pay * 100)
    const fee = Math.ceil((cents * FEE_PERCENT) / 100)
    const network = Math.ceil((NETWORK_FEE * 100) / rate)
    const millionths = Math.floor((((cents - fee - network) / 100) * rate * 1e6) / asset.price)
    return {
      quoteId: `${parts.symbol}-${parts.pay}-${parts.currency}`,
      paymentTotal: (cents / 100).toFixed(2),
      paymentSubtotal: ((cents - fee - network) / 100).toFixed(2),
      purchaseAmount: formatUnits(BigInt(millionths), 6),
      networkFee: (network / 100).toFixed(2),
      providerFee: (fee / 100).toFixed(2),
    }
  }

  /** The order that a signed query is; a text where it is none. */
  function readOrder(query: string): Order | string {
    const fields = new URLSearchParams(query)
    const signature = fields.get('signature') ?? ''
    fields.delete('signature')
    if (!isSame(signature, hmac(secret, fields.toString()))) return 'This address is not signed by a partner.'
    const get = (name: string): string => fields.get(name) ?? ''
    const address = get('address')
    if (!/^0x[0-9a-fA-F]{40}$/.test(address) || get('network') !== networkId || !URL.canParse(get('news'))) {
      return 'This is no order that can be carried out here.'
    }
    const order: Order = {
      id: get('order'),
      symbol: get('asset'),
      address: address as Hex,
      pay: get('pay') || '100.00',
      currency: get('currency') || 'USD',
      method: get('method') || 'card',
      news: get('news'),
    }
    if (quote(order) === undefined) return 'This is not sold for that amount.'
    // What was paid in time is still shown.
    const isLate = Number(get('until')) * 1000 < Date.now()
    return isLate && orders.find(order.id) === undefined ? 'This order is too old. Make a new one.' : order
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<undefined> {
    const url = new URL(request.url ?? '/', 'http://provider.localhost')
    const send = (status: number, type: string, text: string): undefined => {
      response.writeHead(status, {
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': PAGE_POLICY,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      response.end(text)
    }
    const json = (status: number, value: unknown): undefined => send(status, 'application/json', JSON.stringify(value))
    const html = (status: number, text: string): undefined => send(status, 'text/html', text)
    const show = (query: string, refusal?: string): undefined => {
      const order = readOrder(query)
      if (typeof order === 'string') return html(400, refusalPage(label, order))
      const note = orders.find(order.id)
      if (note !== undefined) return html(200, statusPage({ label, order, note }))
      const amount = quote(order)?.purchaseAmount ?? '0'
      return html(200, payPage({ label, order, amount, query, ...(refusal === undefined ? {} : { refusal }) }))
    }

    if (request.method === 'GET' && url.pathname === '/api/options') return json(200, describe())
    if (request.method === 'GET' && url.pathname === '/api/quote') {
      const get = (name: string): string => url.searchParams.get(name) ?? ''
      const offer = quote({
        symbol: get('asset'),
        pay: get('pay'),
        currency: get('currency'),
        method: get('method') || 'card',
      })
      return offer !== undefined && get('network') === networkId ? json(200, offer) : json(404, {})
    }
    const asked = /^\/api\/orders\/([\w-]{1,64})$/.exec(url.pathname)?.[1]
    if (request.method === 'GET' && asked !== undefined) {
      if (!isSame(String(request.headers['x-signature'] ?? ''), hmac(secret, asked))) return json(401, {})
      const note = orders.find(asked)
      return note === undefined ? json(404, {}) : json(200, note)
    }
    if (request.method === 'GET' && url.pathname === '/checkout') return show(url.search.slice(1))
    if (request.method === 'POST' && (url.pathname === '/pay' || url.pathname === '/cancel')) {
      const form = new URLSearchParams(await readBody(request))
      const query = form.get('order') ?? ''
      const order = readOrder(query)
      if (typeof order === 'string') return html(400, refusalPage(label, order))
      if (url.pathname === '/cancel') orders.refuse(order)
      else if ((form.get('card') ?? '').replace(/\s/g, '') === DECLINED) {
        return show(query, 'The card was declined. Nothing was taken.')
      } else orders.pay(order, quote(order)?.purchaseAmount ?? '0')
      // After a form a plain address: loading it anew pays nothing again.
      response.writeHead(303, { location: `/checkout?${query}`, 'cache-control': 'no-store' })
      response.end()
      return
    }
    return html(404, refusalPage(label, 'There is nothing here.'))
  }

  function describe() {
    return {
      paymentCurrencies: Object.keys(RATES).map((id) => ({ id, payment_method_limits: LIMITS })),
      purchaseCurrencies: assets.map(({ symbol, name, contract }) => ({
        id: symbol,
        name,
        symbol,
        networks: [
          {
            name: options.networkName.toLowerCase(),
            display_name: options.networkName,
            chain_id: networkId.replace(/^eip155:/, ''),
            contract_address: contract ?? '',
            network_id: networkId,
          },
        ],
      })),
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  const port = await listen(server, options.port)
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await orders.close()
    },
  }
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) {
    text += piece
    if (text.length > BODY_LIMIT) throw new Error('The form is too large.')
  }
  return text
}
