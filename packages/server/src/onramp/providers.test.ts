import { createHmac, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import type { PurchaseCurrency } from '@latchkey/wire/onrampOptions'
import { describe, expect, test } from 'vitest'
import { type ConfigError, parseConfig } from '../config.ts'
import { RequestError } from '../RequestError.ts'
import type { StoredOrder } from '../storage/onrampOrders.ts'
import { createAskAggregator } from '../upstreams/swap/askAggregator.ts'
import { createCoinbase } from './coinbase.ts'
import { createMoonpay } from './moonpay.ts'
import { createOnramp } from './onramp.ts'
import type { Provider } from './provider.ts'

const me = '0xA1a1a1A1A1A1A1A1A1a1a1a1a1a1A1A1a1A1a1a1'
const NOW = Date.UTC(2026, 10, 23)

const order: StoredOrder = {
  id: 'o'.repeat(32),
  projectId: 'shop',
  orderKey: 'k'.repeat(32),
  provider: 'p',
  stage: 'created',
  networkId: 'eip155:8453',
  address: me,
  symbol: 'USDC',
  paymentAmount: '100',
  paymentCurrency: 'USD',
  paymentMethod: 'card',
  quotedAmount: null,
  purchaseAmount: null,
  transactionHash: null,
  createdAt: NOW,
  updatedAt: NOW,
}

type Asked = { method: string; url: URL; headers: Headers; body: unknown }

/** A provider's HTTP interface: answers by path, and keeps what it was asked. */
function serve(answers: Readonly<Record<string, unknown>>) {
  const asked: Asked[] = []
  const fetchThere: typeof fetch = async (input, init) => {
    const url = new URL(String(input))
    const body = init?.body ? (JSON.parse(String(init.body)) as unknown) : undefined
    asked.push({ method: init?.method ?? 'GET', url, headers: new Headers(init?.headers), body })
    const answer = answers[url.pathname]
    return answer === undefined ? new Response(null, { status: 404 }) : Response.json(answer)
  }
  return { asked, ask: createAskAggregator({ fetch: fetchThere, timeoutMs: 1_000 }) }
}

describe('Coinbase', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const money = (value: string, currency = 'USD') => ({ value, currency })

  function open(
    answers: Readonly<Record<string, unknown>>,
    keySecret = privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
  ) {
    const { asked, ask } = serve(answers)
    const provider = createCoinbase({
      name: 'coinbase',
      label: 'Coinbase',
      apiUrl: 'https://api.example/onramp',
      pageUrl: 'https://pay.example/buy/select-asset',
      keyId: 'organizations/o/apiKeys/k',
      keySecret,
      country: 'US',
      subdivision: 'NY',
      networks: ['eip155:1', 'eip155:8453'],
      ask,
      now: () => NOW,
      randomText: () => 'nonce',
    })
    return { provider, asked }
  }

  test('every call carries a token for that call alone, signed by the key', async () => {
    const { provider, asked } = open({
      '/onramp/v1/buy/options': { payment_currencies: [], purchase_currencies: [] },
    })
    await provider.fetchOptions()
    const [header = '', claims = '', signature = ''] = (asked[0]?.headers.get('authorization') ?? '')
      .replace('Bearer ', '')
      .split('.')
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())
    expect(read(header)).toEqual({ alg: 'ES256', typ: 'JWT', kid: 'organizations/o/apiKeys/k', nonce: 'nonce' })
    expect(read(claims)).toMatchObject({
      iss: 'cdp',
      sub: 'organizations/o/apiKeys/k',
      iat: NOW / 1000,
      nbf: NOW / 1000,
      exp: NOW / 1000 + 120,
      uris: ['GET api.example/onramp/v1/buy/options'],
    })
    const key = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }))
    const bytes = Buffer.from(signature, 'base64url')
    expect(verify('sha256', Buffer.from(`${header}.${claims}`), { key, dsaEncoding: 'ieee-p1363' }, bytes)).toBe(true)
  })

  test('an Ed25519 key is 64 bytes in base64, its seed and its public key', async () => {
    const pair = generateKeyPairSync('ed25519')
    const { d = '', x = '' } = pair.privateKey.export({ format: 'jwk' })
    const secret = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString('base64')
    const { provider, asked } = open(
      { '/onramp/v1/buy/options': { payment_currencies: [], purchase_currencies: [] } },
      secret,
    )
    await provider.fetchOptions()
    const [header = '', claims = '', signature = ''] = (asked[0]?.headers.get('authorization') ?? '')
      .replace('Bearer ', '')
      .split('.')
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'EdDSA' })
    const bytes = Buffer.from(signature, 'base64url')
    expect(verify(null, Buffer.from(`${header}.${claims}`), pair.publicKey, bytes)).toBe(true)
  })

  test('options and quotes are read in either of the two ways that they are written', async () => {
    const { provider, asked } = open({
      '/onramp/v1/buy/options': {
        payment_currencies: [{ id: 'USD', limits: [{ id: 'CARD', min: '5', max: '2500' }] }],
        purchase_currencies: [
          {
            id: 'usdc-id',
            name: 'USD Coin',
            symbol: 'USDC',
            networks: [
              { name: 'base', display_name: 'Base', chain_id: '8453', contract_address: '0x8335' },
              { name: 'elsewhere', display_name: 'Elsewhere', chain_id: '5', contract_address: '' },
            ],
          },
        ],
      },
      '/onramp/v1/buy/quote': {
        paymentTotal: money('100.00'),
        paymentSubtotal: money('97.00'),
        purchaseAmount: money('97.00', 'USDC'),
        coinbaseFee: money('2.50'),
        networkFee: money('0.50'),
        quoteId: 'q-1',
      },
    })
    const options = await provider.fetchOptions()
    expect(options.paymentCurrencies).toEqual([
      { id: 'USD', payment_method_limits: [{ id: 'card', min: '5', max: '2500' }] },
    ])
    expect(options.purchaseCurrencies[0]?.networks.map(({ network_id }) => network_id)).toEqual(['eip155:8453', null])
    const request = {
      networkId: 'eip155:8453',
      symbol: 'USDC',
      assetId: 'usdc-id',
      paymentAmount: '100',
      paymentCurrency: 'USD',
      paymentMethod: undefined,
    }
    expect(await provider.fetchOffer(request, AbortSignal.timeout(1_000))).toEqual({
      quoteId: 'q-1',
      paymentTotal: '100.00',
      paymentSubtotal: '97.00',
      purchaseAmount: '97.00',
      networkFee: '0.50',
      providerFee: '2.50',
    })
    expect(asked[0]?.url.searchParams.get('subdivision')).toBe('NY')
    expect(asked[1]?.body).toMatchObject({
      purchaseNetwork: 'base',
      paymentMethod: 'CARD',
      country: 'US',
      subdivision: 'NY',
    })
  })

  test('the page is opened with a session for the one address, and the order is what it is looked up by', async () => {
    const { provider, asked } = open({
      '/onramp/v1/token': { token: 'c2Vzc2lvbi10b2tlbg==', channel_id: '' },
      [`/onramp/v1/buy/user/${order.id}/transactions`]: {
        transactions: [
          { status: 'ONRAMP_TRANSACTION_STATUS_FAILED', wallet_address: me, purchase_amount: '97' },
          { status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS', wallet_address: `0x${'bd'.repeat(20)}` },
          {
            status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
            wallet_address: me.toLowerCase(),
            purchase_amount: money('97', 'USDC'),
            tx_hash: '0x',
          },
        ],
      },
    })
    const page = new URL(await provider.createPage(order, { ip: '203.0.113.7' }, AbortSignal.timeout(1_000)))
    expect(asked[0]?.body).toEqual({
      addresses: [{ address: me, blockchains: ['base'] }],
      assets: ['USDC'],
      clientIp: '203.0.113.7',
    })
    expect(page.host).toBe('pay.example')
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      sessionToken: 'c2Vzc2lvbi10b2tlbg==',
      partnerUserRef: order.id,
      defaultNetwork: 'base',
      presetFiatAmount: '100',
    })
    expect(await provider.fetchNews?.(order)).toEqual({
      id: order.id,
      stage: 'pending',
      purchaseAmount: '97',
      transactionHash: undefined,
    })
  })
})

