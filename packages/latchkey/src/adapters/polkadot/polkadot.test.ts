import { ed25519 } from '@noble/curves/ed25519.js'
import { describe, expect, it, vi } from 'vitest'
import { createFakeServices } from '../../../../testing/src/createFakeServices.ts'
import type { Adapter, ConnectionChange, Connector } from '../../core/types/adapter.ts'
import { kusama, polkadot as relay, westend } from '../../networks/index.ts'
import {
  createLocalPolkadotAccount,
  createScriptedPolkadotWallet,
  type ScriptedPolkadotWalletOptions,
  toLocalSs58,
} from '../../testing/createScriptedPolkadotWallet.ts'
import { drill } from '../../testing/drill.ts'
import * as entry from './index.ts'
import { formatSs58, parseSs58 } from './ss58.ts'

const KEY = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'

function playPage() {
  const walletWindow = new EventTarget()
  const services = createFakeServices({ walletWindow })
  const adapter = entry.polkadot()({ networks: [relay, kusama], services })
  return { walletWindow, services, adapter }
}

function play(options: ScriptedPolkadotWalletOptions = {}) {
  const page = playPage()
  const wallet = createScriptedPolkadotWallet({
    accounts: [createLocalPolkadotAccount({ privateKey: KEY, name: 'Ada' })],
    ...options,
  })
  const vanish = wallet.install(page.walletWindow)
  const connector = first(page.adapter)
  const connect = (network = relay) => page.adapter.connect(connector, { network })
  return { ...page, wallet, vanish, connector, connect }
}

async function playConnected(options: ScriptedPolkadotWalletOptions = {}) {
  const page = play(options)
  const connection = await page.connect()
  const heard: ConnectionChange[] = []
  const stop = page.adapter.watchConnection(connection, (change) => heard.push(change))
  await vi.waitFor(() => expect(page.wallet.countListeners()).toBe(options.lacks?.includes('subscribe') ? 0 : 1))
  return { ...page, connection, heard, stop }
}

function list(adapter: Adapter): readonly Connector[] {
  let known: readonly Connector[] = []
  adapter.watchConnectors((connectors) => {
    known = connectors
  })()
  return known
}

function first(adapter: Adapter): Connector {
  const [connector] = list(adapter)
  if (!connector) throw new Error('no connector')
  return connector
}

async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'no error',
    (error: { code?: unknown }) => error.code,
  )
}

const count = (wallet: { calls: readonly { method: string }[] }, method: string) =>
  wallet.calls.filter((call) => call.method === method).length
const THROWS: object = { accounts: { get: () => Promise.reject(new Error('x')) } }
const saved = { connectorId: 'scripted', networkId: relay.caipNetworkId } as const

it('latchkey/polkadot gives these names and no others', () => {
  expect(Object.keys(entry).sort()).toEqual(['polkadot', 'signPayload'])
})

it('has no ability that Polkadot lacks', () => {
  expect(Object.keys(playPage().adapter).sort()).toEqual([
    'connect',
    'disconnect',
    'namespace',
    'prepare',
    'probe',
    'reconnect',
    'signMessage',
    'switchNetwork',
    'type',
    'watchConnection',
    'watchConnectors',
  ])
})

describe('SS58 addresses', () => {
  // The well-known development key "Alice". Source: Substrate's documentation, "Accounts, addresses and keys".
  const ALICE = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
  const onPolkadot = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
  const onKusama = 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F'

  it('are the published ones of one key on three chains', () => {
    const id = parseSs58(ALICE)
    if (!id) throw new Error('no id')
    expect([formatSs58(id, 0), formatSs58(id, 2), formatSs58(id, 42)]).toEqual([onPolkadot, onKusama, ALICE])
    expect([parseSs58(onPolkadot), parseSs58(onKusama)]).toEqual([id, id])
  })

  it.each([64, 127, 128, 255, 1284, 7391, 16383])('survive a round with the two-byte prefix %i', (prefix) => {
    const id = new Uint8Array(32).map((_, at) => at * 7)
    expect(parseSs58(formatSs58(id, prefix))).toEqual(id)
  })

  it.each([
    [''],
    ['5'],
    [ALICE.replace('5G', '5H')],
    [`${ALICE}1`],
    ['0xd43593c715fdd31c61141abd04a99fd6822c8558'],
    [null],
    [7],
    [{}],
    ['1'.repeat(500)],
  ])('are told from what is none: %o', (value) => {
    expect(parseSs58(value)).toBeUndefined()
  })
})

