import { createFakeServices, createTestLatchkey } from '@latchkey/testing'
import type { OnrampOptions } from '@latchkey/wire/onrampOptions'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { universal } from '../../../adapters/universal/index.ts'
import { createScriptedWallet } from '../../../testing/index.ts'
import type { WalletWindow } from '../../services/ports.ts'
import {
  beginPurchase,
  changePurchase,
  fillPurchase,
  LOOK_LIMIT_MS,
  LOOK_MS,
  loadOffers,
  loadOrders,
  notePurchaseOpened,
  openPurchase,
  watchPurchase,
} from './actions.ts'
import { fillForm, findMethod, guessCurrency, listCurrencies, readAmount, searchOptions } from './formRules.ts'
import { keepOrder } from './kept.ts'
import { loadOnramp } from './loadOnramp.ts'
import { getCurrencyPicture, getPurchasePicture } from './pictures.ts'
import { listProviders } from './rules.ts'
import { onrampOf } from './state.ts'

const KEY = `0x${'21'.repeat(32)}` as const
const me = privateKeyToAccount(KEY).address
const ORDER = 'o'.repeat(32)

const provider = {
  name: 'brindle',
  label: 'Brindle Pay',
  feeRange: '1.5%',
  supportedChains: ['eip155'],
  networks: ['eip155:1'],
  hosts: ['pay.example'],
  isTest: true,
  isFallback: false,
  paymentCurrencies: [
    {
      id: 'USD',
      payment_method_limits: [
        { id: 'ach_bank_account', min: '10', max: '25000' },
        { id: 'card', min: '10', max: '7500' },
      ],
    },
    { id: 'EUR', payment_method_limits: [{ id: 'card', min: '10', max: '7500' }] },
  ],
  purchaseCurrencies: [
    {
      id: 'ETH',
      name: 'Ether',
      symbol: 'ETH',
      networks: [
        { name: 'ethereum', display_name: 'Ethereum', chain_id: '1', contract_address: '', network_id: 'eip155:1' },
      ],
    },
  ],
}
const options: OnrampOptions = {
  paymentCurrencies: provider.paymentCurrencies,
  purchaseCurrencies: provider.purchaseCurrencies,
  providers: [provider],
  restrictedTimeZones: ['ASIA/SHANGHAI'],
}

function quote(parts: Record<string, unknown> = {}) {
  const usd = (amount: string) => ({ amount, currency: 'USD' })
  return {
    paymentTotal: usd('100'),
    paymentSubtotal: usd('98.1'),
    purchaseAmount: { amount: '0.04905', currency: 'ETH' },
    networkFee: usd('0.4'),
    coinbaseFee: usd('1.5'),
    quoteId: 'q',
    isEstimate: false,
    provider: 'brindle',
    ...parts,
  }
}

function order(status: string) {
  return {
    id: ORDER,
    provider: 'brindle',
    status,
    networkId: 'eip155:1',
    address: me,
    symbol: 'ETH',
    paymentAmount: '100',
    paymentCurrency: 'USD',
    purchaseAmount: '0.04905',
    isPurchaseKnown: true,
    transactionHash: null,
    createdAt: '2026-11-23T00:00:00.000Z',
    updatedAt: '2026-11-23T00:00:00.000Z',
  }
}

/** A connected page and a gateway that sells. `said` is what it answers, and may be changed. */
async function load(parts: { isBlocked?: boolean } = {}) {
  const wallet = createScriptedWallet({ name: 'Drill', rdns: 'dev.drill', privateKey: KEY, rpcUrl: '', chainId: 1 })
  const said = { status: 'created', url: `https://pay.example/checkout?address=${me}`, quote: quote() as unknown }
  const visited: string[] = []
  const opens: unknown[][] = []
  const page = {
    closed: false,
    opener: 'the site' as unknown,
    location: { replace: (url: string) => visited.push(url) },
    focus() {},
    close() {
      page.closed = true
    },
  }
  const walletWindow: WalletWindow = Object.assign(new EventTarget(), {
    open(...given: unknown[]) {
      opens.push(given)
      page.closed = false
      return parts.isBlocked ? null : page
    },
  })
  const services = createFakeServices({
    walletWindow,
    gateway: {
      getOnrampOptions: () => options,
      getOnrampQuote: () => said.quote,
      generateOnrampUrl: () => ({ url: said.url, orderId: ORDER, provider: 'brindle' }),
      getOnrampOrders: () => ({ orders: [order(said.status)] }),
    },
  })
  const made = createTestLatchkey({ services, options: { adapters: [universal()], onrampHosts: ['pay.example'] } })
  wallet.announce(walletWindow)
  await made.latchkey.connect({ connectorId: 'dev.drill' })
  const { instance } = made
  await loadOnramp(instance)
  fillPurchase(instance)
  changePurchase(instance, { currency: 'USD' })
  return { instance, services, said, page, visited, opens, state: () => onrampOf(instance).get() }
}

