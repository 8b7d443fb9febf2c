import {
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeConnection,
  fakeConnector,
  testNetwork,
} from '@latchkey/testing'
import { expect, test } from 'vitest'
import { adoptConnection } from '../kernel/connections/adoptConnection.ts'
import { isUnsupported } from '../kernel/networks/isUnsupported.ts'
import type { CreateLatchkeyOptions } from '../types/options.ts'
import { WALLET_CONNECT_ID } from '../ways/walletConnect/walletConnectId.ts'
import { beginDeciding } from './decide.ts'
import { goBack } from './goBack.ts'
import { openModal } from './openModal.ts'
import { pushView } from './pushView.ts'
import { showHome } from './showHome.ts'

const fox = fakeConnector('io.fox')

/** A wallet on a network that the site did not ask for. */
function setUp(options: Partial<CreateLatchkeyOptions> = {}, connector = fox) {
  const wallet = createScriptedAdapter('eip155', [fox])
  const networks: CreateLatchkeyOptions['networks'] = [
    testNetwork(1),
    testNetwork('main', { chainNamespace: 'solana' }),
  ]
  const made = createTestLatchkey({
    options: { networks, adapters: [wallet.create], ...options },
    services: createFakeServices(),
  })
  const connection = fakeConnection(connector, { networkId: 'eip155:999' })
  adoptConnection(made.instance, { connection, place: 'active' })
  return made
}

test('a connected wallet on a network that the site does not work on is asked to leave it', () => {
  expect(isUnsupported(setUp().instance, 'eip155')).toBe(true)
})

test.each<[string, Partial<CreateLatchkeyOptions>]>([
  ['switching is off', { enableNetworkSwitch: false }],
  ['the site allows any network', { allowUnsupportedChain: true }],
  ['the site has that network', { networks: [testNetwork(1), testNetwork(999)] }],
])('nobody is asked where %s', (_name, options) => {
  expect(isUnsupported(setUp(options).instance, 'eip155')).toBe(false)
})

test('nobody is asked for a namespace that is not the active one, or has no wallet', () => {
  const { instance } = setUp()
  expect(isUnsupported(instance, 'solana')).toBe(false)
  instance.stores.networks.set((state) => ({ ...state, activeNamespace: 'solana' }))
  expect(isUnsupported(instance, 'eip155')).toBe(false)
})

test('nobody is asked on a site without adapters whose wallet came by WalletConnect; with an adapter they are', () => {
  const phone = fakeConnector(WALLET_CONNECT_ID, { type: 'WALLET_CONNECT' })
  expect(isUnsupported(setUp({ adapters: [] }, phone).instance, 'eip155')).toBe(false)
  expect(isUnsupported(setUp({}, phone).instance, 'eip155')).toBe(true)
})

test('opening leads to the question on the wrong network by every door, and a view that is named is shown', () => {
  const { instance, latchkey } = setUp()
  void openModal(instance)
  expect(latchkey.getState()).toMatchObject({ open: true, view: 'UnsupportedChain' })
  void openModal(instance, { namespace: 'eip155' })
  expect(latchkey.getState().view).toBe('UnsupportedChain')
  showHome(instance)
  expect(latchkey.getState().view).toBe('UnsupportedChain')
  void openModal(instance, { view: 'Networks' })
  expect(latchkey.getState().view).toBe('Networks')
})

test('an account that the visitor opens before the modal hears of the connection stays open', () => {
  const { instance, latchkey } = setUp({ networks: [testNetwork(1), testNetwork(999)] })
  const decide = beginDeciding(instance)
  void openModal(instance)
  const connection = fakeConnection(fox, { networkId: 'eip155:999' })
  decide({ kind: 'connected', connection, isAddition: false, redirectView: undefined })
  expect(latchkey.getState()).toMatchObject({ open: true, view: 'Account' })
})

test('a namespace without a wallet is connected, wherever the active one stands', () => {
  const { instance, latchkey } = setUp()
  void openModal(instance, { namespace: 'solana' })
  expect(latchkey.getState().view).toBe('Connect')
})

test('the page is not loading while the visitor merely reads help', () => {
  const { instance, latchkey } = createTestLatchkey({
    options: { adapters: [createScriptedAdapter('eip155', []).create] },
  })
  void openModal(instance)
  expect(latchkey.getState().loading).toBe(true)
  pushView(instance, { view: 'WhatIsAWallet' })
  expect(latchkey.getState()).toMatchObject({ view: 'WhatIsAWallet', loading: false })
  goBack(instance)
  expect(latchkey.getState()).toMatchObject({ view: 'Connect', loading: true })
  void openModal(instance, { view: 'WhatIsANetwork' })
  expect(latchkey.getState().loading).toBe(false)
})
