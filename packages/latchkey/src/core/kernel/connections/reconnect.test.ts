import {
  createAnswer,
  createFakeDisk,
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  type FakeDisk,
  fakeAccounts,
  fakeAddress,
  fakeConnection,
  fakeConnector,
  testNetwork,
} from '@latchkey/testing'
import { expect, test } from 'vitest'
// Loaded beforehand, so that what the instance loads on demand is there within the clock's next step.
import '../../flow/actions.ts'
import { closeModal } from '../../flow/closeModal.ts'
import { openModal } from '../../flow/openModal.ts'
import type { Connection } from '../../types/adapter.ts'
import type { CreateLatchkeyOptions } from '../../types/options.ts'
import { connectWallet } from '../attempt/connectWallet.ts'
import { disconnect } from './disconnect.ts'

const fox = fakeConnector('io.fox')
const FOX = { namespace: 'eip155', connectorId: 'io.fox' } as const

/** A disk as an earlier page load left it. */
function plantedDisk(networkId = 'eip155:10', connectorId = 'io.fox'): FakeDisk {
  const disk = createFakeDisk()
  const value = { connectorId, networkId, address: fakeAddress(1) }
  disk.plant('@latchkey/default/eip155/connector', JSON.stringify({ v: 1, value }))
  disk.plant('@latchkey/default/eip155/network', JSON.stringify({ v: 1, value: networkId }))
  disk.plant('@latchkey/default/recent', JSON.stringify({ v: 1, value: ['io.fox'] }))
  return disk
}

function load(disk: FakeDisk, options: Partial<CreateLatchkeyOptions> = {}, connectors = [fox]) {
  const wallet = createScriptedAdapter('eip155', connectors)
  wallet.script.reconnect = async () => fakeConnection(fox, { networkId: 'eip155:10' })
  const services = createFakeServices({ disk })
  const start = () => createTestLatchkey({ options: { adapters: [wallet.create], ...options }, services })
  return { wallet, services, start }
}

test('a saved connection is restored without a prompt, and only then the instance is ready', async () => {
  const { wallet, services, start } = load(plantedDisk())
  const { latchkey, events } = start()
  expect(latchkey.getState()).toMatchObject({ status: 'connecting', ready: false, networkId: 'eip155:10' })
  await services.clock.advance(0)
  expect(latchkey.getState()).toMatchObject({ status: 'connected', ready: true, address: fakeAddress(1) })
  expect(wallet.asked).toEqual(['reconnect io.fox'])
  expect(events.at(-1)).toMatchObject({ name: 'CONNECT_SUCCESS', properties: { reconnect: true } })
})

test('what asks a wallet is loaded beside what restores it, and for no session', () => {
  for (const [connectorId, wanted] of [
    ['io.fox', ['restore']],
    ['walletConnect', []],
  ] as const) {
    const services = createFakeServices({ disk: plantedDisk('eip155:10', connectorId) })
    const prepared: unknown[] = []
    const wallet = createScriptedAdapter('eip155', [fox])
    const create: typeof wallet.create = (surroundings) => ({
      ...wallet.create(surroundings),
      prepare: (step) => void prepared.push(step),
    })
    createTestLatchkey({ options: { adapters: [create] }, services })
    expect(prepared).toEqual(wanted)
  }
})

test('an embedded modal that waited for a connection shows it once it is restored', async () => {
  const { services, start } = load(plantedDisk())
  const { latchkey } = start()
  latchkey.embed({} as HTMLElement)
  await services.clock.advance(0)
  expect(latchkey.getState()).toMatchObject({ status: 'connected', view: 'Account' })
})

test('with nothing saved the instance is ready at once and asks nobody', async () => {
  const { wallet, services, start } = load(createFakeDisk())
  const { latchkey } = start()
  await services.clock.advance(0)
  expect(latchkey.getState()).toMatchObject({ status: 'disconnected', ready: true })
  expect(wallet.asked).toEqual([])
})

test('enableReconnect false asks no wallet on load', async () => {
  const { wallet, services, start } = load(plantedDisk(), { enableReconnect: false })
  const { latchkey } = start()
  await services.clock.advance(0)
  expect(latchkey.getState()).toMatchObject({ status: 'disconnected', ready: true })
  expect(wallet.asked).toEqual([])
})

