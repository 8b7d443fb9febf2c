import {
  createFakeDisk,
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeAccounts,
  fakeAddress,
  fakeConnection,
  fakeConnector,
  testNetwork,
} from '@latchkey/testing'
import { connectPhone } from '@latchkey/testing/connectPhone.ts'
import { expect, test } from 'vitest'
import { getConnections } from '../../../actions/getConnections.ts'
import { connectWallet } from '../../kernel/attempt/connectWallet.ts'
import { disconnect } from '../../kernel/connections/disconnect.ts'
import { switchConnection } from '../../kernel/connections/switchConnection.ts'
import type { Latchkey } from '../../types/latchkey.ts'
import type { CreateLatchkeyOptions } from '../../types/options.ts'
import { connectWalletConnect } from './connectWalletConnect.ts'
import { WALLET_CONNECT_ID } from './walletConnectId.ts'

/** As long as a signature is. */
const SIGNATURE = `0x${'ab'.repeat(65)}`

const fox = fakeConnector('io.fox')
const FOX = { namespace: 'eip155', connectorId: 'io.fox' } as const
const PHONE = { namespace: 'eip155', connectorId: WALLET_CONNECT_ID } as const
const ETH = 'eip155:1:0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const OP = 'eip155:10:0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const LAMP = 'solana:main:So11111111111111111111111111111111111111112'
const NETWORKS: CreateLatchkeyOptions['networks'] = [
  testNetwork(1),
  testNetwork(10),
  testNetwork('main', { chainNamespace: 'solana' }),
]

const list = (latchkey: Latchkey): readonly string[] =>
  getConnections(latchkey).map(({ connector: { namespace, id } }) => `${namespace}/${id}`)

/** A phone, and extensions that say yes. */
async function setUp(accounts: readonly [string, ...string[]] = [ETH, LAMP], disk = createFakeDisk()) {
  const evm = createScriptedAdapter('eip155', [fox])
  evm.script.connect = async () => fakeConnection(fox, { accounts: fakeAccounts(5) })
  evm.script.reconnect = evm.script.connect
  const sol = createScriptedAdapter('solana', [fakeConnector('Lamp', { namespace: 'solana' })])
  const options = { networks: NETWORKS, adapters: [evm.create, sol.create] }
  return { ...(await connectPhone(accounts, { options, disk })), evm, sol, options }
}

test('an extension takes the place of a phone, whose session goes on beside it', async () => {
  const { instance, latchkey, phone } = await setUp()
  await connectWallet(instance, FOX)
  expect(list(latchkey)).toEqual(['eip155/io.fox', 'eip155/walletConnect', 'solana/walletConnect'])
  await expect(latchkey.signMessage('x')).resolves.toBe('signed x')
  expect(phone.requests).toHaveLength(0)
  await switchConnection(instance, PHONE)
  const signing = latchkey.signMessage('x')
  await phone.until(() => phone.requests[0])
  await phone.answer(SIGNATURE)
  await expect(signing).resolves.toBe(SIGNATURE)
})

test('F-16: a session that ends beside an extension leaves that in use', async () => {
  const { instance, latchkey, phone, getNotice } = await setUp()
  await connectWallet(instance, FOX)
  await phone.drop()
  await phone.until(() => list(latchkey).length === 1)
  expect(latchkey.getState()).toMatchObject({ status: 'connected', address: fakeAddress(5) })
  expect(getNotice()).toMatchObject({ code: 'SESSION_ENDED', namespaces: ['eip155', 'solana'] })
})

test('leaving a session in one namespace leaves it in every one, also where it is not in use', async () => {
  const { instance, latchkey, phone } = await setUp()
  await connectWallet(instance, FOX)
  await disconnect(instance, { namespace: 'solana' })
  expect(list(latchkey)).toEqual(['eip155/io.fox'])
  const wc = await instance.live.walletConnect
  expect(wc?.session).toBeUndefined()
  expect(wc?.choice).toEqual({ wallet: undefined, way: 'qrcode' })
  await phone.until(() => wc?.client.session.values.length === 0)
})

test('an extension that is left leaves the session alone', async () => {
  const { instance, latchkey } = await setUp()
  await connectWallet(instance, FOX)
  await disconnect(instance, FOX)
  expect(list(latchkey)).toEqual(['eip155/walletConnect', 'solana/walletConnect'])
  expect(latchkey.getState().connectorId).toBe(WALLET_CONNECT_ID)
})

test('a second session takes the place of the first, which ends, and an extension stays beside it', async () => {
  const { instance, latchkey, phone, session } = await setUp()
  await connectWallet(instance, FOX)
  const connecting = connectWalletConnect(instance)
  const uri = await phone.until(() => instance.stores.connection.get().attempt?.pairing?.uri)
  await phone.approve(uri, OP)
  await connecting
  expect(list(latchkey)).toEqual(['eip155/walletConnect', 'eip155/io.fox'])
  const wc = await instance.live.walletConnect
  await phone.until(() => wc?.client.session.values.length === 1)
  expect(wc?.client.session.keys).not.toContain(session.topic)
})

test('a namespace that came along keeps the wallet that is in use there', async () => {
  const { instance, latchkey, phone } = await setUp([ETH])
  await connectWallet(instance, { namespace: 'solana', connectorId: 'Lamp' })
  const connecting = connectWalletConnect(instance, { namespace: 'eip155' })
  const uri = await phone.until(() => instance.stores.connection.get().attempt?.pairing?.uri)
  await phone.approve(uri, ETH, LAMP)
  await connecting
  expect(list(latchkey)).toEqual(['eip155/walletConnect', 'solana/Lamp', 'solana/walletConnect'])
})

test('the networks that a phone approved are known; one that lists a single one and can switch takes any', async () => {
  const both = await setUp([ETH, OP])
  expect(getConnections(both.latchkey)[0]?.approvedNetworkIds).toEqual(['eip155:1', 'eip155:10'])
  const one = await setUp([ETH, LAMP])
  const [evm, sol] = getConnections(one.latchkey)
  expect(evm?.approvedNetworkIds).toBeUndefined()
  expect(sol?.approvedNetworkIds).toEqual(['solana:main'])
  const fixed = await connectPhone([ETH], { options: { networks: NETWORKS }, methods: ['personal_sign'] })
  expect(getConnections(fixed.latchkey)[0]?.approvedNetworkIds).toEqual(['eip155:1'])
})

test('after a reload the extension in use and the session beside it are back', async () => {
  const disk = createFakeDisk()
  const { instance, latchkey, phone, options } = await setUp([ETH, LAMP], disk)
  await connectWallet(instance, FOX)
  const before = list(latchkey)
  const services = createFakeServices({ clock: phone.clock, walletConnect: phone.walletConnect, disk })
  const next = createTestLatchkey({ options, services })
  await phone.until(() => next.latchkey.getState().ready)
  expect(list(next.latchkey)).toEqual(before)
  expect(next.latchkey.getState()).toMatchObject({ connectorId: 'io.fox', status: 'connected' })
})
