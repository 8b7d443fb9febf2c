import { createFakeServices, createTestLatchkey, type FakeGateway, fakeAccounts, testNetwork } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import { listOtherNetworks, loadOtherTokens, otherTokensOf } from './otherTokens.ts'
import { tokensOf } from './state.ts'

const item = (chainId: string, symbol: string, value: number) => ({
  name: symbol,
  symbol,
  chainId,
  value,
  price: 1,
  quantity: { decimals: '18', numeric: String(value) },
  iconUrl: '',
})

function start(getBalance: FakeGateway[string]) {
  const services = createFakeServices({ gateway: { getBalance } })
  const made = createTestLatchkey({
    services,
    isStarted: false,
    options: { networks: [testNetwork(1), testNetwork(10), testNetwork(8453), testNetwork(137)] },
  })
  const all = fakeAccounts(1)
  const [active] = all
  if (active) made.instance.stores.accounts.set(() => ({ byNamespace: { eip155: { active, all } } }))
  tokensOf(made.instance).set((state) => ({
    ...state,
    supportedChains: ['eip155:1', 'eip155:10', 'eip155:8453', 'eip155:5'],
  }))
  const asked = () => services.calls.filter(({ name }) => name === 'getBalance').map(({ input }) => input)
  return { ...made, asked, others: () => otherTokensOf(made.instance).get() }
}

test('one call brings what is on the site’s other networks, worth most first, and nothing of networks that it does not work on', async () => {
  const { instance, asked, others } = start(() => ({
    balances: [
      item('eip155:1', 'HERE', 5),
      item('eip155:10', 'FERN', 2),
      item('eip155:8453', 'MOSS', 9),
      item('eip155:5', 'ELSE', 99),
    ],
    unavailable: ['eip155:8453', 'eip155:5'],
    incomplete: [],
  }))
  expect(listOtherNetworks(instance.stores.networks.get(), tokensOf(instance).get())).toEqual([
    'eip155:10',
    'eip155:8453',
  ])
  await Promise.all([loadOtherTokens(instance), loadOtherTokens(instance)])
  expect(asked()).toHaveLength(1)
  expect(asked()[0]).not.toHaveProperty('chainId')
  expect(others().tokens.map(({ symbol }) => symbol)).toEqual(['MOSS', 'FERN'])
  expect(others()).toMatchObject({ status: 'ready', missing: ['eip155:8453'] })
})

test('what could not be read is no empty account, and is asked for again', async () => {
  let isDown = true
  const { instance, others } = start(() => {
    if (isDown) throw new LatchkeyError('UPSTREAM_UNAVAILABLE', 'down')
    return { balances: [item('eip155:10', 'FERN', 2)], unavailable: [], incomplete: [] }
  })
  await loadOtherTokens(instance)
  expect(others()).toMatchObject({ status: 'failed', tokens: [] })
  isDown = false
  await loadOtherTokens(instance)
  expect(others()).toMatchObject({ status: 'ready', tokens: [{ symbol: 'FERN' }] })
})

test('what was asked for one account is never shown for the next', async () => {
  let answer = (_: unknown): void => undefined
  const { instance, asked, others } = start(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  const loading = loadOtherTokens(instance)
  await expect.poll(() => asked().length).toBe(1)
  const all = fakeAccounts(2)
  const [active] = all
  if (active) instance.stores.accounts.set(() => ({ byNamespace: { eip155: { active, all } } }))
  otherTokensOf(instance).set((state) => ({ ...state, owner: 'eip155:1:another', tokens: [] }))
  answer({ balances: [item('eip155:10', 'FERN', 2)], unavailable: [], incomplete: [] })
  await loading
  expect(others().tokens).toEqual([])
})
