import {
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
import './followConnection.ts'
import { closeModal } from '../../flow/closeModal.ts'
import { openModal } from '../../flow/openModal.ts'
import { getRoute } from '../../flow/router.ts'
import type { Connection } from '../../types/adapter.ts'
import type { CreateLatchkeyOptions } from '../../types/options.ts'
import { connectWallet } from '../attempt/connectWallet.ts'
import { switchNetwork } from '../networks/switchNetwork.ts'
import { applyChange } from './applyChange.ts'
import { disconnect } from './disconnect.ts'

const fox = fakeConnector('io.fox')
const FOX = { namespace: 'eip155', connectorId: 'io.fox' } as const

/** Two tabs of one site, whose wallet agrees on what it shares. */
async function openTabs(disk: FakeDisk = createFakeDisk(), networks?: CreateLatchkeyOptions['networks']) {
  const shared: { connection: Connection | null } = { connection: null }
  const openTab = async () => {
    const wallet = createScriptedAdapter('eip155', [fox])
    wallet.script.connect = async () => {
      shared.connection ??= fakeConnection(fox)
      return shared.connection
    }
    wallet.script.reconnect = async () => shared.connection
    const services = createFakeServices({ disk })
    const options = { adapters: [wallet.create], ...(networks && { networks }) }
    const tab = createTestLatchkey({ options, services })
    await services.clock.advance(0)
    return { ...tab, wallet, settle: () => services.clock.advance(0) }
  }
  return { shared, one: await openTab(), two: await openTab() }
}

test('F-55: a wallet connected in one tab is connected in the other, without a prompt', async () => {
  const { one, two } = await openTabs()
  await connectWallet(one.instance, FOX)
  await two.settle()
  expect(two.latchkey.getState()).toMatchObject({ status: 'connected', address: fakeAddress(1) })
  expect(two.wallet.asked).toEqual(['reconnect io.fox'])
})

test('F-55: a disconnect in one tab is seen in the other at once, with a notice and a closed modal', async () => {
  const { one, two } = await openTabs()
  await connectWallet(one.instance, FOX)
  await two.settle()
  const opened = openModal(two.instance)
  await disconnect(one.instance)
  await two.settle()
  expect(two.latchkey.getState().status).toBe('disconnected')
  expect(two.failures).toMatchObject([{ code: 'CHANGED_IN_OTHER_TAB', final: false }])
  expect(await opened).toEqual({ status: 'closed', reason: 'disconnected' })
  expect(two.wallet.asked).toEqual(['reconnect io.fox'])
  // The modal has closed; why is told where the visitor looks next, once.
  void openModal(two.instance)
  const getToast = () => two.instance.stores.toast.get().toast
  await expect.poll(getToast).toMatchObject({ variant: 'notice', code: 'CHANGED_IN_OTHER_TAB' })
  closeModal(two.instance, 'closeButton')
  void openModal(two.instance)
  await two.settle()
  expect(getToast()).toBeUndefined()
})

test('F-55: a wallet that tells its accounts once more while another tab leaves it is left in both', async () => {
  const { one, two } = await openTabs()
  await connectWallet(one.instance, FOX)
  await two.settle()
  const leaving = disconnect(one.instance)
  two.wallet.tell('io.fox', { accounts: fakeAccounts(1) })
  two.wallet.tell('io.fox', { networkId: 'eip155:10' })
  await leaving
  await two.settle()
  expect(two.latchkey.getState().status).toBe('disconnected')
  expect(one.latchkey.getState().status).toBe('disconnected')
  expect(one.services.disk.read()['@latchkey/default/eip155/connector']).toBeUndefined()
})

test('F-55: a wallet whose network is switched in a tab while another one leaves it is left in both', async () => {
  const { one, two } = await openTabs(createFakeDisk(), [testNetwork(1), testNetwork(10)])
  await connectWallet(one.instance, FOX)
  await two.settle()
  let leaving: Promise<void> | undefined
  two.wallet.script.switchNetwork = async () => {
    leaving = disconnect(one.instance)
  }
  await switchNetwork(two.instance, { networkId: 'eip155:10' })
  await leaving
  await two.settle()
  expect(two.latchkey.getState().status).toBe('disconnected')
  expect(one.services.disk.read()['@latchkey/default/eip155/connector']).toBeUndefined()
})

test('F-55: another account chosen in one tab leaves the other where it was, with a notice that waits for its answer', async () => {
  const { one, two, shared } = await openTabs()
  await connectWallet(one.instance, FOX)
  await two.settle()
  void openModal(two.instance, { view: 'AccountSettings' })
  shared.connection = fakeConnection(fox, { accounts: fakeAccounts(2, 1) })
  applyChange(one.instance, fox, { accounts: fakeAccounts(2, 1) })
  await two.settle()
  await two.services.clock.advance(60_000)
  expect(getRoute(two.instance.stores.router.get()).view).toBe('AccountSettings')
  expect(two.instance.stores.toast.get().toast).toMatchObject({ variant: 'notice', code: 'CHANGED_IN_OTHER_TAB' })
})

test('F-55: another account chosen in one tab is taken over in the other, once the wallet agrees', async () => {
  const { one, two, shared } = await openTabs()
  await connectWallet(one.instance, FOX)
  await two.settle()
  shared.connection = fakeConnection(fox, { accounts: fakeAccounts(2, 1) })
  applyChange(one.instance, fox, { accounts: fakeAccounts(2, 1) })
  await two.settle()
  expect(two.latchkey.getState().address).toBe(fakeAddress(2))
  expect(two.failures).toMatchObject([{ code: 'CHANGED_IN_OTHER_TAB' }])
})

test('an account that the wallet does not share with this tab is not taken over from another', async () => {
  const { one, two } = await openTabs()
  await connectWallet(one.instance, FOX)
  await two.settle()
  applyChange(one.instance, fox, { accounts: fakeAccounts(3) })
  await two.settle()
  expect(two.latchkey.getState().address).toBe(fakeAddress(1))
  expect(one.latchkey.getState().address).toBe(fakeAddress(3))
})

test('F-55: the network and namespace chosen in one tab are active in the other', async () => {
  const networks: CreateLatchkeyOptions['networks'] = [
    testNetwork(1),
    testNetwork(10),
    testNetwork('main', { chainNamespace: 'solana' }),
  ]
  const { one, two } = await openTabs(createFakeDisk(), networks)
  await one.latchkey.switchNetwork('eip155:10')
  expect(two.latchkey.getState().networkId).toBe('eip155:10')
  await one.latchkey.switchNetwork('solana:main')
  expect(two.latchkey.getState()).toMatchObject({ namespace: 'solana', networkId: 'solana:main' })
})

test('F-55: what was missed while the page was hidden is read when it is shown', async () => {
  const disk = createFakeDisk()
  const { one, two } = await openTabs(disk)
  await connectWallet(one.instance, FOX)
  await two.settle()
  disk.plant('@latchkey/default/eip155/connector', '')
  expect(two.latchkey.getState().status).toBe('connected')
  two.services.browser.setVisible(true)
  await two.settle()
  expect(two.latchkey.getState().status).toBe('disconnected')
})

test('a view that waits for a wallet is finished by the connection that another tab made', async () => {
  const { one, two } = await openTabs()
  two.wallet.script.connect = () => new Promise(() => undefined)
  void openModal(two.instance)
  const waiting = connectWallet(two.instance, FOX)
  await connectWallet(one.instance, FOX)
  await waiting
  expect(two.latchkey.getState()).toMatchObject({ status: 'connected', open: false })
  expect(two.events.filter(({ name }) => name === 'CONNECT_SUCCESS')).toHaveLength(1)
})

test('two instances with different ids on one page share nothing', async () => {
  const disk = createFakeDisk()
  const make = (id: string) => {
    const wallet = createScriptedAdapter('eip155', [fox])
    return createTestLatchkey({
      options: { id, adapters: [wallet.create] },
      services: createFakeServices({ id, disk }),
    })
  }
  const one = make('one')
  const two = make('two')
  await connectWallet(one.instance, FOX)
  await two.services.clock.advance(0)
  expect(two.latchkey.getState().status).toBe('disconnected')
  expect(Object.keys(disk.read()).every((key) => key.startsWith('@latchkey/one/'))).toBe(true)
})

test('after destroy a tab hears nothing any more', async () => {
  const { one, two } = await openTabs()
  two.latchkey.destroy()
  await connectWallet(one.instance, FOX)
  await two.settle()
  expect(two.latchkey.getState().status).toBe('disconnected')
  expect(two.wallet.countListeners()).toBe(0)
})
