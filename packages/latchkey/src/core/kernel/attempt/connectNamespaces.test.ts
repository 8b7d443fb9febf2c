import {
  createAnswer,
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeAccounts,
  fakeAddress,
  fakeConnection,
  fakeConnector,
  testNetwork,
} from '@latchkey/testing'
import { expect, test } from 'vitest'
import { getConnections } from '../../../actions/getConnections.ts'
import { closeModal } from '../../flow/closeModal.ts'
import { openModal } from '../../flow/openModal.ts'
import type { Connection } from '../../types/adapter.ts'
import { noticeOf } from '../connections/notice.ts'
import { checkAttempt } from './checkAttempt.ts'
import { connectNamespaces } from './connectNamespaces.ts'

const evmSide = fakeConnector('io.lamp', { name: 'Lamp' })
const solSide = fakeConnector('Lamp', { namespace: 'solana' })
const btcSide = fakeConnector('Lamp', { namespace: 'bip122' })
const WAYS = [
  { namespace: 'eip155', connectorId: 'io.lamp' },
  { namespace: 'solana', connectorId: 'Lamp' },
  { namespace: 'bip122', connectorId: 'Lamp' },
] as const

function setUp() {
  const evm = createScriptedAdapter('eip155', [evmSide])
  const sol = createScriptedAdapter('solana', [solSide])
  const btc = createScriptedAdapter('bip122', [btcSide])
  const made = createTestLatchkey({
    options: {
      networks: [
        testNetwork(1),
        testNetwork('main', { chainNamespace: 'solana' }),
        testNetwork('main', { chainNamespace: 'bip122' }),
      ],
      adapters: [evm.create, sol.create, btc.create],
    },
    services: createFakeServices(),
  })
  const list = () => getConnections(made.latchkey).map(({ connector }) => connector.namespace)
  return { ...made, evm, sol, btc, list }
}

const refuse = async (): Promise<never> => {
  throw { code: 4001, message: 'no' }
}

test('each namespace is asked after the one before has answered, and the first is the active one', async () => {
  const { instance, latchkey, sol, btc, evm, list, failures } = setUp()
  const first = createAnswer<Connection>()
  evm.script.connect = () => first
  const connecting = connectNamespaces(instance, { ways: WAYS })
  expect([...sol.asked, ...btc.asked]).toEqual([])
  first.ok(fakeConnection(evmSide))
  expect((await connecting).map(({ connector }) => connector.namespace)).toEqual(['eip155', 'solana', 'bip122'])
  expect(list()).toEqual(['eip155', 'solana', 'bip122'])
  expect(latchkey.getState()).toMatchObject({ namespace: 'eip155', status: 'connected' })
  expect(instance.stores.connection.get().attempt).toBeUndefined()
  expect(noticeOf(instance).get().notice).toBeUndefined()
  expect(failures).toEqual([])
})

test('the first yes counts at once, and the attempt goes on with the next namespace', async () => {
  const { instance, latchkey, sol } = setUp()
  const second = createAnswer<Connection>()
  sol.script.connect = () => second
  void openModal(instance)
  const connecting = connectNamespaces(instance, { ways: WAYS })
  while (sol.asked.length === 0) await Promise.resolve()
  expect(latchkey.getState()).toMatchObject({ status: 'connected', open: true })
  expect(instance.stores.connection.get().attempt).toMatchObject({ namespace: 'solana', connectorId: 'Lamp' })
  second.ok(fakeConnection(solSide))
  await connecting
  expect(latchkey.getState().open).toBe(false)
})

test('F-15: a later refusal keeps what is connected, and is told as what is missing', async () => {
  const { instance, sol, list, failures, latchkey } = setUp()
  sol.script.connect = refuse
  void openModal(instance)
  await connectNamespaces(instance, { ways: WAYS })
  expect(list()).toEqual(['eip155', 'bip122'])
  expect(noticeOf(instance).get().notice).toMatchObject({
    code: 'NAMESPACES_PARTIAL',
    walletName: 'Lamp',
    namespaces: ['solana'],
  })
  expect(failures.at(-1)).toMatchObject({ code: 'NAMESPACES_PARTIAL', final: false, namespace: 'solana' })
  expect(latchkey.getState()).toMatchObject({ status: 'connected', open: false })
})