describe('what is offered', () => {
  test('nothing is, in a restricted time zone, on a network that nobody serves, and before the gateway has said', () => {
    expect(listProviders(options, 'eip155:1', 'Europe/Vienna')).toHaveLength(1)
    expect(listProviders(options, 'eip155:1', 'Asia/Shanghai')).toEqual([])
    expect(listProviders(options, 'eip155:10', 'Europe/Vienna')).toEqual([])
    expect(listProviders(undefined, 'eip155:1', 'Europe/Vienna')).toEqual([])
  })

  test('the way to pay follows the amount, a card first; amounts have at most two decimals', () => {
    expect(findMethod(provider, 'USD', 100)).toBe('card')
    expect(findMethod(provider, 'USD', 8_000)).toBe('ach_bank_account')
    expect(findMethod(provider, 'EUR', 8_000)).toBeUndefined()
    expect(
      ['100', '99,5', ' 7.05 ', '９９．５', '٩٩٫٥', '1.005', '0', 'a', '-1', '1e3'].map((amount) =>
        readAmount({ amount }),
      ),
    ).toEqual(['100', '99.5', '7.05', '99.5', '99.5', undefined, undefined, undefined, undefined, undefined])
  })

  test('the currency that the visitor likely has comes first, told by the language alone', () => {
    expect(['de-AT', 'en-US', 'en', 'zh-Hant-TW'].map(guessCurrency)).toEqual(['EUR', 'USD', undefined, undefined])
    const form = { amount: '100', currency: undefined, symbol: 'GONE' }
    expect(fillForm({ form }, [provider], 'eip155:1', 'EUR')).toMatchObject({ currency: 'EUR', symbol: 'ETH' })
    expect(fillForm({ form }, [provider], 'eip155:1', 'JPY')).toMatchObject({ currency: 'USD' })
  })
})