describe('finding Polkadot wallets', () => {
  it('opens none of them', () => {
    const { wallet, adapter } = play()
    adapter.prepare?.()
    list(adapter)
    expect(wallet.calls).toEqual([])
  })

  it('finds an object that comes late: when the page has loaded, when another listener comes, when the modal opens', () => {
    const { walletWindow, adapter } = playPage()
    const heard: string[][] = []
    const stop = adapter.watchConnectors((connectors) => heard.push(connectors.map(({ name }) => name)))
    createScriptedPolkadotWallet({ key: 'polkadot-js' }).install(walletWindow)
    walletWindow.dispatchEvent(new Event('load'))
    createScriptedPolkadotWallet({ key: 'talisman' }).install(walletWindow)
    list(adapter)
    createScriptedPolkadotWallet({ key: 'unknown' }).install(walletWindow)
    adapter.prepare?.()
    stop()
    expect(heard).toEqual([[], ['Polkadot.js'], ['Polkadot.js', 'Talisman'], ['Polkadot.js', 'Talisman', 'unknown']])
  })

  it('vanishes and comes back → one connector each time', () => {
    const { walletWindow, adapter, wallet, vanish } = play()
    const heard: number[] = []
    const stop = adapter.watchConnectors((connectors) => heard.push(connectors.length))
    vanish()
    adapter.prepare?.()
    wallet.install(walletWindow)
    adapter.prepare?.()
    wallet.install(walletWindow)
    adapter.prepare?.()
    stop()
    expect(heard).toEqual([1, 0, 1])
  })

  const trap = new Proxy(
    {},
    {
      get: () => {
        throw new Error('trap')
      },
      ownKeys: () => {
        throw new Error('trap')
      },
    },
  )
  it.each([[7], [null], ['x'], [{ a: null, b: 7, c: {}, d: { enable: 'no' } }], [trap], [{ a: trap }]])(
    'survives odd things in injectedWeb3',
    (injectedWeb3) => {
      const { walletWindow, adapter } = playPage()
      Object.assign(walletWindow, { injectedWeb3 })
      expect(list(adapter)).toEqual([])
    },
  )

  it('SEC-83: shows a key that it does not know without its unseen signs', () => {
    const { walletWindow, adapter } = playPage()
    const entry = { enable: async () => undefined }
    Object.assign(walletWindow, { injectedWeb3: { 'La\u202emp\u200b': entry, '\u200b': entry } })
    expect(list(adapter)).toMatchObject([{ id: 'La\u202emp\u200b', name: 'Lamp' }])
  })

  it('survives a wallet that cannot be listened to and says so late', async () => {
    const { walletWindow, adapter } = playPage()
    const { address } = createLocalPolkadotAccount({ privateKey: KEY, name: 'Ada' })
    const accounts = { get: async () => [{ address }], subscribe: () => Promise.reject(new Error('no')) }
    Object.assign(walletWindow, { injectedWeb3: { lamp: { enable: async () => ({ accounts, signer: {} }) } } })
    const unhandled: unknown[] = []
    const hear = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', hear)
    const connection = await adapter.connect(first(adapter), { network: relay })
    const stop = adapter.watchConnection(connection, () => {})
    // A rejection counts as unhandled once the turn is over.
    await new Promise((resolve) => setTimeout(resolve, 20))
    process.off('unhandledRejection', hear)
    stop()
    expect(unhandled).toEqual([])
  })

  it('lists nothing on a server', () => {
    const { services } = playPage()
    expect(list(entry.polkadot()({ networks: [relay], services: { ...services, walletWindow: null } }))).toEqual([])
  })
})

