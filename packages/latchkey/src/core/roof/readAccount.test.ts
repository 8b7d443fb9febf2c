import {
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  fakeConnector,
  testNetwork,
} from '@latchkey/testing'
import { expect, test } from 'vitest'
import { getAccount } from '../../actions/getAccount.ts'
import { watchAccount } from '../../actions/watchAccount.ts'
import { namesOf } from '../features/names/state.ts'
import { fetchBalances } from '../features/tokens/fetchBalances.ts'
import { connectWallet } from '../kernel/attempt/connectWallet.ts'
import { updateOptions } from './updateOptions.ts'

const fox = fakeConnector('io.fox', { imageUrl: 'data:image/png;base64,AA==', rdns: 'io.fox' })
const lamp = fakeConnector('Lamp', { namespace: 'solana' })

function setUp() {
  const blockExplorers = { default: { name: 'Scan', url: 'https://scan.test/' } }
  const networks = [testNetwork(1, { blockExplorers }), testNetwork('main', { chainNamespace: 'solana' })] as const
  const adapters = [createScriptedAdapter('eip155', [fox]).create, createScriptedAdapter('solana', [lamp]).create]
  const services = createFakeServices({
    gateway: {
      getSupportedChains: () => ({ http: ['eip155:1'], ws: [] }),
      getBalance: () => ({
        balances: [
          {
            name: 'Ether',
            symbol: 'ETH',
            chainId: 'eip155:1',
            price: 2,
            value: 3,
            quantity: { decimals: '18', numeric: '1.5' },
            iconUrl: '',
          },
        ],
      }),
    },
  })
  return createTestLatchkey({ options: { networks, adapters }, services })
}

test('the state carries the wallet, its picture and rdns, the explorer, and balance and name once they were read', async () => {
  const { instance, latchkey } = setUp()
  expect(latchkey.getState()).toMatchObject({
    walletRdns: undefined,
    balance: undefined,
    addressExplorerUrl: undefined,
  })
  await connectWallet(instance, { namespace: 'eip155', connectorId: 'io.fox' })
  const { address = '' } = latchkey.getState()
  expect(latchkey.getState()).toMatchObject({
    walletImageUrl: 'data:image/png;base64,AA==',
    walletRdns: 'io.fox',
    addressExplorerUrl: `https://scan.test/address/${address}`,
    balance: undefined,
    profileName: undefined,
  })
  const told: unknown[] = []
  latchkey.subscribe(({ balance, profileName }) => told.push([balance, profileName]))
  await fetchBalances(instance)
  namesOf(instance).set(() => ({ address, name: 'fox.eth', avatar: 'https://pictures.test/fox.png' }))
  expect(latchkey.getState()).toMatchObject({
    balance: '1.5',
    balanceSymbol: 'ETH',
    profileName: 'fox.eth',
    profileImageUrl: 'https://pictures.test/fox.png',
  })
  expect(told).toEqual([
    ['1.5', undefined],
    ['1.5', 'fox.eth'],
  ])
  expect(latchkey.getState()).toBe(latchkey.getState())
})

test('what was read of one account is not told of another one', async () => {
  const { instance, latchkey } = setUp()
  await connectWallet(instance, { namespace: 'eip155', connectorId: 'io.fox' })
  await fetchBalances(instance)
  namesOf(instance).set(() => ({ address: '0xother', name: 'other.eth', avatar: undefined }))
  instance.stores.accounts.set(({ byNamespace }) => {
    const active = { address: '0x000000000000000000000000000000000000dEaD', type: 'eoa', label: 'Savings' } as const
    return { byNamespace: { ...byNamespace, eip155: { active, all: [active] } } }
  })
  expect(latchkey.getState()).toMatchObject({ balance: undefined, profileName: undefined, addressLabel: 'Savings' })
})

test('the account of a namespace that is not active is read and watched by its name', async () => {
  const { instance, latchkey } = setUp()
  const told: (string | undefined)[] = []
  const stop = watchAccount(latchkey, ({ walletName }) => told.push(walletName), 'solana')
  await connectWallet(instance, { namespace: 'solana', connectorId: 'Lamp' })
  await connectWallet(instance, { namespace: 'eip155', connectorId: 'io.fox' })
  expect(latchkey.getState()).toMatchObject({ namespace: 'eip155', walletName: 'fox' })
  expect(getAccount(latchkey, 'solana')).toMatchObject({
    networkId: 'solana:main',
    walletName: 'Lamp',
    status: 'connected',
  })
  expect(getAccount(latchkey)).toMatchObject({ namespace: 'eip155', walletName: 'fox' })
  expect(told.at(-1)).toBe('Lamp')
  const before = told.length
  stop()
  await latchkey.disconnect()
  expect(told).toHaveLength(before)
})

test('a picture that the site gives for a connector is the one that it reads, from the next change of options on', async () => {
  const { instance, latchkey } = setUp()
  await connectWallet(instance, { namespace: 'eip155', connectorId: 'io.fox' })
  expect(latchkey.getState().walletImageUrl).toBe('data:image/png;base64,AA==')
  updateOptions(latchkey, { connectorImages: { 'io.fox': '/fox.svg', Lamp: '/lamp.svg' } })
  expect(latchkey.getState().walletImageUrl).toBe('/fox.svg')
  expect(getAccount(latchkey, 'solana').walletImageUrl).toBeUndefined()
})
