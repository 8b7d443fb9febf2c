import {
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeAccounts,
  fakeAddress,
  fakeConnector,
} from '@latchkey/testing'
import { expect, test } from 'vitest'
// Loaded beforehand, so that what the instance loads on demand is there within the clock's next step.
import '../../flow/actions.ts'
import { openModal } from '../../flow/openModal.ts'
import type { CreateLatchkeyOptions } from '../../types/options.ts'
import { connectWallet } from '../attempt/connectWallet.ts'

const fox = fakeConnector('io.fox')

async function setUp(options: Partial<CreateLatchkeyOptions> = {}) {
  const wallet = createScriptedAdapter('eip155', [fox])
  const services = createFakeServices()
  const made = createTestLatchkey({ options: { adapters: [wallet.create], ...options }, services })
  await connectWallet(made.instance, { namespace: 'eip155', connectorId: 'io.fox' })
  return { ...made, wallet, settle: () => services.clock.advance(0) }
}

test('another account told by the wallet is active at once and kept', async () => {
  const { latchkey, wallet, services } = await setUp()
  wallet.tell('io.fox', { accounts: fakeAccounts(2, 1) })
  expect(latchkey.getState()).toMatchObject({ address: fakeAddress(2), accounts: fakeAccounts(2, 1) })
  expect(services.disk.read()['@latchkey/default/eip155/connector']).toContain(fakeAddress(2))
})

test('an empty list of accounts is a disconnect, which a reload does not undo', async () => {
  const { latchkey, wallet, services, events } = await setUp()
  wallet.tell('io.fox', { accounts: [] })
  expect(latchkey.getState().status).toBe('disconnected')
  expect(services.disk.read()['@latchkey/default/eip155/connector']).toBeUndefined()
  expect(events.at(-1)).toMatchObject({ name: 'DISCONNECT_SUCCESS', properties: { namespace: 'eip155' } })
})

test('an address that is lost closes the modal', async () => {
  const { latchkey, wallet, instance } = await setUp()
  const opened = openModal(instance)
  wallet.tell('io.fox', { ended: 'wallet' })
  expect(await opened).toEqual({ status: 'closed', reason: 'disconnected' })
  expect(latchkey.getState().open).toBe(false)
})

test('an address that is lost while another wallet is being connected leaves the modal open', async () => {
  const { latchkey, wallet, instance, settle } = await setUp()
  void openModal(instance)
  wallet.announce(fakeConnector('io.owl'))
  wallet.script.connect = () => new Promise(() => undefined)
  connectWallet(instance, { namespace: 'eip155', connectorId: 'io.owl' }).catch(() => undefined)
  wallet.tell('io.fox', { ended: 'user' })
  await settle()
  expect(latchkey.getState()).toMatchObject({ open: true, address: undefined })
})

test('a network that the site did not ask for opens UnsupportedChain, once a change (F-29)', async () => {
  const { latchkey, wallet, settle, failures } = await setUp()
  wallet.tell('io.fox', { networkId: 'eip155:5' })
  await settle()
  expect(latchkey.getState()).toMatchObject({ open: true, view: 'UnsupportedChain', networkId: 'eip155:5' })
  expect(failures.filter(({ code }) => code === 'NETWORK_NOT_OFFERED')).toHaveLength(1)
})

test('a network of the site told by the wallet takes UnsupportedChain away', async () => {
  const { latchkey, wallet, settle } = await setUp()
  wallet.tell('io.fox', { networkId: 'eip155:5' })
  await settle()
  wallet.tell('io.fox', { networkId: 'eip155:10' })
  await settle()
  expect(latchkey.getState()).toMatchObject({ open: false, networkId: 'eip155:10' })
})

test.each<[string, Partial<CreateLatchkeyOptions>]>([
  ['allowUnsupportedChain', { allowUnsupportedChain: true }],
  ['enableNetworkSwitch false', { enableNetworkSwitch: false }],
])('with %s a foreign network opens nothing', async (_name, options) => {
  const { latchkey, wallet, settle } = await setUp(options)
  wallet.tell('io.fox', { networkId: 'eip155:5' })
  await settle()
  expect(latchkey.getState()).toMatchObject({ open: false, networkId: 'eip155:5', network: undefined })
})

test('after a disconnect the wallet is not heard any more', async () => {
  const { latchkey, wallet, settle } = await setUp()
  await latchkey.disconnect()
  wallet.tell('io.fox', { networkId: 'eip155:5' })
  wallet.tell('io.fox', { accounts: fakeAccounts(2) })
  await settle()
  expect(latchkey.getState()).toMatchObject({ status: 'disconnected', address: undefined, open: false })
})

test('steps after connecting run again for another address, not for the same one', async () => {
  const addresses: string[] = []
  const { wallet, settle } = await setUp({
    afterConnect: [{ name: 'sign in', run: async ({ account }) => void addresses.push(account.address) }],
  })
  wallet.tell('io.fox', { accounts: fakeAccounts(1, 2) })
  await settle()
  wallet.tell('io.fox', { accounts: fakeAccounts(2, 1) })
  await settle()
  expect(addresses).toEqual([fakeAddress(1), fakeAddress(2)])
})