test('F-54: a wallet that hangs is given up after 5 s with a notice, and the modal stays closed', async () => {
  const { wallet, services, start } = load(plantedDisk())
  wallet.script.reconnect = () => createAnswer()
  const { latchkey, failures } = start()
  await services.clock.advance(4_999)
  expect(latchkey.getState()).toMatchObject({ status: 'connecting', ready: false })
  await services.clock.advance(1)
  expect(latchkey.getState()).toMatchObject({ status: 'disconnected', ready: true, open: false })
  expect(failures).toMatchObject([{ code: 'RESTORE_FAILED', step: 'restore', final: false, walletName: 'fox' }])
})

test('F-54: a wallet that could not be restored is named at the next opening, once', async () => {
  const { wallet, services, start } = load(plantedDisk())
  wallet.script.reconnect = async () => null
  const { instance } = start()
  await services.clock.advance(0)
  const getToast = () => instance.stores.toast.get().toast
  void openModal(instance)
  await expect.poll(getToast).toMatchObject({
    variant: 'notice',
    code: 'RESTORE_FAILED',
    wallet: { namespace: 'eip155', connectorId: 'io.fox', walletName: 'fox' },
  })
  closeModal(instance, 'closeButton')
  void openModal(instance)
  await services.clock.advance(0)
  expect(getToast()).toBeUndefined()
})

test('F-54: a wallet that never announced itself is told as well, with what is kept of it', async () => {
  const { services, start } = load(plantedDisk(), {}, [])
  const { instance, failures } = start()
  await services.clock.advance(5_000)
  expect(failures).toMatchObject([{ code: 'RESTORE_FAILED', walletName: undefined }])
  void openModal(instance)
  await expect
    .poll(() => instance.stores.toast.get().toast)
    .toMatchObject({
      code: 'RESTORE_FAILED',
      wallet: { namespace: 'eip155', connectorId: 'io.fox', walletName: undefined },
    })
})

test('F-54: a wallet that came back before the next opening is not told as lost', async () => {
  const { wallet, services, start } = load(plantedDisk(), {}, [])
  const { instance } = start()
  await services.clock.advance(6_000)
  wallet.announce(fox)
  await services.clock.advance(0)
  void openModal(instance)
  await import('../../flow/sayNotices.ts')
  await services.clock.advance(0)
  expect(instance.stores.toast.get().toast).toBeUndefined()
})

test('F-54: a wallet that answers after the limit is restored all the same', async () => {
  const { wallet, services, start } = load(plantedDisk())
  const late = createAnswer<Connection>()
  wallet.script.reconnect = () => late
  const { latchkey } = start()
  await services.clock.advance(6_000)
  late.ok(fakeConnection(fox))
  await services.clock.advance(0)
  expect(latchkey.getState().status).toBe('connected')
})

test('F-54: a wallet that is announced after 6 s is tried once more', async () => {
  const { wallet, services, start } = load(plantedDisk(), {}, [])
  const { latchkey } = start()
  await services.clock.advance(6_000)
  expect(latchkey.getState().status).toBe('disconnected')
  wallet.announce(fox)
  await services.clock.advance(0)
  expect(latchkey.getState().status).toBe('connected')
  expect(wallet.asked).toEqual(['reconnect io.fox'])
})

test('a wallet that is announced late is not restored over one the visitor chose meanwhile', async () => {
  const owl = fakeConnector('io.owl')
  const { wallet, services, start } = load(plantedDisk(), {}, [owl])
  const { instance, latchkey } = start()
  wallet.script.connect = async () => fakeConnection(owl, { accounts: fakeAccounts(2) })
  await connectWallet(instance, { namespace: 'eip155', connectorId: 'io.owl' })
  wallet.announce(fox)
  await services.clock.advance(6_000)
  expect(latchkey.getState().walletName).toBe('owl')
})

test('a wallet that shares nothing any more leaves the page disconnected and the wallet among the recent ones', async () => {
  const { wallet, services, start } = load(plantedDisk())
  wallet.script.reconnect = async () => null
  const { latchkey, instance } = start()
  await services.clock.advance(0)
  expect(latchkey.getState()).toMatchObject({ status: 'disconnected', ready: true })
  expect(instance.stores.connectors.get().recent).toEqual(['io.fox'])
})

test('a restored wallet on a foreign network is told by the state and opens nothing on load', async () => {
  const { wallet, services, start } = load(plantedDisk())
  wallet.script.reconnect = async () => fakeConnection(fox, { networkId: 'eip155:5' })
  const { latchkey } = start()
  await services.clock.advance(0)
  expect(latchkey.getState()).toMatchObject({ networkId: 'eip155:5', network: undefined, open: false })
})

