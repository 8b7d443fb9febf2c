import {
  createAnswer,
  createFakeServices,
  createTestLatchkey,
  type FakeGateway,
  fakeAccounts,
  fakeAddress,
  testNetwork,
} from '@latchkey/testing'
import { expect, test } from 'vitest'
import { READ_DEADLINE_MS } from '../../values/withDeadline.ts'
import { fetchIdentity } from './fetchIdentity.ts'
import { namesOf } from './state.ts'
import { IDENTITY_AGAIN_MS, watchIdentity } from './watchIdentity.ts'

const served: FakeGateway = {
  getSupportedChains: () => ({ http: ['eip155:1'], ws: [] }),
  getIdentity: () => ({ name: 'mira.eth', avatar: 'data:image/png;base64,AA==', resolvedAt: null }),
}

function start(gateway: FakeGateway | undefined, isTestnet = false) {
  const services = createFakeServices({ gateway })
  const made = createTestLatchkey({
    services,
    isStarted: false,
    options: { networks: [testNetwork(1, { testnet: isTestnet })] },
  })
  const activate = (digit: number): void => {
    const all = fakeAccounts(digit)
    const [active] = all
    if (active) made.instance.stores.accounts.set(() => ({ byNamespace: { eip155: { active, all } } }))
  }
  activate(1)
  const asked = () => services.calls.filter((call) => call.name === 'getIdentity').length
  return { ...made, services, activate, asked, names: () => namesOf(made.instance).get() }
}

test('name and avatar of the active account come from the gateway', async () => {
  const { instance, names } = start(served)
  await fetchIdentity(instance)
  expect(names()).toEqual({ address: fakeAddress(1), name: 'mira.eth', avatar: 'data:image/png;base64,AA==' })
})

test('an identity is kept for 5 min, also one without a name', async () => {
  const { instance, services, asked, names } = start({ ...served, getIdentity: () => ({ name: null, avatar: null }) })
  await fetchIdentity(instance)
  await services.clock.advance(299_999)
  await fetchIdentity(instance)
  expect(asked()).toBe(1)
  expect(names().name).toBeUndefined()
  await services.clock.advance(1)
  await fetchIdentity(instance)
  expect(asked()).toBe(2)
})

test('testnets, and pages without a gateway, have no names', async () => {
  const testnet = start(served, true)
  await fetchIdentity(testnet.instance)
  expect(testnet.asked()).toBe(0)
  const bare = start(undefined)
  await fetchIdentity(bare.instance)
  expect(bare.names()).toEqual({ address: undefined, name: undefined, avatar: undefined })
})

test('a network that the gateway does not serve has no names', async () => {
  const { instance, asked, names } = start({ ...served, getSupportedChains: () => ({ http: ['eip155:10'], ws: [] }) })
  await fetchIdentity(instance)
  expect(asked()).toBe(0)
  expect(names().name).toBeUndefined()
})

test('a gateway that is down leaves the address, quietly', async () => {
  const { instance, names, failures } = start({})
  await fetchIdentity(instance)
  expect(names()).toEqual({ address: fakeAddress(1), name: undefined, avatar: undefined })
  expect(failures).toEqual([])
})

test('the name of an account that is no longer active is ignored', async () => {
  const first = createAnswer<unknown>()
  const answers = [first, { name: 'bob.eth', avatar: null }]
  const { instance, services, activate, names } = start({ ...served, getIdentity: () => answers.shift() })
  const early = fetchIdentity(instance)
  await services.clock.advance(0)
  activate(2)
  expect(names().name).toBeUndefined()
  await fetchIdentity(instance)
  first.ok({ name: 'alice.eth', avatar: null })
  await early
  expect(names()).toMatchObject({ address: fakeAddress(2), name: 'bob.eth' })
})

test('SEC-83: a name is cleaned', async () => {
  const { instance, names } = start({ ...served, getIdentity: () => ({ name: '\u202emi\u200bra.eth', avatar: null }) })
  await fetchIdentity(instance)
  expect(names().name).toBe('mira.eth')
})

test.each(['{', '[]', 'null', '{"at":"now","name":"x"}'])(
  'SEC-103: a kept identity that is %s is dropped',
  async (text) => {
    const { instance, services, names } = start(served)
    services.disk.plant(`@latchkey/default/cache/identity/${fakeAddress(1)}`, text)
    await fetchIdentity(instance)
    expect(names().name).toBe('mira.eth')
  },
)

test('a name that is known stays while the gateway is down', async () => {
  const answers: (() => unknown)[] = [() => ({ name: 'mira.eth', avatar: null })]
  const getIdentity = () => answers.shift()?.() ?? Promise.reject(new TypeError('down'))
  const { instance, services, names, asked } = start({ ...served, getIdentity })
  await fetchIdentity(instance)
  await services.clock.advance(300_000)
  await fetchIdentity(instance)
  expect([asked(), names().name]).toEqual([2, 'mira.eth'])
})

test('a name that could not be read appears once it can, without a reload, and one that is known is not asked for again', async () => {
  let isSilent = true
  const { instance, services, asked, names } = start({
    ...served,
    getIdentity: () => (isSilent ? new Promise(() => {}) : { name: 'mira.eth', avatar: null, resolvedAt: null }),
  })
  const stop = watchIdentity(instance)
  await services.clock.advance(READ_DEADLINE_MS)
  expect(names().name).toBeUndefined()
  isSilent = false
  await services.clock.advance(IDENTITY_AGAIN_MS)
  expect([asked(), names().name]).toEqual([2, 'mira.eth'])
  await services.clock.advance(4 * IDENTITY_AGAIN_MS)
  expect(asked()).toBe(2)
  stop()
  await services.clock.advance(600_000)
  expect(asked()).toBe(2)
})