describe('a purchase', () => {
  test('is quoted, opened in a window that knows nothing of the site, and followed to its end', async () => {
    const { instance, services, said, page, visited, opens, state } = await load()
    await loadOffers(instance)
    expect(state().offers.brindle).toMatchObject({ status: 'done', quote: { purchaseAmount: { amount: '0.04905' } } })
    await beginPurchase(instance, provider)
    expect(opens).toEqual([['', '_blank', 'width=600,height=800,scrollbars=yes']])
    expect(page.opener).toBeNull()
    expect(visited).toEqual([said.url])
    expect(state().purchase).toMatchObject({ status: 'waiting', orderId: ORDER, amount: '100', symbol: 'ETH' })

    const stop = watchPurchase(instance)
    for (const [status, shown] of [
      ['created', 'waiting'],
      ['pending', 'paid'],
      ['sent', 'paid'],
      ['completed', 'completed'],
    ] as const) {
      said.status = status
      await services.clock.advance(LOOK_MS)
      expect(state().purchase?.status).toBe(shown)
    }
    stop()
    await loadOrders(instance)
    expect(state().orders).toMatchObject({ status: 'done', list: [{ id: ORDER, status: 'completed' }] })
  })

  test('says that its window was closed, and later that nothing was seen, and still sees a payment after that', async () => {
    const { instance, services, said, page, state } = await load()
    await beginPurchase(instance, provider)
    const stop = watchPurchase(instance)
    page.closed = true
    await services.clock.advance(LOOK_MS)
    // Said of a window on another origin too, where the site isolates itself.
    expect(state().purchase?.status).toBe('waiting')
    services.browser.setFocused(true)
    await services.clock.advance(LOOK_MS)
    expect(state().purchase?.status).toBe('closed')
    await services.clock.advance(LOOK_LIMIT_MS)
    expect(state().purchase?.status).toBe('late')
    said.status = 'completed'
    await services.clock.advance(LOOK_MS)
    expect(state().purchase?.status).toBe('completed')
    stop()
  })

  test('is looked for after its view was left, and told once when it has ended, unless somebody watches it again', async () => {
    const { instance, services, said } = await load()
    const told: (string | undefined)[] = []
    const tell = ({ status }: { readonly status: string }): void => void told.push(status)
    await beginPurchase(instance, provider)
    watchPurchase(instance, tell)()
    await services.clock.advance(LOOK_LIMIT_MS)
    expect(told).toEqual([])
    const stop = watchPurchase(instance, tell)
    await services.clock.advance(LOOK_MS)
    stop()
    said.status = 'completed'
    await services.clock.advance(3 * LOOK_MS)
    expect(told).toEqual(['completed'])

    const watched = await load()
    await beginPurchase(watched.instance, provider)
    watchPurchase(watched.instance, tell)()
    watched.said.status = 'failed'
    const stopWatching = watchPurchase(watched.instance, tell)
    await watched.services.clock.advance(3 * LOOK_MS)
    stopWatching()
    await watched.services.clock.advance(3 * LOOK_MS)
    expect(told).toEqual(['completed'])
  })

  test('whose window is blocked has a link, and tried again it is the same order', async () => {
    const { instance, services, said, state } = await load({ isBlocked: true })
    await beginPurchase(instance, provider)
    expect(state().purchase).toMatchObject({ status: 'blocked', url: said.url })
    notePurchaseOpened(instance)
    expect(state().purchase?.status).toBe('waiting')
    await openPurchase(instance)
    const keys = services.calls
      .filter(({ name }) => name === 'generateOnrampUrl')
      .map(({ input }) => (input as { body: { orderKey: string } }).body.orderKey)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  test('SEC-98: a page on another host, or for another account, is never opened, and its window is closed', async () => {
    for (const url of [
      `https://evil.example/?address=${me}`,
      `https://pay.example/?address=0x${'bd'.repeat(20)}`,
      '',
    ]) {
      const { instance, said, page, visited, state } = await load()
      said.url = url
      await beginPurchase(instance, provider)
      expect(state().purchase).toMatchObject({ status: 'refused', failure: 'ONRAMP_MISMATCH', url: undefined })
      expect(visited).toEqual([])
      expect(page.closed).toBe(true)
    }
  })

  test('is not quoted by an answer to another question', async () => {
    const { instance, said, state } = await load()
    said.quote = quote({ purchaseAmount: { amount: '9', currency: 'BTC' } })
    await loadOffers(instance)
    expect(state().offers.brindle).toEqual({ status: 'failed' })
  })
})

test('orders that the gateway does not tell of are said to be missing, and the others are shown', async () => {
  const { latchkey, instance } = createTestLatchkey({
    services: createFakeServices({ gateway: { getOnrampOrders: () => ({ orders: [] }) } }),
  })
  keepOrder(instance, ORDER)
  await loadOrders(instance)
  expect(onrampOf(instance).get().orders).toEqual({ status: 'done', list: [], isPartial: true })
  latchkey.destroy()
})

test('the likely currency is offered first, and none is made up for it', () => {
  expect(listCurrencies([provider], 'EUR')).toEqual(['EUR', 'USD'])
  expect(listCurrencies([provider], 'JPY')).toEqual(['USD', 'EUR'])
})

test('a search keeps what has the words in its code or name, what begins with them first', () => {
  const choices = [
    { code: 'WETH', name: 'Wrapped Ether' },
    { code: 'ETH', name: 'Ether' },
    { code: 'DAI', name: 'Dai' },
  ]
  expect(searchOptions(choices, ' eth ').map(({ code }) => code)).toEqual(['ETH', 'WETH'])
  expect(searchOptions(choices, '')).toEqual(choices)
  expect(searchOptions(choices, 'x')).toEqual([])
})

test('tokens and currencies have the pictures of the gateway, with the fields of every call, and none without one', () => {
  const site = { gatewayUrl: 'https://gate.example/', projectId: 'shop' }
  expect(getPurchasePicture(site, 'ETH')).toMatch(
    /^https:\/\/gate\.example\/public\/getTokenImage\/ETH\?projectId=shop&st=latchkey&/,
  )
  expect(getCurrencyPicture(site, 'E/R')).toMatch(/^https:\/\/gate\.example\/public\/getCurrencyImage\/E%2FR\?/)
  expect(getPurchasePicture({ gatewayUrl: undefined, projectId: undefined }, 'ETH')).toBeUndefined()
})
