import {
  createScriptedAdapter,
  createTestLatchkey,
  fakeConnection,
  fakeConnector,
  testNetwork,
} from '@latchkey/testing'
import { expect, test } from 'vitest'
import { connectWallet } from '../attempt/connectWallet.ts'
import { planSwitch } from './planSwitch.ts'

const fox = fakeConnector('io.fox')
const lamp = fakeConnector('Lamp', { namespace: 'solana' })

function setUp(approved?: readonly string[]) {
  const evm = createScriptedAdapter('eip155', [fox])
  const sol = createScriptedAdapter('solana', [lamp])
  const approvedNetworkIds = approved as readonly `eip155:${string}`[] | undefined
  evm.script.connect = async () => fakeConnection(fox, { ...(approvedNetworkIds && { approvedNetworkIds }) })
  return createTestLatchkey({
    options: {
      networks: [testNetwork(1), testNetwork(10), testNetwork('main', { chainNamespace: 'solana' })],
      adapters: [evm.create, sol.create],
    },
  })
}

test('a network that the site does not have is unknown', () => {
  expect(planSwitch(setUp().instance, 'eip155:999')).toEqual({ kind: 'unknown' })
})

test('with nothing connected every network of the site just becomes active', () => {
  const { instance } = setUp()
  for (const id of ['eip155:1', 'eip155:10', 'solana:main'] as const) {
    expect(planSwitch(instance, id)).toMatchObject({ kind: 'activate', network: { caipNetworkId: id } })
  }
})

test('a wallet is asked for another network of its namespace, and not for the one it is on', async () => {
  const { instance } = setUp()
  await connectWallet(instance, { namespace: 'eip155', connectorId: 'io.fox' })
  expect(planSwitch(instance, 'eip155:1')).toMatchObject({ kind: 'activate' })
  expect(planSwitch(instance, 'eip155:10')).toMatchObject({ kind: 'ask', isApproved: true })
})

test('a network of a namespace without a wallet, while another one has one, takes another wallet', async () => {
  const { instance } = setUp()
  await connectWallet(instance, { namespace: 'eip155', connectorId: 'io.fox' })
  expect(planSwitch(instance, 'solana:main')).toMatchObject({
    kind: 'connect',
    network: { caipNetworkId: 'solana:main' },
  })
})

test('a namespace that is connected as well becomes active without asking its wallet', async () => {
  const { instance } = setUp()
  await connectWallet(instance, { namespace: 'solana', connectorId: 'Lamp' })
  await connectWallet(instance, { namespace: 'eip155', connectorId: 'io.fox' })
  expect(planSwitch(instance, 'solana:main')).toMatchObject({ kind: 'activate' })
})

test('a network that the wallet has not approved is told as that', async () => {
  const { instance } = setUp(['eip155:1'])
  await connectWallet(instance, { namespace: 'eip155', connectorId: 'io.fox' })
  expect(planSwitch(instance, 'eip155:10')).toMatchObject({ kind: 'ask', isApproved: false })
})

test('looking changes nothing', async () => {
  const { instance } = setUp()
  await connectWallet(instance, { namespace: 'eip155', connectorId: 'io.fox' })
  const before = [instance.stores.connection.get(), instance.stores.networks.get()]
  planSwitch(instance, 'solana:main')
  planSwitch(instance, 'eip155:10')
  expect([instance.stores.connection.get(), instance.stores.networks.get()]).toEqual(before)
})
