import {
  createAnswer,
  createFakeServices,
  createTestLatchkey,
  type FakeGateway,
  fakeAccounts,
  fakeAddress,
} from '@latchkey/testing'
import { expect, test } from 'vitest'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Adapter, Balance } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { fetchBalances } from './fetchBalances.ts'
import { type Token, tokensOf } from './state.ts'
import { watchBalances } from './watchBalances.ts'

const ALICE = fakeAddress(1)
const BOB = fakeAddress(2)

const item = (symbol: string, parts: Record<string, unknown> = {}) => ({
  name: symbol,
  symbol,
  chainId: 'eip155:1',
  price: 2,
  value: 3,
  quantity: { decimals: '18', numeric: '1.5' },
  iconUrl: '',
  ...parts,
})
const served: FakeGateway = {
  getSupportedChains: () => ({ http: ['eip155:1', 'eip155:10'], ws: [] }),
  getBalance: () => ({ balances: [item('ETH')] }),
}

/** An instance with `digit`'s account active on `eip155:1`, the modal closed. */
function start(gateway: FakeGateway | undefined, fetchBalance?: Adapter['fetchBalance']) {
  const services = createFakeServices({ gateway })
  const adapter: Adapter = {
    namespace: 'eip155',
    type: 'universal',
    watchConnectors: () => () => undefined,
    connect: () => Promise.reject(new Error('not asked here')),
    watchConnection: () => () => undefined,
    reconnect: async () => null,
    disconnect: async () => undefined,
    switchNetwork: async () => undefined,
    signMessage: async () => '',
    probe: () => ({ isAlive: async () => true, isUnlocked: async () => true, getAccounts: async () => [] }),
    fetchBalance,
  }
  const made = createTestLatchkey({ services, isStarted: false, options: { adapters: [() => adapter] } })
  activate(made.instance, 1)
  return { ...made, services, tokens: () => tokensOf(made.instance).get() }
}

function activate(instance: Instance, digit: number): void {
  const all = fakeAccounts(digit)
  const [active] = all
  instance.stores.accounts.set(() => (active ? { byNamespace: { eip155: { active, all } } } : { byNamespace: {} }))
}
function move(instance: Instance, networkId: 'eip155:1' | 'eip155:10' | 'eip155:999'): void {
  instance.stores.networks.set((state) => ({ ...state, activeByNamespace: { eip155: networkId } }))
}
const asked = (services: { calls: readonly { name: string }[] }) =>
  services.calls.filter((call) => call.name === 'getBalance').length
const symbols = (tokens: readonly Token[] | undefined) => tokens?.map((token) => token.symbol)

test('tokens of the active account come sorted, with unknown prices unknown and collectibles left out', async () => {
  const { instance, tokens } = start({
    ...served,
    getBalance: () => ({
      balances: [
        item('NONE', { price: 0, value: 0, address: 'eip155:1:0xaa' }),
        item('SPAM', { quantity: { decimals: '0', numeric: '9' }, address: 'eip155:1:0xbb' }),
        item('ETH', { address: 'eip155:1:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE' }),
      ],
    }),
  })
  await fetchBalances(instance)
  expect(symbols(tokens().tokens)).toEqual(['ETH', 'NONE'])
  expect(tokens()).toMatchObject({ status: 'ready', owner: `eip155:1:${ALICE}` })
  expect(tokens().tokens?.[0]).toMatchObject({ address: undefined, value: 3 })
  expect(tokens().tokens?.[1]).toMatchObject({ value: undefined, price: undefined })
})

test('SEC-83: names and symbols of tokens are cleaned', async () => {
  const { instance, tokens } = start({
    ...served,
    getBalance: () => ({ balances: [item('\u202eUSDC', { name: 'Visit\u200b evil.example \n now' })] }),
  })
  await fetchBalances(instance)
  expect(tokens().tokens?.[0]).toMatchObject({ symbol: 'USDC', name: 'Visit evil.example now' })
})

test('within 30 s the cache answers, on a page loaded later too', async () => {
  const { instance, services } = start(served)
  await fetchBalances(instance)
  await services.clock.advance(29_999)
  await fetchBalances(instance)
  expect(asked(services)).toBe(1)

  const later = createFakeServices({ gateway: served, disk: services.disk, clock: services.clock })
  const next = createTestLatchkey({ services: later, isStarted: false })
  activate(next.instance, 1)
  await fetchBalances(next.instance)
  expect(asked(later)).toBe(0)
  expect(symbols(tokensOf(next.instance).get().tokens)).toEqual(['ETH'])

  await services.clock.advance(1)
  await fetchBalances(instance)
  expect(asked(services)).toBe(2)
})

