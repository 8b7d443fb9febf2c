import {
  createFakeDisk,
  createFakeServices,
  createScriptedAdapter,
  createTestLatchkey,
  type FakeServices,
  fakeAccounts,
  fakeAddress,
  fakeConnection,
  fakeConnector,
  type TestLatchkey,
  testNetwork,
} from '@latchkey/testing'
import { connectPhone } from '@latchkey/testing/connectPhone.ts'
import { describe, expect, test } from 'vitest'
import { openModal } from '../../flow/openModal.ts'
import type { Connection } from '../../types/adapter.ts'
import { connectWalletConnect } from '../../ways/walletConnect/connectWalletConnect.ts'
import { disconnect } from '../connections/disconnect.ts'
import { switchConnection } from '../connections/switchConnection.ts'
import { switchNetwork } from '../networks/switchNetwork.ts'
import { connectWallet } from './connectWallet.ts'

const fox = fakeConnector('io.fox')
const owl = fakeConnector('io.owl')
const lamp = fakeConnector('io.lamp', { namespace: 'solana' })
const FOX = { namespace: 'eip155', connectorId: 'io.fox' } as const
const OWL = { namespace: 'eip155', connectorId: 'io.owl' } as const
const LAMP = { namespace: 'solana', connectorId: 'io.lamp' } as const
const SOLANA = testNetwork('main', { chainNamespace: 'solana' })
const LAMP_ADDRESS = 'So11111111111111111111111111111111111111112'

/** Two wallets of one namespace on two networks, and one of another namespace. */
function setUp(services: FakeServices = createFakeServices()) {
  const shared: Record<string, Connection> = {
    'io.fox': fakeConnection(fox, { accounts: fakeAccounts(1) }),
    'io.owl': fakeConnection(owl, { accounts: fakeAccounts(2, 3), networkId: 'eip155:10' }),
    'io.lamp': fakeConnection(lamp, {
      accounts: [{ address: LAMP_ADDRESS, type: 'eoa' }],
      networkId: 'solana:main',
    }),
  }
  const evm = createScriptedAdapter('eip155', [fox, owl])
  const sol = createScriptedAdapter('solana', [lamp])
  for (const wallet of [evm, sol]) {
    const answer = (): Connection => shared[wallet.asked.at(-1)?.split(' ')[1] ?? ''] as Connection
    wallet.script.connect = async () => answer()
    wallet.script.reconnect = async () => answer()
  }
  const options = { networks: [testNetwork(1), testNetwork(10), SOLANA], adapters: [evm.create, sol.create] } as const
  const made = createTestLatchkey({ options, services })
  const until = async (isSo: () => boolean): Promise<void> => {
    for (let turns = 0; turns < 100 && !isSo(); turns += 1) await services.clock.advance(0)
    expect(isSo()).toBe(true)
  }
  return { ...made, evm, sol, until }
}

/** What was told since: who, where, and whether the modal was open. */
function listTold({ heard }: TestLatchkey, from: number): readonly string[] {
  return heard.states
    .slice(from)
    .map(({ status, walletName, address, networkId, open }) =>
      [status, walletName, address?.slice(0, 4), networkId, open && 'open'].filter(Boolean).join(' '),
    )
}