describe('connecting a Polkadot wallet', () => {
  it('gives accounts as the network writes them, and the wallet’s own object', async () => {
    const { connect, connector, wallet } = play()
    const [account] = wallet.getAccounts()
    if (!account) throw new Error('no account')
    const connection = await connect()
    expect(connection).toMatchObject({ connector, networkId: relay.caipNetworkId })
    expect(connection.accounts).toEqual([
      {
        address: toLocalSs58(account.publicKey, 0),
        type: 'eoa',
        publicKey: `0x${Buffer.from(account.publicKey).toString('hex')}`,
        label: 'Ada',
      },
    ])
    expect(connection.provider).toHaveProperty('signer')
  })

  it('F-41: only the chosen wallet is opened', async () => {
    const { walletWindow, connect, wallet } = play()
    const other = createScriptedPolkadotWallet({ key: 'other' })
    other.install(walletWindow)
    await connect()
    expect(count(wallet, 'enable')).toBe(1)
    expect(other.calls).toEqual([])
  })

  it('keeps to accounts of the network, of a kind that it has, and to each once', async () => {
    const own = createLocalPolkadotAccount()
    const foreign = createLocalPolkadotAccount({ genesisHash: `0x${kusama.id}${'0'.repeat(32)}` })
    const bound = createLocalPolkadotAccount({ genesisHash: `0x${relay.id}${'0'.repeat(32)}` })
    const { connect } = play({
      accounts: [
        { ...own, type: 'ethereum', address: '0xd43593c715fdd31c61141abd04a99fd6822c8558' },
        foreign,
        own,
        { ...own, address: toLocalSs58(own.publicKey, 2) },
        bound,
      ],
    })
    expect((await connect()).accounts.map(({ address }) => address)).toEqual([
      toLocalSs58(own.publicKey, 0),
      toLocalSs58(bound.publicKey, 0),
    ])
  })

  it('puts the wanted account first, whichever chain its address is written for', async () => {
    const accounts = [createLocalPolkadotAccount(), createLocalPolkadotAccount()]
    const page = play({ accounts })
    const wanted = toLocalSs58(accounts[1]?.publicKey ?? new Uint8Array(), 2)
    const connection = await page.adapter.connect(page.connector, { network: relay, address: wanted })
    expect(connection.accounts[0]?.address).toBe(toLocalSs58(accounts[1]?.publicKey ?? new Uint8Array(), 0))
  })

  it('F-41: its owner allows none, or not this site → POLKADOT_NOT_ALLOWED; a second try is a new question', async () => {
    let isWilling = false
    const page = play({ approve: async () => isWilling })
    expect(await codeOf(page.connect())).toBe('POLKADOT_NOT_ALLOWED')
    page.wallet.answer('enable', drill.throw(new Error('Pending Authorization request already exists')))
    expect(await codeOf(page.connect())).toBe('POLKADOT_NOT_ALLOWED')
    isWilling = true
    page.wallet.answer('accounts.get', drill.ok([]))
    expect(await codeOf(page.connect())).toBe('POLKADOT_NOT_ALLOWED')
    expect((await page.connect()).accounts).toHaveLength(1)
  })

  it('F-08: has accounts, but none for this network → ACCOUNT_NOT_SHARED', async () => {
    const page = play({ accounts: [createLocalPolkadotAccount({ genesisHash: `0x${westend.id}${'0'.repeat(32)}` })] })
    expect(await codeOf(page.connect())).toBe('ACCOUNT_NOT_SHARED')
  })

  it('throws a text, or nothing → UNKNOWN_FAILURE', async () => {
    const page = play({ script: { enable: [drill.throw('boom'), drill.throw(undefined)] } })
    await expect(page.connect()).rejects.toMatchObject({ code: 'UNKNOWN_FAILURE', cause: 'boom', step: 'connect' })
    expect(await codeOf(page.connect())).toBe('UNKNOWN_FAILURE')
  })

  it.each([
    [undefined],
    [null],
    [7],
    [{}],
    [{ accounts: 7 }],
    [{ accounts: {} }],
    [{ accounts: { get: 7 } }],
    [{ accounts: { get: () => 7 }, signer: null }],
    [THROWS],
  ])('gives %o → a failure with a code', async (value) => {
    const page = play({ script: { enable: [drill.ok(value)] } })
    expect(await codeOf(page.connect())).toMatch(/^(UNKNOWN_FAILURE|POLKADOT_NOT_ALLOWED)$/)
  })

  it.each([[null], [7], ['x'], [{}], [[null, 7, 'x', {}, { address: 3 }, { address: 'x' }]]])(
    'lists %o as accounts → a failure with a code',
    async (value) => {
      const page = play({ script: { 'accounts.get': [drill.ok(value)] } })
      expect(await codeOf(page.connect())).toMatch(/^(ACCOUNT_NOT_SHARED|POLKADOT_NOT_ALLOWED)$/)
    },
  )

  it('takes the newer `connect` where a wallet has it', async () => {
    const { walletWindow, adapter } = playPage()
    const wallet = createScriptedPolkadotWallet()
    Object.assign(walletWindow, { injectedWeb3: { newer: { version: '2', connect: wallet.provider.enable } } })
    const connection = await adapter.connect(first(adapter), { network: relay })
    expect(connection.accounts).toHaveLength(1)
  })
})