test('force skips the cache and has the gateway read the known tokens afresh', async () => {
  const { instance, services } = start({
    ...served,
    getBalance: () => ({ balances: [item('ETH'), item('PINE', { address: 'eip155:1:0xabc' })] }),
  })
  await fetchBalances(instance)
  await fetchBalances(instance, { force: true })
  expect(services.calls.at(-1)).toMatchObject({
    name: 'getBalance',
    input: { forceUpdate: ['eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'eip155:1:0xabc'] },
  })
})

test.each([
  ['not JSON', '{'],
  ['an array', '[]'],
  ['a token without an amount', '{"at":1700000000000,"tokens":[{"name":"a","symbol":"A","chainId":"eip155:1"}]}'],
  [
    'an amount that is markup',
    '{"at":1700000000000,"tokens":[{"name":"a","symbol":"A","chainId":"eip155:1","quantity":{"decimals":18,"numeric":"<b>"}}]}',
  ],
  ['a time from the future', '{"at":9700000000000,"tokens":[]}'],
])('SEC-103: a kept balance that is %s is dropped', async (_what, text) => {
  const { instance, services, tokens } = start(served)
  services.disk.plant(`@latchkey/default/cache/balances/eip155:1:${ALICE}`, text)
  await fetchBalances(instance)
  expect(asked(services)).toBe(1)
  expect(symbols(tokens().tokens)).toEqual(['ETH'])
})

test('old balances of other accounts do not pile up', async () => {
  const { instance, services } = start(served)
  await fetchBalances(instance)
  await services.clock.advance(60_000)
  activate(instance, 2)
  await fetchBalances(instance)
  expect(Object.keys(services.disk.read()).filter((key) => key.includes('balances'))).toEqual([
    `@latchkey/default/cache/balances/eip155:1:${BOB}`,
  ])
})

test('a second balance failure within 30 s asks nobody', async () => {
  const { instance, services, tokens } = start({ getSupportedChains: served.getSupportedChains ?? (() => ({})) })
  await fetchBalances(instance)
  expect(tokens().status).toBe('failed')
  const calls = services.calls.length
  await services.clock.advance(29_999)
  await fetchBalances(instance, { force: true })
  expect(services.calls.length).toBe(calls)
  await services.clock.advance(1)
  await fetchBalances(instance)
  expect(services.calls.length).toBe(calls + 1)
})

test('F-60: a gateway that says when to come back is asked no sooner', async () => {
  const { instance, services } = start({
    ...served,
    getBalance: () => {
      throw new LatchkeyError('RATE_LIMITED', 'Too many calls.', { facts: { retryAfterMs: 90_000 } })
    },
  })
  await fetchBalances(instance)
  await services.clock.advance(89_999)
  await fetchBalances(instance)
  expect(asked(services)).toBe(1)
  await services.clock.advance(1)
  await fetchBalances(instance)
  expect(asked(services)).toBe(2)
})

test('F-60: after a failure the last known balances stay, and nothing is shown as 0', async () => {
  let works = true
  const { instance, services, tokens } = start({
    ...served,
    getBalance: () => {
      if (works) return { balances: [item('ETH')] }
      throw new LatchkeyError('DATA_UNAVAILABLE', 'Down.')
    },
  })
  await fetchBalances(instance)
  works = false
  await services.clock.advance(30_000)
  await fetchBalances(instance)
  expect(tokens()).toMatchObject({ status: 'failed', updatedAt: 1_700_000_000_000 })
  expect(symbols(tokens().tokens)).toEqual(['ETH'])
  activate(instance, 2)
  await fetchBalances(instance)
  expect(tokens()).toMatchObject({ status: 'failed', tokens: undefined, owner: `eip155:1:${BOB}` })
})

test('a failure is told once: to the host always, by a toast while the modal is open', async () => {
  const { instance, services, failures } = start({})
  instance.stores.modal.set((modal) => ({ ...modal, open: true }))
  await fetchBalances(instance)
  await services.clock.advance(30_000)
  await fetchBalances(instance)
  expect(failures).toMatchObject([{ code: 'DATA_UNAVAILABLE', step: 'read', final: false, networkId: 'eip155:1' }])
  expect(instance.stores.toast.get()).toMatchObject({
    toast: { key: 'tokenBalanceUnavailable', variant: 'error' },
    nextId: 2,
  })
})

test('where old balances are on screen the toast says that they are the last known', async () => {
  let works = true
  const { instance, services } = start({
    ...served,
    getBalance: () => (works ? { balances: [item('ETH')] } : Promise.reject(new Error('down'))),
  })
  await fetchBalances(instance)
  works = false
  await services.clock.advance(30_001)
  instance.stores.modal.set((modal) => ({ ...modal, open: true }))
  await fetchBalances(instance)
  expect(instance.stores.toast.get().toast).toMatchObject({ key: 'tokenBalanceOld', variant: 'error' })
})

test('on a network that the site does not offer missing balances cover nothing on screen', async () => {
  const { instance, failures } = start(served)
  instance.stores.modal.set((modal) => ({ ...modal, open: true }))
  move(instance, 'eip155:999')
  await fetchBalances(instance)
  expect(failures).toMatchObject([{ code: 'DATA_UNAVAILABLE', networkId: 'eip155:999' }])
  expect(instance.stores.toast.get().toast).toBeUndefined()
})

test('F-60: a gateway that fails is told of before a slow chain has said the native balance', async () => {
  const native: Balance = { value: 5n, decimals: 18, symbol: 'ETH' }
  const answer = createAnswer<Balance>()
  const { instance, tokens, failures } = start({}, () => answer)
  const reading = fetchBalances(instance)
  await expect.poll(() => tokens().status).toBe('failed')
  expect(failures).toHaveLength(1)
  expect(tokens().native).toBeUndefined()
  answer.ok(native)
  await reading
  expect(tokens()).toMatchObject({ status: 'failed', native })
})

test('a failure behind a closed modal shows no toast', async () => {
  const { instance, failures } = start({})
  await fetchBalances(instance)
  expect(failures).toHaveLength(1)
  expect(instance.stores.toast.get().toast).toBeUndefined()
})

test('a network that the gateway does not serve is empty, told once, and the chain itself says the native balance', async () => {
  const native: Balance = { value: 5n, decimals: 18, symbol: 'ETH' }
  const { instance, services, tokens, failures } = start(
    { ...served, getSupportedChains: () => ({ http: ['eip155:10'], ws: [] }) },
    async () => native,
  )
  await fetchBalances(instance)
  await services.clock.advance(30_000)
  await fetchBalances(instance)
  expect(tokens()).toMatchObject({ status: 'ready', tokens: [], native })
  expect(asked(services)).toBe(0)
  expect(services.calls).toHaveLength(1)
  expect(failures).toHaveLength(1)
  move(instance, 'eip155:10')
  await fetchBalances(instance)
  expect(asked(services)).toBe(1)
})

test('a list of served networks that could not be had is asked for again', async () => {
  let works = false
  const { instance, services, tokens } = start({
    ...served,
    getSupportedChains: () => {
      if (works) return { http: ['eip155:1'], ws: [] }
      throw new LatchkeyError('DATA_UNAVAILABLE', 'Down.')
    },
  })
  await fetchBalances(instance)
  works = true
  await services.clock.advance(30_000)
  await fetchBalances(instance)
  expect(tokens().status).toBe('ready')
})

test('without a gateway the chain itself says the native balance', async () => {
  const { instance, tokens } = start(undefined, async (account, network) => {
    expect([account.address, network.caipNetworkId]).toEqual([ALICE, 'eip155:1'])
    return { value: 7n, decimals: 18, symbol: 'ETH' }
  })
  await fetchBalances(instance)
  expect(tokens()).toMatchObject({ status: 'ready', tokens: [], native: { value: 7n } })
})

test('without a gateway a network whose chain does not answer rests alone', async () => {
  const { instance, tokens } = start(undefined, async (_account, network) => {
    if (network.caipNetworkId === 'eip155:10') return { value: 1n, decimals: 18, symbol: 'ETH' }
    throw new LatchkeyError('DATA_UNAVAILABLE', 'Down.')
  })
  await fetchBalances(instance)
  expect(tokens()).toMatchObject({ status: 'failed', native: undefined })
  move(instance, 'eip155:10')
  await fetchBalances(instance)
  expect(tokens()).toMatchObject({ status: 'ready', native: { value: 1n } })
})

test('a chain that never answers fails after 10 s', async () => {
  const { instance, services, tokens } = start(undefined, () => new Promise(() => undefined))
  const reading = fetchBalances(instance)
  await services.clock.advance(9_999)
  expect(tokens().status).toBe('loading')
  await services.clock.advance(1)
  await reading
  expect(tokens().status).toBe('failed')
  expect(services.clock.countTimers()).toBe(0)
})

test('an answer for an account that is no longer active is ignored', async () => {
  const first = createAnswer<unknown>()
  const answers = [first, { balances: [item('BOB')] }]
  const { instance, services, tokens } = start({ ...served, getBalance: () => answers.shift() })
  const early = fetchBalances(instance)
  await services.clock.advance(0)
  activate(instance, 2)
  await fetchBalances(instance)
  first.ok({ balances: [item('ALICE')] })
  await early
  expect(tokens().owner).toBe(`eip155:1:${BOB}`)
  expect(symbols(tokens().tokens)).toEqual(['BOB'])
})

test('two readers at once ask once', async () => {
  const { instance, services } = start(served)
  await Promise.all([fetchBalances(instance), fetchBalances(instance)])
  expect(asked(services)).toBe(1)
})

test('with nobody connected nothing is asked and nothing stays on screen', async () => {
  const { instance, services, tokens } = start(served)
  await fetchBalances(instance)
  instance.stores.accounts.set(() => ({ byNamespace: {} }))
  await fetchBalances(instance)
  expect(asked(services)).toBe(1)
  expect(tokens()).toMatchObject({ status: 'idle', owner: undefined, tokens: undefined })
})

test('while watched, balances are read at once, every 30 s, and when account or network change', async () => {
  const { instance, services } = start(served)
  const stop = watchBalances(instance)
  await services.clock.advance(0)
  expect(asked(services)).toBe(1)
  await services.clock.advance(29_999)
  expect(asked(services)).toBe(1)
  await services.clock.advance(1)
  expect(asked(services)).toBe(2)
  activate(instance, 2)
  await services.clock.advance(0)
  expect(asked(services)).toBe(3)
  move(instance, 'eip155:10')
  await services.clock.advance(0)
  expect(asked(services)).toBe(4)
  stop()
  activate(instance, 1)
  await services.clock.advance(120_000)
  expect(asked(services)).toBe(4)
  expect(services.clock.countTimers()).toBe(0)
})

test('F-60: a hidden page asks nobody, and reads at once when it is seen again', async () => {
  const { instance, services } = start(served)
  const stop = watchBalances(instance)
  await services.clock.advance(0)
  services.browser.setVisible(false)
  activate(instance, 2)
  await services.clock.advance(300_000)
  expect(asked(services)).toBe(1)
  services.browser.setVisible(true)
  await services.clock.advance(0)
  expect(asked(services)).toBe(2)
  stop()
})

test('F-60: a page that is online again reads at once, whatever failed while it was not', async () => {
  let isDown = true
  const getBalance = () => {
    if (isDown) throw new LatchkeyError('GATEWAY_UNREACHABLE', 'no network')
    return { balances: [item('ETH')] }
  }
  const { instance, services, tokens } = start({ ...served, getBalance })
  services.browser.setOnline(false)
  const stop = watchBalances(instance)
  await services.clock.advance(0)
  expect(tokens()).toMatchObject({ status: 'failed' })
  isDown = false
  await services.clock.advance(5_000)
  expect(tokens()).toMatchObject({ status: 'failed' })
  services.browser.setOnline(true)
  await services.clock.advance(0)
  expect(tokens()).toMatchObject({ status: 'ready' })
  stop()
  services.browser.setOnline(false)
  services.browser.setOnline(true)
  await services.clock.advance(60_000)
  expect(asked(services)).toBe(2)
})

test('two watchers share one reading', async () => {
  const { instance, services } = start(served)
  const stops = [watchBalances(instance), watchBalances(instance)]
  await services.clock.advance(30_000)
  expect(asked(services)).toBe(2)
  for (const stop of stops) stop()
  expect(services.clock.countTimers()).toBe(0)
})

test('an instance that ends stops watching', async () => {
  const { latchkey, services, instance } = start(served)
  watchBalances(instance)
  await services.clock.advance(0)
  latchkey.destroy()
  await services.clock.advance(120_000)
  expect(asked(services)).toBe(1)
  expect(services.clock.countTimers()).toBe(0)
})
