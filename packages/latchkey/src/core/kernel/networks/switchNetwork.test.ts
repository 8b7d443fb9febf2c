import {
  createAnswer,
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeConnection,
  fakeConnector,
  testNetwork,
} from '@latchkey/testing'
import { expect, test } from 'vitest'
import { openModal } from '../../flow/openModal.ts'
import { pushView } from '../../flow/pushView.ts'
import type { CreateLatchkeyOptions } from '../../types/options.ts'
import { checkAttempt } from '../attempt/checkAttempt.ts'
import { connectWallet } from '../attempt/connectWallet.ts'
import { applyChange } from '../connections/applyChange.ts'
import { switchNetwork } from './switchNetwork.ts'

const fox = fakeConnector('io.fox')

async function setUp(options: Partial<CreateLatchkeyOptions> = {}) {
  const wallet = createScriptedAdapter('eip155', [fox])
  const services = createFakeServices()
  const networks: CreateLatchkeyOptions['networks'] = [
    testNetwork(1),
    testNetwork(10),
    testNetwork('main', { chainNamespace: 'solana' }),
  ]
  const made = createTestLatchkey({ options: { networks, adapters: [wallet.create], ...options }, services })
  await connectWallet(made.instance, { namespace: 'eip155', connectorId: 'io.fox' })
  return { ...made, wallet }
}

test('a connected wallet is asked, and then the network is active, kept and told once', async () => {
  const { instance, latchkey, wallet, events, services } = await setUp()
  await switchNetwork(instance, { networkId: 'eip155:10' })
  applyChange(instance, fox, { networkId: 'eip155:10' })
  expect(latchkey.getState().networkId).toBe('eip155:10')
  expect(wallet.asked.at(-1)).toBe('switchNetwork eip155:10')
  expect(services.disk.read()['@latchkey/default/eip155/network']).toBe('{"v":1,"value":"eip155:10"}')
  expect(events.filter(({ name }) => name === 'SWITCH_NETWORK')).toHaveLength(1)
})

test('the network of a namespace without a connection just becomes active and no wallet is asked', async () => {
  const { instance, latchkey, wallet } = await setUp()
  await switchNetwork(instance, { networkId: 'solana:main' })
  expect(latchkey.getState()).toMatchObject({ namespace: 'solana', networkId: 'solana:main', address: undefined })
  expect(wallet.asked).toEqual(['connect io.fox'])
  await switchNetwork(instance, { networkId: 'eip155:1' })
  expect(latchkey.getState()).toMatchObject({ namespace: 'eip155', status: 'connected' })
  expect(wallet.asked).toEqual(['connect io.fox'])
})

test('a network that the site did not name is refused with NETWORK_NOT_FOUND', async () => {
  const { instance } = await setUp()
  await expect(switchNetwork(instance, { networkId: 'eip155:5' })).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' })
})

test('a refusal leaves the network as it was and stays on the view as an error', async () => {
  const { instance, latchkey, wallet, failures } = await setUp()
  wallet.script.switchNetwork = async () => {
    throw { code: 4001 }
  }
  void openModal(instance, { view: 'SwitchNetwork', data: { networkId: 'eip155:10' } })
  await expect(switchNetwork(instance, { networkId: 'eip155:10' })).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(latchkey.getState()).toMatchObject({ networkId: 'eip155:1', view: 'SwitchNetwork', status: 'connected' })
  expect(instance.stores.connection.get().attempt).toMatchObject({ phase: 'failed', kind: 'switch' })
  expect(failures).toMatchObject([{ code: 'USER_REJECTED', step: 'switch', networkId: 'eip155:10' }])
})

test('the event of the wallet finishes the switch when its answer never comes (F-26)', async () => {
  const { instance, latchkey, wallet } = await setUp()
  wallet.script.switchNetwork = () => createAnswer()
  const switched = switchNetwork(instance, { networkId: 'eip155:10' })
  applyChange(instance, fox, { networkId: 'eip155:10' })
  await switched
  expect(latchkey.getState().networkId).toBe('eip155:10')
})

test('asking twice for one network is one request', async () => {
  const { instance, wallet } = await setUp()
  const answer = createAnswer<void>()
  wallet.script.switchNetwork = () => answer
  const both = Promise.all([
    switchNetwork(instance, { networkId: 'eip155:10' }),
    switchNetwork(instance, { networkId: 'eip155:10' }),
  ])
  answer.ok()
  await both
  expect(wallet.asked.filter((line) => line.startsWith('switchNetwork'))).toHaveLength(1)
})

test('"Check again" after a switch that was not applied reads, and finishes when the wallet has moved (F-26)', async () => {
  const { instance, latchkey, wallet } = await setUp()
  wallet.script.switchNetwork = async () => {
    throw { code: -32601 }
  }
  await expect(switchNetwork(instance, { networkId: 'eip155:10' })).rejects.toMatchObject({
    code: 'SWITCH_NOT_APPLIED',
  })
  wallet.script.reconnect = async () => fakeConnection(fox)
  await checkAttempt(instance)
  expect(instance.stores.connection.get().attempt?.phase).toBe('failed')
  wallet.script.reconnect = async () => fakeConnection(fox, { networkId: 'eip155:10' })
  await checkAttempt(instance)
  expect(latchkey.getState().networkId).toBe('eip155:10')
  expect(instance.stores.connection.get().attempt).toBeUndefined()
  expect(wallet.asked.filter((line) => line.startsWith('switchNetwork'))).toHaveLength(1)
})

test('from Account over Networks a switch goes back to Account with a toast', async () => {
  const { instance, latchkey } = await setUp()
  void openModal(instance)
  pushView(instance, { view: 'Networks' })
  pushView(instance, { view: 'SwitchNetwork', data: { networkId: 'eip155:10' } })
  await switchNetwork(instance, { networkId: 'eip155:10' })
  expect(latchkey.getState()).toMatchObject({ open: true, view: 'Account' })
  expect(instance.stores.toast.get().toast).toMatchObject({
    variant: 'success',
    key: 'networkSwitched',
    values: { network: 'Network 10' },
  })
})

test('from Networks as the first view a switch closes the modal', async () => {
  const { instance, latchkey } = await setUp()
  void openModal(instance, { view: 'Networks' })
  pushView(instance, { view: 'SwitchNetwork', data: { networkId: 'eip155:10' } })
  await switchNetwork(instance, { networkId: 'eip155:10' })
  expect(latchkey.getState().open).toBe(false)
})

test('from UnsupportedChain a switch closes the modal', async () => {
  const { instance, latchkey, services } = await setUp()
  applyChange(instance, fox, { networkId: 'eip155:5' })
  await services.clock.advance(0)
  expect(latchkey.getState().view).toBe('UnsupportedChain')
  pushView(instance, { view: 'SwitchNetwork', data: { networkId: 'eip155:10' } })
  await switchNetwork(instance, { networkId: 'eip155:10' })
  expect(latchkey.getState()).toMatchObject({ open: false, networkId: 'eip155:10' })
})