describe('every state that is told is of one moment', () => {
  test('connecting a wallet', async () => {
    const made = setUp()
    const from = made.heard.states.length
    await connectWallet(made.instance, OWL)
    expect(listTold(made, from)).toEqual(['connecting eip155:1', 'connected owl 0x22 eip155:10'])
    expect(made.heard.mistakes).toEqual([])
  })

  test('connecting a second wallet, which is on another network', async () => {
    const made = setUp()
    await connectWallet(made.instance, FOX)
    const from = made.heard.states.length
    await connectWallet(made.instance, OWL)
    expect(listTold(made, from)).toEqual(['connected owl 0x22 eip155:10'])
    expect(made.heard.mistakes).toEqual([])
  })

  test('choosing another wallet in the place of the one that waits', async () => {
    const made = setUp()
    made.evm.script.connect = () => new Promise(() => undefined)
    const first = connectWallet(made.instance, FOX)
    const from = made.heard.states.length
    void connectWallet(made.instance, OWL)
    await expect(first).rejects.toMatchObject({ code: 'ATTEMPT_CANCELLED' })
    expect(listTold(made, from)).toEqual([])
    expect(made.heard.mistakes).toEqual([])
  })

  test('going from one wallet to another, and to one of another namespace', async () => {
    const made = setUp()
    await connectWallet(made.instance, FOX)
    await connectWallet(made.instance, LAMP)
    await connectWallet(made.instance, OWL)
    const from = made.heard.states.length
    await switchConnection(made.instance, FOX)
    await switchConnection(made.instance, LAMP)
    await switchConnection(made.instance, { ...OWL, address: fakeAddress(3) })
    expect(listTold(made, from)).toEqual([
      'connected fox 0x11 eip155:1',
      'connected lamp So11 solana:main',
      'connected owl 0x33 eip155:10',
    ])
    expect(made.heard.mistakes).toEqual([])
  })

  test('switching the network, and the event of it comes with the new state', async () => {
    const made = setUp()
    await connectWallet(made.instance, FOX)
    const seen: string[] = []
    made.latchkey.on('event', ({ name }) => seen.push(`${name} ${made.latchkey.getState().networkId}`))
    const from = made.heard.states.length
    await switchNetwork(made.instance, { networkId: 'eip155:10' })
    made.evm.tell('io.fox', { networkId: 'eip155:1' })
    expect(listTold(made, from)).toEqual(['connected fox 0x11 eip155:10', 'connected fox 0x11 eip155:1'])
    expect(seen).toEqual(['SWITCH_NETWORK eip155:10', 'SWITCH_NETWORK eip155:1'])
    expect(made.heard.mistakes).toEqual([])
  })

  test('a wallet that goes to a network of none of ours: the question stands in the same state', async () => {
    const made = setUp()
    await connectWallet(made.instance, FOX)
    const from = made.heard.states.length
    made.evm.tell('io.fox', { networkId: 'eip155:999' })
    expect(made.heard.states.slice(from)).toMatchObject([
      { networkId: 'eip155:999', open: true, view: 'UnsupportedChain' },
    ])
    expect(made.heard.mistakes).toEqual([])
  })

  test('leaving one wallet, then all: who is told of the end finds it in the state', async () => {
    const made = setUp()
    await connectWallet(made.instance, FOX)
    await connectWallet(made.instance, LAMP)
    await connectWallet(made.instance, OWL)
    const ends: string[] = []
    made.latchkey.on('event', ({ name }) => {
      if (name === 'DISCONNECT_SUCCESS') ends.push(String(made.latchkey.getState().walletName))
    })
    void openModal(made.instance)
    const from = made.heard.states.length
    await disconnect(made.instance, { namespace: 'eip155' })
    await disconnect(made.instance)
    expect(listTold(made, from).map((told) => told.replace(' open', ''))).toEqual([
      'connected fox 0x11 eip155:1',
      'disconnected eip155:1',
    ])
    expect(ends).toEqual(['fox', 'undefined', 'undefined'])
    expect(made.heard.mistakes).toEqual([])
  })

  test('a wallet that ends its connection by itself, another one taking its place', async () => {
    const made = setUp()
    await connectWallet(made.instance, FOX)
    await connectWallet(made.instance, OWL)
    const from = made.heard.states.length
    made.evm.tell('io.owl', { ended: 'wallet' })
    made.evm.tell('io.fox', { accounts: fakeAccounts(7) })
    made.evm.tell('io.fox', { accounts: [] })
    expect(listTold(made, from)).toEqual([
      'connected fox 0x11 eip155:1',
      'connected fox 0x77 eip155:1',
      'disconnected eip155:1',
    ])
    expect(made.heard.mistakes).toEqual([])
  })

  test('restoring at the next load, and following another tab', async () => {
    const disk = createFakeDisk()
    const one = setUp(createFakeServices({ disk }))
    await connectWallet(one.instance, FOX)
    await connectWallet(one.instance, LAMP)
    const two = setUp(createFakeServices({ disk }))
    await two.until(() => two.latchkey.getState().ready)
    expect(two.latchkey.getState()).toMatchObject({ walletName: 'lamp', networkId: 'solana:main' })
    await connectWallet(one.instance, OWL)
    await two.until(() => two.latchkey.getState().walletName === 'owl')
    await switchConnection(one.instance, FOX)
    await two.until(() => two.latchkey.getState().walletName === 'fox')
    await disconnect(one.instance)
    await two.until(() => two.latchkey.getState().status === 'disconnected')
    expect(two.heard.mistakes).toEqual([])
    expect(one.heard.mistakes).toEqual([])
  })

  test('a namespace that was chosen before without a network of it', () => {
    const disk = createFakeDisk()
    disk.plant('@latchkey/default/active', JSON.stringify({ v: 1, value: 'solana' }))
    const { heard, latchkey } = setUp(createFakeServices({ disk }))
    expect(latchkey.getState()).toMatchObject({ namespace: 'solana', networkId: 'solana:main' })
    expect(heard.mistakes).toEqual([])
  })

  test('a session of two namespaces, from its yes to its end', async () => {
    const account = 'eip155:10:0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
    const options = { networks: [testNetwork(1), testNetwork(10), SOLANA] } as const
    const made = await connectPhone([account, `solana:main:${LAMP_ADDRESS}`], { options })
    const { phone, latchkey, instance, heard } = made
    const asked = connectWalletConnect(instance)
    const uri = await phone.until(() => instance.stores.connection.get().attempt?.pairing?.uri)
    await phone.approve(uri, 'eip155:1:0x71C7656EC7ab88b098defB751B7401B5f6d8976F')
    await asked
    await phone.until(() => latchkey.getState().networkId === 'eip155:1')
    await phone.drop()
    await phone.until(() => latchkey.getState().status === 'disconnected')
    expect(heard.mistakes).toEqual([])
  })
})

test('a subscriber that changes the state again is heard by all in order, and by each once a change', () => {
  const { latchkey } = setUp()
  const first: string[] = []
  const second: string[] = []
  latchkey.subscribe(({ themeMode }) => {
    first.push(themeMode)
    if (themeMode === 'dark') latchkey.setThemeMode('light')
  })
  latchkey.subscribe(({ themeMode }) => second.push(themeMode))
  latchkey.setThemeMode('light')
  latchkey.setThemeMode('dark')
  expect([first, second]).toEqual([
    ['light', 'dark', 'light'],
    ['light', 'dark', 'light'],
  ])
})
