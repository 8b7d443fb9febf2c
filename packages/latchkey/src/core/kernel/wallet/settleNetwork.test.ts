import {
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeConnection,
  fakeConnector,
  testNetwork,
} from '@latchkey/testing'
import { expect, test } from 'vitest'
import type { CreateLatchkeyOptions } from '../../options.ts'
import { adopt } from './completeConnect.ts'
import { isUnsupported } from './settleNetwork.ts'
import { WALLET_CONNECT_ID } from './walletConnect/walletConnectId.ts'

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
  adopt(made.instance, fakeConnection(connector, { networkId: 'eip155:999' }), 'active')
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