describe('a connected Polkadot wallet', () => {
  it('F-54: is restored, or null when it shares nothing any more', async () => {
    const page = await playConnected()
    expect(await page.adapter.reconnect(page.connector, saved)).toEqual(page.connection)
    page.wallet.setAccounts([])
    expect(await page.adapter.reconnect(page.connector, saved)).toBeNull()
    page.wallet.answer('enable', drill.throw(new Error('not allowed to interact')))
    expect(await codeOf(page.adapter.reconnect(page.connector, saved))).toBe('POLKADOT_NOT_ALLOWED')
  })

  it.each([
    [true, '<Bytes>Grüße, 世界</Bytes>'],
    [false, 'Grüße, 世界'],
  ])('signs a message; wrapped %s, what was signed is %s', async (wraps, signed) => {
    const page = await playConnected({ wraps })
    const signature = await page.adapter.signMessage(page.connection, 'Grüße, 世界')
    const [account] = page.wallet.getAccounts()
    const bytes = Uint8Array.from(Buffer.from(signature.slice(2), 'hex'))
    expect(ed25519.verify(bytes, new TextEncoder().encode(signed), account?.publicKey ?? bytes)).toBe(true)
    // The wallet is asked for the address as it writes it itself.
    expect(page.wallet.calls.find(({ method }) => method === 'signRaw')?.params[0]).toMatchObject({
      address: account?.address,
      type: 'bytes',
    })
  })

  it('F-08: an account that it has no more does not sign', async () => {
    const page = await playConnected()
    page.wallet.setAccounts([createLocalPolkadotAccount()])
    expect(await codeOf(page.adapter.signMessage(page.connection, 'hello'))).toBe('ACCOUNT_NOT_SHARED')
    expect(count(page.wallet, 'signRaw')).toBe(0)
  })

  it('without signRaw → METHOD_NOT_GRANTED', async () => {
    const page = await playConnected({ lacks: ['signRaw'] })
    expect(await codeOf(page.adapter.signMessage(page.connection, 'hello'))).toBe('METHOD_NOT_GRANTED')
  })

  it.each([[undefined], [null], [{}], [{ signature: 7 }], [{ signature: '0x' }], [{ signature: 'zz' }], ['0x12']])(
    'answers %o instead of a signature → a failure with a code',
    async (value) => {
      const page = await playConnected({ script: { signRaw: [drill.ok(value)] } })
      expect(await codeOf(page.adapter.signMessage(page.connection, 'hello'))).toBe('UNKNOWN_FAILURE')
    },
  )

  it('tells of other accounts, and of the end when none is left', async () => {
    const page = await playConnected()
    const other = createLocalPolkadotAccount()
    page.wallet.setAccounts([other])
    page.wallet.emit('nonsense')
    page.wallet.setAccounts([])
    expect(page.heard).toEqual([
      { accounts: [expect.objectContaining({ address: toLocalSs58(other.publicKey, 0) })] },
      { ended: 'user' },
    ])
  })

  it('does without `subscribe`', async () => {
    const page = await playConnected({ lacks: ['subscribe'] })
    page.stop()
    expect(page.heard).toEqual([])
  })

  it('changes the network by itself: the accounts are written anew, and no wallet is opened', async () => {
    const page = await playConnected()
    const [account] = page.wallet.getAccounts()
    await page.adapter.switchNetwork(page.connection, kusama)
    expect(page.heard).toEqual([
      { networkId: kusama.caipNetworkId },
      { accounts: [expect.objectContaining({ address: toLocalSs58(account?.publicKey ?? new Uint8Array(), 2) })] },
    ])
    expect(count(page.wallet, 'enable')).toBe(1)
  })

  it('F-08: does not change to a network for which it has no account', async () => {
    const bound = createLocalPolkadotAccount({ genesisHash: `0x${relay.id}${'0'.repeat(32)}` })
    const page = await playConnected({ accounts: [bound] })
    expect(await codeOf(page.adapter.switchNetwork(page.connection, kusama))).toBe('ACCOUNT_NOT_SHARED')
    expect(page.heard).toEqual([])
  })

  it('writes addresses with the site’s own prefix for the site’s own network', async () => {
    const { walletWindow, services } = playPage()
    const adapter = entry.polkadot({ ss58Prefixes: { 'polkadot:own': 7 } })({ networks: [], services })
    const wallet = createScriptedPolkadotWallet()
    wallet.install(walletWindow)
    const network = { ...relay, id: 'own', caipNetworkId: 'polkadot:own' } as const
    const connection = await adapter.connect(first(adapter), { network })
    expect(connection.accounts[0]?.address).toBe(toLocalSs58(wallet.getAccounts()[0]?.publicKey ?? new Uint8Array(), 7))
  })

  it('probes without opening anything', async () => {
    const { signal } = new AbortController()
    const page = play()
    const probe = page.adapter.probe(page.connector)
    expect([await probe.isAlive(signal), await probe.isUnlocked(signal)]).toEqual([true, undefined])
    await expect(probe.getAccounts(signal)).rejects.toThrow()
    expect(page.wallet.calls).toEqual([])
    await page.connect()
    expect(await probe.getAccounts(signal)).toHaveLength(1)
  })

  it('leaves no listener behind after 100 rounds of connecting, hearing, signing and leaving', async () => {
    const page = play()
    for (let round = 0; round < 100; round += 1) {
      const connection = await page.connect()
      const stop = page.adapter.watchConnection(connection, () => {})
      await page.adapter.signMessage(connection, `round ${round}`)
      expect(page.wallet.countListeners()).toBe(1)
      stop()
      await page.adapter.disconnect(connection)
      await vi.waitFor(() => expect(page.wallet.countListeners()).toBe(0))
    }
    expect(page.services.clock.countTimers()).toBe(0)
  })
})