test('a refusal of the first connects nothing and asks no further', async () => {
  const { instance, evm, sol, list } = setUp()
  evm.script.connect = refuse
  await expect(connectNamespaces(instance, { ways: WAYS })).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(list()).toEqual([])
  expect(sol.asked).toEqual([])
  expect(noticeOf(instance).get().notice).toBeUndefined()
})

test('a modal that closes on the way keeps what is connected and asks no further', async () => {
  const { instance, sol, btc, list } = setUp()
  sol.script.connect = () => createAnswer()
  void openModal(instance)
  const connecting = connectNamespaces(instance, { ways: WAYS })
  while (sol.asked.length === 0) await Promise.resolve()
  closeModal(instance, 'escape')
  expect(await connecting).toHaveLength(1)
  expect(list()).toEqual(['eip155'])
  expect(btc.asked).toEqual([])
  expect(noticeOf(instance).get().notice).toMatchObject({ namespaces: ['solana', 'bip122'] })
})

test('"Check again" finds what a later namespace shares already', async () => {
  const { instance, sol, list } = setUp()
  sol.script.connect = () => createAnswer()
  const connecting = connectNamespaces(instance, { ways: WAYS })
  while (sol.asked.length === 0) await Promise.resolve()
  await checkAttempt(instance)
  await connecting
  expect(list()).toEqual(['eip155', 'solana', 'bip122'])
})

test('a namespace without an adapter is refused before any wallet is asked', async () => {
  const { instance, evm } = setUp()
  const ways = [WAYS[0], { namespace: 'polkadot', connectorId: 'Lamp' }] as const
  await expect(connectNamespaces(instance, { ways })).rejects.toMatchObject({
    code: 'ADAPTER_NOT_FOUND',
    facts: { namespace: 'polkadot' },
  })
  expect(evm.asked).toEqual([])
})

test('what the first wallet tells while a later namespace is asked is not undone by the end of the whole', async () => {
  const { instance, latchkey, evm, sol } = setUp()
  const second = createAnswer<Connection>()
  sol.script.connect = () => second
  const connecting = connectNamespaces(instance, { ways: WAYS })
  while (sol.asked.length === 0) await Promise.resolve()
  evm.tell('io.lamp', { accounts: fakeAccounts(5) })
  evm.tell('io.lamp', { networkId: 'eip155:10' })
  second.ok(fakeConnection(solSide))
  const [first] = await connecting
  expect(first).toMatchObject({ accounts: fakeAccounts(5), networkId: 'eip155:10' })
  expect(latchkey.getState()).toMatchObject({ namespace: 'eip155', address: fakeAddress(5) })
  expect(getConnections(latchkey)[0]).toMatchObject({ accounts: fakeAccounts(5), networkId: 'eip155:10' })
})

test('a first namespace that the wallet ends while a later one is asked stays ended', async () => {
  const { instance, latchkey, evm, sol, list } = setUp()
  const second = createAnswer<Connection>()
  sol.script.connect = () => second
  const connecting = connectNamespaces(instance, { ways: WAYS })
  while (sol.asked.length === 0) await Promise.resolve()
  evm.tell('io.lamp', { ended: 'user' })
  second.ok(fakeConnection(solSide))
  expect((await connecting).map(({ connector }) => connector.namespace)).toEqual(['solana', 'bip122'])
  expect(list()).toEqual(['solana', 'bip122'])
  expect(latchkey.getState()).toMatchObject({ namespace: 'solana', status: 'connected' })
})

test('when nothing is left of what was connected on the way, that is no connection', async () => {
  const { instance, evm, sol, btc, list } = setUp()
  const second = createAnswer<Connection>()
  sol.script.connect = () => second
  btc.script.connect = refuse
  const connecting = connectNamespaces(instance, { ways: WAYS })
  while (sol.asked.length === 0) await Promise.resolve()
  evm.tell('io.lamp', { ended: 'user' })
  second.no({ code: 4001, message: 'no' })
  await expect(connecting).rejects.toMatchObject({ code: 'ATTEMPT_CANCELLED' })
  expect(list()).toEqual([])
  expect(instance.stores.connection.get().attempt).toBeUndefined()
})