test('connect, disconnect, connect, reload restores: the mark of leaving is cleared with the new connection', async () => {
  const disk = createFakeDisk()
  const first = load(disk)
  const { instance } = first.start()
  await connectWallet(instance, FOX)
  await disconnect(instance)
  expect(disk.read()['@latchkey/default/eip155/left']).toBe('{"v":1,"value":["io.fox"]}')
  await connectWallet(instance, FOX)
  expect(disk.read()['@latchkey/default/eip155/left']).toBe('{"v":1,"value":[]}')
  const second = load(disk)
  const { latchkey } = second.start()
  await second.services.clock.advance(0)
  expect(latchkey.getState().status).toBe('connected')
})

test('after a disconnect a reload asks no wallet', async () => {
  const disk = createFakeDisk()
  const first = load(disk)
  const { instance } = first.start()
  await connectWallet(instance, FOX)
  await disconnect(instance)
  const second = load(disk)
  second.start()
  await second.services.clock.advance(0)
  expect(second.wallet.asked).toEqual([])
})

test('the active namespace and its network come back with the page', async () => {
  const disk = createFakeDisk()
  const networks: CreateLatchkeyOptions['networks'] = [
    testNetwork(1),
    testNetwork('main', { chainNamespace: 'solana' }),
    testNetwork('dev', { chainNamespace: 'solana' }),
  ]
  const first = load(disk, { networks })
  await first.start().latchkey.switchNetwork('solana:dev')
  const { latchkey } = load(disk, { networks }).start()
  expect(latchkey.getState()).toMatchObject({ namespace: 'solana', networkId: 'solana:dev' })
})

test.each([
  ['not JSON', '{'],
  ['of another version', JSON.stringify({ v: 2, value: { connectorId: 'io.fox', networkId: 'eip155:1' } })],
  ['of another shape', JSON.stringify({ v: 1, value: ['io.fox'] })],
  ['of another namespace', JSON.stringify({ v: 1, value: { connectorId: 'io.fox', networkId: 'solana:main' } })],
  ['too long', JSON.stringify({ v: 1, value: { connectorId: 'x'.repeat(300), networkId: 'eip155:1' } })],
  ['no object', 'null'],
])('SEC-103: a saved connection that is %s is dropped', async (_name, text) => {
  const disk = createFakeDisk()
  disk.plant('@latchkey/default/eip155/connector', text)
  const { wallet, services, start } = load(disk)
  const { latchkey } = start()
  await services.clock.advance(0)
  expect(latchkey.getState()).toMatchObject({ status: 'disconnected', ready: true })
  expect(wallet.asked).toEqual([])
})

test('SEC-103: saved networks, namespaces and recent wallets that do not fit are dropped', () => {
  const disk = createFakeDisk()
  disk.plant('@latchkey/default/eip155/network', '{"v":1,"value":"eip155:999"}')
  disk.plant('@latchkey/default/active', '{"v":1,"value":"__proto__"}')
  disk.plant('@latchkey/default/recent', '{"v":1,"value":["a",1,null,{},"b","c"]}')
  const { latchkey, instance } = load(disk).start()
  expect(latchkey.getState()).toMatchObject({ networkId: 'eip155:1', namespace: 'eip155' })
  expect(instance.stores.connectors.get().recent).toEqual(['a', 'b'])
})

test('SEC-103: host storage holds ids, networks and addresses under our prefix, and nothing else', async () => {
  const disk = createFakeDisk()
  const { instance, latchkey } = load(disk).start()
  await connectWallet(instance, FOX)
  await latchkey.signMessage('hello')
  await disconnect(instance)
  expect(Object.keys(disk.read()).sort()).toEqual([
    '@latchkey/default/active',
    '@latchkey/default/eip155/left',
    '@latchkey/default/eip155/network',
    '@latchkey/default/recent',
  ])
})

test('F-53: the wallet that shows this page inside itself comes in place of the one that was kept as the one in use', async () => {
  const { wallet, services, start } = load(plantedDisk())
  const host = fakeConnector('safe')
  wallet.script.reconnect = async () => fakeConnection(host, { networkId: 'eip155:10' })
  const { latchkey } = start()
  await services.clock.advance(0)
  expect(latchkey.getState()).toMatchObject({ status: 'connected', ready: true, connectorId: 'safe' })
})