describe('MoonPay', () => {
  const webhookKey = 'wk_test_0123456789'

  function open(answers: Readonly<Record<string, unknown>> = {}) {
    const { asked, ask } = serve({
      '/v3/currencies': [
        { type: 'fiat', code: 'usd', name: 'US Dollar', minBuyAmount: 20, maxBuyAmount: 30_000 },
        {
          type: 'crypto',
          code: 'usdc_base',
          name: 'USD Coin (Base)',
          metadata: { contractAddress: '0x8335', chainId: '8453', networkCode: 'base' },
        },
        { type: 'crypto', code: 'old', name: 'Old', isSuspended: true, metadata: { chainId: '1' } },
        {
          type: 'crypto',
          code: 'sol',
          name: 'Solana',
          metadata: { contractAddress: null, chainId: null, networkCode: 'solana' },
        },
      ],
      ...answers,
    })
    const provider = createMoonpay({
      name: 'moonpay',
      label: 'MoonPay',
      apiUrl: 'https://api.example',
      pageUrl: 'https://buy.example',
      publishableKey: 'pk_test_1',
      secretKey: 'sk_test_1',
      webhookKey,
      networks: ['eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
      ask,
    })
    return { provider, asked }
  }

  test('what it sells is told by network, and a quote gives amount and fees', async () => {
    const { provider } = open({
      '/v3/currencies/usdc_base/buy_quote': {
        baseCurrencyAmount: 95.5,
        quoteCurrencyAmount: 95.4,
        feeAmount: 3.99,
        extraFeeAmount: 0,
        networkFeeAmount: 0.51,
        totalAmount: 100,
      },
    })
    const { purchaseCurrencies, paymentCurrencies } = await provider.fetchOptions()
    expect(purchaseCurrencies.map(({ symbol, networks }) => [symbol, networks[0]?.network_id])).toEqual([
      ['USDC', 'eip155:8453'],
      ['SOL', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ])
    expect(paymentCurrencies[0]).toEqual({
      id: 'USD',
      payment_method_limits: [{ id: 'card', min: '20', max: '30000' }],
    })
    const request = {
      networkId: 'eip155:8453',
      symbol: 'USDC',
      assetId: 'USDC',
      paymentAmount: '100',
      paymentCurrency: 'USD',
      paymentMethod: 'card',
    }
    expect(await provider.fetchOffer(request, AbortSignal.timeout(1_000))).toMatchObject({
      paymentTotal: '100',
      purchaseAmount: '95.4',
      networkFee: '0.51',
      providerFee: '3.99',
    })
  })

  test('the address of its page names the account and is signed over the very query, last', async () => {
    const { provider } = open()
    await provider.fetchOptions()
    const page = new URL(await provider.createPage(order, { ip: undefined }, AbortSignal.timeout(1_000)))
    expect(page.searchParams.get('walletAddress')).toBe(me)
    expect(page.searchParams.get('externalTransactionId')).toBe(order.id)
    const [query = '', signature = ''] = page.search.split('&signature=')
    expect(decodeURIComponent(signature)).toBe(createHmac('sha256', 'sk_test_1').update(query).digest('base64'))
  })

  test('its page opens for the IP address of the visitor alone, where that is a public one', async () => {
    const { provider } = open()
    await provider.fetchOptions()
    const allowed = async (ip: string) =>
      new URL(await provider.createPage(order, { ip }, AbortSignal.timeout(1_000))).searchParams.get('allowedIpAddress')
    expect(await allowed('8.8.8.8')).toBe(createHmac('sha256', 'sk_test_1').update('8.8.8.8').digest('base64'))
    expect(await allowed('127.0.0.1')).toBeNull()
    // By IPv4 the same visitor would not be let in.
    expect(await allowed('2a00:1450:4001:830::200e')).toBeNull()
  })

  test('news count only with its signature of now, and never for another account', async () => {
    const hash = `0x${'67'.repeat(32)}`
    const data = {
      status: 'completed',
      walletAddress: me,
      quoteCurrencyAmount: 95.4,
      cryptoTransactionId: hash,
      externalTransactionId: order.id,
    }
    const { provider, asked } = open({
      [`/v1/transactions/ext/${order.id}`]: [{ ...data, walletAddress: `0x${'bd'.repeat(20)}` }],
    })
    const text = JSON.stringify({ type: 'transaction_updated', data })
    const seconds = NOW / 1000
    const s = createHmac('sha256', webhookKey).update(`${seconds}.${text}`).digest('hex')
    const tell = (header: string, now = NOW, body = text) =>
      provider.readMessage?.({ text: body, header: () => header, now })
    expect(tell(`t=${seconds},s=${s}`)).toEqual([
      { id: order.id, stage: 'completed', purchaseAmount: '95.4', transactionHash: hash },
    ])
    for (const refused of [
      () => tell(`t=${seconds},s=${s}`, NOW + 301_000),
      () => tell(`t=${seconds},s=${s}`, NOW, text.replace('95.4', '96.4')),
      () => tell(`s=${s}`),
      () => tell(''),
    ]) {
      expect(refused).toThrow(RequestError)
    }
    expect(await provider.fetchNews?.(order)).toBeUndefined()
    expect(asked.at(-1)?.url.searchParams.get('apiKey')).toBe('pk_test_1')
  })
})

describe('what is sold', () => {
  const usdc: PurchaseCurrency = {
    id: 'USDC',
    name: 'USD Coin',
    symbol: 'USDC',
    networks: [
      { name: 'ethereum', display_name: 'Ethereum', chain_id: '1', contract_address: '0x1', network_id: 'eip155:1' },
    ],
  }
  const unanswered = async (): Promise<never> => {
    throw new RequestError('UPSTREAM_UNAVAILABLE', 'gone')
  }

  function open(parts: Partial<Provider>, price: number | undefined) {
    const provider: Provider = {
      name: 'one',
      label: 'One',
      feeRange: '1-2%',
      isTest: false,
      networks: ['eip155:1'],
      hosts: ['one.example'],
      fetchOptions: unanswered,
      fetchOffer: unanswered,
      createPage: unanswered,
      ...parts,
    }
    return createOnramp({
      providers: [provider],
      restrictedTimeZones: [],
      storage: {
        get database(): never {
          throw new Error('nothing is stored here')
        },
      },
      fetchUnitPrice: async () => price,
      clock: { now: () => NOW },
      log: { info() {}, warn() {}, error() {} },
    })
  }
  const request = {
    provider: undefined,
    purchaseCurrency: usdc,
    paymentCurrency: 'USD',
    paymentMethod: 'card',
    amount: '100',
    network: 'eip155:1',
    signal: AbortSignal.timeout(10_000),
  }

  test('of a provider that does not answer, the built-in list is told, on its own networks alone, and marked', async () => {
    const { providers } = await open({}, undefined).fetchOptions()
    expect(providers[0]).toMatchObject({
      isFallback: true,
      paymentCurrencies: [
        { id: 'USD', payment_method_limits: [{ id: 'card', min: '10.00', max: '7500.00' }, { max: '25000.00' }] },
        { id: 'EUR' },
      ],
    })
    const ether = providers[0]?.purchaseCurrencies.find(({ symbol }) => symbol === 'ETH')
    expect(ether?.networks).toMatchObject([{ network_id: 'eip155:1', contract_address: '' }])
  })

  test('a quote that nobody made has the id of one, says that it is an estimate, and is refused where no price is known', async () => {
    expect(await open({}, 2).fetchQuote(request)).toMatchObject({
      quoteId: 'mocked-quote-id',
      isEstimate: true,
      purchaseAmount: { amount: '50', currency: 'USDC' },
    })
    await expect(open({}, undefined).fetchQuote(request)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    await expect(open({}, 2).fetchQuote({ ...request, amount: '7500.01' })).rejects.toMatchObject({
      code: 'ASSET_UNSUPPORTED',
    })
  })
})

test('a configuration is told what a provider lacks, and shows none of its secrets', () => {
  const problemsOf = (providers: unknown[]): string[] => {
    try {
      parseConfig({ onramp: { providers } })
    } catch (error) {
      return (error as ConfigError).problems.map(({ key, problem }) => `${key}: ${problem}`)
    }
    return []
  }
  const sample = { kind: 'sample', url: 'https://pay.example', networks: ['eip155:1'] }
  const told = problemsOf([{ ...sample, secret: 'hush-hush' }])
  expect(told).toEqual(['onramp.providers[0].secret: found a text that does not fit, must have at least 24 characters'])
  expect(problemsOf([{ kind: 'coinbase', keyId: 'k', keySecret: 'x'.repeat(40) }])).toEqual([
    'onramp.providers[0].keySecret: must be an EC key in PEM or 64 bytes in base64',
  ])
  const good = { ...sample, secret: 'nZ4q8Lw1Xc7Vb2Rt9Yp5Km3J' }
  expect(problemsOf([good, good])).toEqual(['onramp.providers[1].name: "sample" is listed twice'])
  expect(problemsOf([{ kind: 'moonpay', publishableKey: 'sk_live_1', secretKey: 'sk_live_1' }])).toHaveLength(1)
})
