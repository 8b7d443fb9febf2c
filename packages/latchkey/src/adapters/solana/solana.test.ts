import { parseSignInMessage } from '@latchkey/wire'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { describe, expect, it, vi } from 'vitest'
import { createFakeServices } from '../../../../testing/src/createFakeServices.ts'
import type { Adapter, ConnectionChange, Connector } from '../../core/types/adapter.ts'
import type { NetworkId } from '../../core/types/network.ts'
import { solanaDevnet, solana as solanaMainnet } from '../../networks/index.ts'
import {
  createScriptedSolanaWallet,
  drill,
  type ScriptedSolanaWallet,
  type ScriptedSolanaWalletOptions,
} from '../../testing/index.ts'
import * as entry from './index.ts'

const SEED = new Uint8Array(32).fill(7)
const ADDRESS = base58.encode(ed25519.getPublicKey(SEED))
const SAVED = { connectorId: 'Drill', networkId: solanaMainnet.caipNetworkId } as const

/** A page with the adapter in it: nothing but the ports is played. */
function playPage(fetch?: typeof globalThis.fetch) {
  const walletWindow = new EventTarget()
  const services = createFakeServices({ walletWindow, fetch })
  const adapter = entry.solana()({ networks: [solanaMainnet, solanaDevnet], services })
  const make = (options: Partial<ScriptedSolanaWalletOptions> = {}) =>
    createScriptedSolanaWallet({ name: 'Drill', secretKey: SEED, ...options })
  const add = (options: Partial<ScriptedSolanaWalletOptions> = {}): ScriptedSolanaWallet => {
    const wallet = make(options)
    wallet.register(walletWindow)
    return wallet
  }
  return { walletWindow, services, clock: services.clock, log: services.log, adapter, make, add }
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

function play(options: Partial<ScriptedSolanaWalletOptions> = {}) {
  const page = playPage()
  const wallet = page.add(options)
  const connector = first(page.adapter)
  const connect = () => page.adapter.connect(connector, { network: solanaMainnet })
  return { ...page, wallet, connector, connect }
}

async function playConnected(options: Partial<ScriptedSolanaWalletOptions> = {}) {
  const page = play(options)
  const connection = await page.connect()
  const heard: ConnectionChange[] = []
  const stop = page.adapter.watchConnection(connection, (change) => heard.push(change))
  return { ...page, connection, heard, stop }
}

const count = (wallet: ScriptedSolanaWallet, feature: string) =>
  wallet.calls.filter((call) => call.feature === feature).length

async function codeOf(promise: Promise<unknown> | undefined): Promise<unknown> {
  return (promise ?? Promise.resolve()).then(
    () => 'no error',
    (error: { code?: unknown }) => error.code,
  )
}

it('latchkey/solana gives these names and no others', () => {
  expect(Object.keys(entry).sort()).toEqual([
    'getSolanaWallet',
    'sendSolanaInstructions',
    'signAndSendSolanaTransaction',
    'signSolanaTransaction',
    'signSolanaTransactions',
    'solana',
  ])
})

describe('solana: finding wallets', () => {
  it('tells of those that were first, of those that come later, and drops those that leave, and no others', () => {
    const page = playPage()
    page.add()
    const late = page.make({ name: 'Late', secretKey: undefined })
    const heard: string[][] = []
    const stop = page.adapter.watchConnectors((connectors) => heard.push(connectors.map(({ id }) => id)))
    const leave = late.register(page.walletWindow)
    leave()
    late.register(page.walletWindow)
    stop()
    page.add({ name: 'Unheard' })
    expect(heard).toEqual([['Drill'], ['Drill', 'Late'], ['Drill'], ['Drill', 'Late']])
  })

  it('asks the page again for each new listener, and lists each object once', () => {
    const page = playPage()
    page.add()
    const heard: number[] = []
    let asked = 0
    page.walletWindow.addEventListener('wallet-standard:app-ready', () => {
      asked += 1
    })
    const stop = page.adapter.watchConnectors((connectors) => heard.push(connectors.length))
    list(page.adapter)
    stop()
    expect([asked, heard]).toEqual([2, [1]])
  })

  it('a wallet that only a second question finds reaches the first listener too', () => {
    const page = playPage()
    const heard: number[] = []
    page.adapter.watchConnectors((connectors) => heard.push(connectors.length))
    const silent = page.make()
    page.walletWindow.addEventListener('wallet-standard:app-ready', (event) => {
      ;(event as CustomEvent).detail.register(silent.wallet)
    })
    list(page.adapter)
    expect(heard).toEqual([0, 1])
  })

  it('uses the wallet’s own object: frozen, with live getters', () => {
    const page = play()
    expect(page.connector.provider).toBe(page.wallet.wallet)
    expect(Object.isFrozen(page.wallet.wallet)).toBe(true)
  })

  it.each([['standard:events'], ['standard:disconnect'], ['solana:signMessage'], ['solana:signIn']] as const)(
    'a wallet without %s is listed, connected and left',
    async (feature) => {
      const page = await playConnected({ without: [feature] })
      page.stop()
      await page.adapter.disconnect(page.connection)
      expect(page.connection.accounts[0]?.address).toBe(ADDRESS)
    },
  )

  it.each([
    ['cannot be connected', { without: ['standard:connect'] }],
    ['can do nothing with transactions', { without: ['solana:signTransaction', 'solana:signAndSendTransaction'] }],
    ['is of another family', { chains: ['bitcoin:mainnet'] }],
  ] as const)('leaves out a wallet that %s', (_, options) => {
    const page = playPage()
    page.add(options)
    expect(list(page.adapter)).toEqual([])
  })

  it('survives whatever registers itself', () => {
    const page = playPage()
    const heard: number[] = []
    page.adapter.watchConnectors((connectors) => heard.push(connectors.length))
    const hostile = {
      get name(): string {
        throw new Error('no')
      },
    }
    for (const wallet of [undefined, null, 'wallet', {}, { name: 1 }, { name: ' ', chains: [] }, hostile]) {
      const detail = (api: { register(wallet: unknown): () => void }) => api.register(wallet)()
      page.walletWindow.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
    }
    const detail = () => {
      throw new Error('stumbled')
    }
    page.walletWindow.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
    page.walletWindow.dispatchEvent(new CustomEvent('wallet-standard:register-wallet'))
    page.add()
    expect(heard).toEqual([0, 1])
  })

  it('SEC-84: shows a data: picture, and nothing that is fetched or runs', () => {
    const page = playPage()
    for (const [index, icon] of ['data:image/png;base64,AA==', 'https://x.test/i.png', 'data:text/html,x'].entries())
      page.add({ name: `Wallet ${index}`, icon })
    expect(list(page.adapter).map(({ imageUrl }) => imageUrl)).toEqual([
      'data:image/png;base64,AA==',
      undefined,
      undefined,
    ])
  })

  it('SEC-89: two objects with one name are two connectors with a notice, until one leaves', async () => {
    const page = playPage()
    const mine = page.add()
    const copy = page.make({ secretKey: undefined })
    const heard: unknown[] = []
    page.adapter.watchConnectors((connectors) => heard.push(connectors.map(({ id, isLookalike }) => [id, isLookalike])))
    copy.register(page.walletWindow)()
    expect(heard).toEqual([
      [['Drill', false]],
      [
        ['Drill', true],
        ['Drill#2', true],
      ],
      [['Drill', false]],
    ])
    expect([mine.calls, copy.calls]).toEqual([[], []])
  })

  it('SEC-89: a name cannot pass for the second of another one', () => {
    const page = playPage()
    page.add({ name: 'Drill#2' })
    page.add()
    expect(list(page.adapter).map(({ id }) => id)).toEqual(['Drill 2', 'Drill'])
  })

  it('lists nothing on a server', () => {
    const { services } = playPage()
    const adapter = entry.solana()({ networks: [solanaMainnet], services: { ...services, walletWindow: null } })
    expect(list(adapter)).toEqual([])
  })

  it('two adapters in one page do not meet', async () => {
    const page = play()
    const other = entry.solana()({ networks: [solanaMainnet], services: page.services })
    const heard: number[] = []
    other.watchConnectors((connectors) => heard.push(connectors.length))
    page.adapter.watchConnectors(() => {})()
    page.add({ name: 'Late', secretKey: undefined })
    expect(heard).toEqual([1, 2])
  })
})

describe('solana: Coinbase Wallet, which registers nothing', () => {
  const publicKey = { toString: () => ADDRESS }
  const playCoinbase = (members: object = {}) => {
    const page = playPage()
    const found = {
      publicKey: undefined as unknown,
      connect: async () => {
        found.publicKey = publicKey
      },
      disconnect: async () => {
        found.publicKey = null
      },
      signMessage: async (message: Uint8Array) => ({ signature: ed25519.sign(message, SEED) }),
      ...members,
    }
    Object.assign(page.walletWindow, { coinbaseSolana: found })
    return { ...page, found }
  }

  it('is found by its object, connected, signs messages, and is left', async () => {
    const page = playCoinbase()
    const connector = first(page.adapter)
    expect([connector.id, connector.type]).toEqual(['Coinbase Wallet', 'INJECTED'])
    expect(first(page.adapter)).toBe(connector)
    const connection = await page.adapter.connect(connector, { network: solanaMainnet })
    const signature = base58.decode(await page.adapter.signMessage(connection, 'x'))
    expect(ed25519.verify(signature, new Uint8Array([120]), base58.decode(ADDRESS))).toBe(true)
    await page.adapter.disconnect(connection)
    expect(await page.adapter.reconnect(connector, { ...SAVED, connectorId: connector.id })).toBeNull()
  })

  it('F-54: is never asked when a connection is restored', async () => {
    const connect = () => Promise.reject(new Error('a prompt'))
    const page = playCoinbase({ publicKey, connect })
    const restored = await page.adapter.reconnect(first(page.adapter), SAVED)
    expect(restored?.accounts[0]?.address).toBe(ADDRESS)
  })

  it('cannot send what is built here, and says so', async () => {
    const page = playCoinbase()
    const connection = await page.adapter.connect(first(page.adapter), { network: solanaMainnet })
    expect(await codeOf(page.adapter.send?.(connection, { to: ADDRESS, amount: 1n }))).toBe('METHOD_NOT_GRANTED')
  })

  it('gives way to a wallet of its name that registers itself', () => {
    const page = playCoinbase()
    page.add({ name: 'Coinbase Wallet' })
    expect(list(page.adapter).map(({ type }) => type)).toEqual(['ANNOUNCED'])
  })

  it.each([[null], ['text'], [{}]])('%o is no wallet', (coinbaseSolana) => {
    const page = playPage()
    Object.assign(page.walletWindow, { coinbaseSolana })
    expect(list(page.adapter)).toEqual([])
  })
})

describe('solana: connecting', () => {
  it('gives the accounts, on the network that the site stands on', async () => {
    const { connect, connector } = play()
    expect(await connect()).toEqual({
      connector,
      accounts: [{ address: ADDRESS, type: 'eoa' }],
      networkId: solanaMainnet.caipNetworkId,
      provider: connector.provider,
    })
  })

  it('puts the wanted account first where the wallet shares it', async () => {
    const page = play()
    const other = page.wallet.addAccount()
    const wanted = await page.adapter.connect(page.connector, { network: solanaMainnet, address: other })
    expect(wanted.accounts.map(({ address }) => address)).toEqual([other, ADDRESS])
  })

  it.each([
    ['a no', drill.no(4001, 'User rejected the request.'), 'USER_REJECTED'],
    ['a no in words', drill.throw(new Error('Connection rejected')), 'USER_REJECTED'],
    ['a closed window', drill.throw(new Error('The request was cancelled')), 'USER_REJECTED'],
    ['a text', drill.throw('boom'), 'UNKNOWN_FAILURE'],
    ['nothing', drill.throw(undefined), 'UNKNOWN_FAILURE'],
    ['its ruins', drill.throw(new Error('Extension context invalidated.')), 'EXTENSION_RELOADED'],
    ['-32603', drill.no(-32603, 'Internal error'), 'UNKNOWN_FAILURE'],
  ])('F-03: a wallet that answers %s is named', async (_, answer, code) => {
    const page = play({ script: { 'standard:connect': [answer] } })
    expect(await codeOf(page.connect())).toBe(code)
    expect(page.wallet.calls).toHaveLength(1)
  })

  it.each([[{ accounts: [] }], [undefined], [null], [{ accounts: 'none' }], [{ accounts: [{ address: 'x' }] }]])(
    'F-08: shares no account, as %o → ACCOUNT_NOT_SHARED',
    async (answer) => {
      const page = play({ script: { 'standard:connect': [drill.ok(answer)] } })
      expect(await codeOf(page.connect())).toBe('ACCOUNT_NOT_SHARED')
    },
  )

  it('answers nothing, with its accounts on the object → connects', async () => {
    const page = await playConnected()
    page.wallet.answer('standard:connect', drill.ok(undefined))
    expect((await page.connect()).accounts).toHaveLength(1)
  })

  it('drops accounts of other families that the wallet shares with them', async () => {
    const page = play()
    const account = { address: ADDRESS, publicKey: SEED, chains: ['bitcoin:mainnet'], features: [] }
    page.wallet.answer('standard:connect', drill.ok({ accounts: [account] }))
    expect(await codeOf(page.connect())).toBe('ACCOUNT_NOT_SHARED')
  })
})

describe('solana: restoring', () => {
  it('F-54: asks silently, once, and opens nothing', async () => {
    const page = await playConnected()
    expect(await page.adapter.reconnect(page.connector, SAVED)).toEqual(page.connection)
    expect(page.wallet.calls.map(({ inputs }) => inputs)).toEqual([[], [{ silent: true }]])
  })

  it('gives null when the wallet shares nothing any more, is locked, or says no', async () => {
    const page = await playConnected()
    page.wallet.lock()
    expect(await page.adapter.reconnect(page.connector, SAVED)).toBeNull()
    page.wallet.unlock()
    page.wallet.forgetPage()
    expect(await page.adapter.reconnect(page.connector, SAVED)).toBeNull()
    page.wallet.answer('standard:connect', drill.no(4001))
    expect(await page.adapter.reconnect(page.connector, SAVED)).toBeNull()
  })

  it('F-54: a wallet that prompts although it was told not to is asked only here, never by a probe', async () => {
    const asked: string[] = []
    const page = await playConnected({
      promptsOnSilent: true,
      approve: async ({ feature }) => {
        asked.push(feature)
        return true
      },
    })
    const { signal } = new AbortController()
    const probe = page.adapter.probe(page.connector)
    expect(await probe.getAccounts(signal)).toEqual([ADDRESS])
    expect(await probe.isAlive(signal)).toBe(true)
    expect(await probe.isUnlocked(signal)).toBeUndefined()
    expect(asked).toEqual(['standard:connect'])
    await page.adapter.reconnect(page.connector, SAVED)
    expect(asked).toEqual(['standard:connect', 'standard:connect'])
  })

  it('F-05: a wallet that took itself out of the page is not alive', async () => {
    const page = playPage()
    const leave = page.make().register(page.walletWindow)
    const connector = first(page.adapter)
    const { signal } = new AbortController()
    page.adapter.watchConnectors(() => {})
    expect(await page.adapter.probe(connector).isAlive(signal)).toBe(true)
    leave()
    expect(await page.adapter.probe(connector).isAlive(signal)).toBe(false)
  })

  it('names what goes wrong', async () => {
    const page = play({ script: { 'standard:connect': [drill.throw('boom')] } })
    const restoring = page.adapter.reconnect(page.connector, SAVED)
    await expect(restoring).rejects.toMatchObject({ code: 'UNKNOWN_FAILURE', step: 'restore', cause: 'boom' })
  })

  it('SEC-89: of two lookalikes restores only the one that still has the visitor’s account', async () => {
    const page = playPage()
    page.add()
    page.add({ secretKey: undefined })
    const connectors = list(page.adapter)
    for (const connector of connectors) await page.adapter.connect(connector, { network: solanaMainnet })
    const saved = { ...SAVED, address: ADDRESS }
    const restored = await Promise.all(connectors.map((connector) => page.adapter.reconnect(connector, saved)))
    expect(restored.map((connection) => connection?.accounts[0]?.address)).toEqual([ADDRESS, undefined])
  })

  it.each<[NetworkId, NetworkId]>([
    [solanaDevnet.caipNetworkId, solanaDevnet.caipNetworkId],
    ['solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K', solanaDevnet.caipNetworkId],
    ['solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ', solanaMainnet.caipNetworkId],
    ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', solanaMainnet.caipNetworkId],
  ])('saved on %s → on %s', async (networkId, expected) => {
    const page = await playConnected()
    expect((await page.adapter.reconnect(page.connector, { ...SAVED, networkId }))?.networkId).toBe(expected)
  })
})

describe('solana: hearing a connected wallet', () => {
  it('tells of another account that the wallet puts first', async () => {
    const page = await playConnected()
    const other = page.wallet.addAccount()
    page.wallet.selectAccount(other)
    const told = page.heard.map((change) => 'accounts' in change && change.accounts.map(({ address }) => address))
    expect(told).toEqual([
      [ADDRESS, other],
      [other, ADDRESS],
    ])
  })

  it('keeps the chosen account first while the wallet only adds others', async () => {
    const page = play()
    const other = page.wallet.addAccount()
    const connection = await page.adapter.connect(page.connector, { network: solanaMainnet, address: other })
    const heard: ConnectionChange[] = []
    page.adapter.watchConnection(connection, (change) => heard.push(change))
    const third = page.wallet.addAccount()
    expect(heard).toEqual([{ accounts: [other, ADDRESS, third].map((address) => ({ address, type: 'eoa' })) }])
  })

  it('takes an empty list for the visitor’s own end', async () => {
    const page = await playConnected()
    page.wallet.forgetPage()
    expect(page.heard).toEqual([{ ended: 'user' }])
  })

  it('says nothing of changes that are none', async () => {
    const page = await playConnected()
    page.wallet.emit({})
    page.wallet.setFeature('solana:signIn', false)
    expect(page.heard).toEqual([])
  })

  it('vanishes → ended by the wallet after 3 s; comes back before → has not ended', async () => {
    const page = await playConnected()
    const wallet = page.make()
    const other = playPage()
    const leave = wallet.register(other.walletWindow)
    const connection = await other.adapter.connect(first(other.adapter), { network: solanaMainnet })
    const heard: ConnectionChange[] = []
    other.adapter.watchConnection(connection, (change) => heard.push(change))
    leave()
    await other.clock.advance(2_999)
    const leaveAgain = wallet.register(other.walletWindow)
    await other.clock.advance(10_000)
    expect(heard).toEqual([])
    leaveAgain()
    await other.clock.advance(3_000)
    expect(heard).toEqual([{ ended: 'wallet' }])
  })

  it('keeps no listener and no timer over 100 rounds', async () => {
    const page = play()
    const added = vi.spyOn(page.walletWindow, 'addEventListener')
    const removed = vi.spyOn(page.walletWindow, 'removeEventListener')
    for (let round = 0; round < 100; round += 1) {
      const stopConnectors = page.adapter.watchConnectors(() => {})
      const connection = await page.connect()
      const stop = page.adapter.watchConnection(connection, () => {})
      expect(page.wallet.countListeners()).toBe(1)
      stop()
      await page.adapter.disconnect(connection)
      stopConnectors()
    }
    expect(page.wallet.countListeners()).toBe(0)
    expect(page.clock.countTimers()).toBe(0)
    expect(added.mock.calls.length).toBe(removed.mock.calls.length)
  })

  it('a wallet that throws when it is listened to, or when nobody listens any more, stays connected', async () => {
    const page = await playConnected()
    page.stop()
    const fail = () => {
      throw new Error('no ears')
    }
    for (const on of [fail, () => fail]) {
      const features = { ...page.wallet.wallet.features, 'standard:events': { version: '1.0.0', on } }
      const { name, icon, version, chains, accounts } = page.wallet.wallet
      const provider = { name, icon, version, chains, accounts, features }
      const connection = { ...page.connection, connector: { ...page.connector, provider }, provider }
      page.adapter.watchConnection(connection, () => {})()
    }
    expect(await page.adapter.signMessage(page.connection, 'x')).not.toBe('')
  })

  it('a wallet without a way to stop listening is heard no more all the same', async () => {
    const page = play()
    const connection = await page.connect()
    const heard: ConnectionChange[] = []
    let tell = () => {}
    const deaf = {
      ...page.wallet.wallet,
      get accounts() {
        return page.wallet.wallet.accounts
      },
      features: {
        ...page.wallet.wallet.features,
        'standard:events': {
          on: (_: string, listener: () => void) => {
            tell = listener
          },
        },
      },
    }
    const connector = { ...page.connector, provider: deaf }
    const stop = page.adapter.watchConnection({ ...connection, connector }, (change) => heard.push(change))
    stop()
    page.wallet.forgetPage()
    tell()
    expect(heard).toEqual([])
  })
})

describe('solana: leaving and switching', () => {
  it('disconnects, and says so to the wallet', async () => {
    const page = await playConnected()
    await page.adapter.disconnect(page.connection)
    expect(count(page.wallet, 'standard:disconnect')).toBe(1)
    expect(page.wallet.wallet.accounts).toEqual([])
  })

  it('a wallet that never answers a disconnect is waited for 100 ms', async () => {
    const page = await playConnected({ script: { 'standard:disconnect': [drill.hang] } })
    const before = page.clock.countTimers()
    const leaving = page.adapter.disconnect(page.connection)
    await vi.waitFor(() => expect(page.clock.countTimers()).toBe(before + 1))
    await page.clock.advance(100)
    await leaving
    expect(page.clock.countTimers()).toBe(before)
  })

  it('a wallet that fails to disconnect is logged and forgotten', async () => {
    const page = await playConnected({ script: { 'standard:disconnect': [drill.throw('boom')] } })
    await page.adapter.disconnect(page.connection)
    expect(page.log.join()).toContain('could not be disconnected')
  })

  it('switches without asking the wallet', async () => {
    const page = await playConnected()
    await page.adapter.switchNetwork(page.connection, solanaDevnet)
    expect(page.wallet.calls).toHaveLength(1)
  })
})

describe('solana: signing', () => {
  it.each([['hello'], ['Grüße, 世界'], [''], [new Uint8Array([0, 255, 1])]])('signs %o, in base58', async (message) => {
    const page = await playConnected()
    const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
    const signature = base58.decode(await page.adapter.signMessage(page.connection, message))
    expect(ed25519.verify(signature, bytes, base58.decode(ADDRESS))).toBe(true)
  })

  it('asks with the wallet’s own account object', async () => {
    const page = await playConnected()
    await page.adapter.signMessage(page.connection, 'x')
    const [input] = (page.wallet.calls.at(-1)?.inputs ?? []) as readonly { account: unknown }[]
    expect(input?.account).toBe(page.wallet.wallet.accounts[0])
  })

  it('F-37: a wallet without the feature → MESSAGE_SIGNING_UNSUPPORTED, unasked', async () => {
    const page = await playConnected({ without: ['solana:signMessage'] })
    expect(await codeOf(page.adapter.signMessage(page.connection, 'x'))).toBe('MESSAGE_SIGNING_UNSUPPORTED')
  })

  it('F-37: a feature that is taken away while connected counts as absent', async () => {
    const page = await playConnected()
    page.wallet.setFeature('solana:signMessage', false)
    expect(await codeOf(page.adapter.signMessage(page.connection, 'x'))).toBe('MESSAGE_SIGNING_UNSUPPORTED')
  })

  it.each([
    ['F-37', new Error('Ledger: signing off-chain messages is disabled'), 'MESSAGE_SIGNING_UNSUPPORTED'],
    ['F-37', new Error('Not yet supported'), 'MESSAGE_SIGNING_UNSUPPORTED'],
    ['F-09', new Error('Ledger device: locked (0x5515)'), 'HARDWARE_NOT_READY'],
    ['F-03', new Error('User rejected the request.'), 'USER_REJECTED'],
    ['a text', 'boom', 'UNKNOWN_FAILURE'],
  ])('%s: what goes wrong while signing is named: %s', async (_, error, code) => {
    const page = await playConnected({ script: { 'solana:signMessage': [drill.throw(error)] } })
    expect(await codeOf(page.adapter.signMessage(page.connection, 'x'))).toBe(code)
    expect(count(page.wallet, 'solana:signMessage')).toBe(1)
  })

  it.each([
    ['nothing', undefined],
    ['an empty list', []],
    ['no signature', [{ signedMessage: new Uint8Array([120]) }]],
    ['a short signature', [{ signedMessage: new Uint8Array([120]), signature: new Uint8Array(63) }]],
    ['another message', [{ signedMessage: new Uint8Array([121]), signature: new Uint8Array(64) }]],
  ])('an answer with %s is no signature', async (_, answer) => {
    const page = await playConnected({ script: { 'solana:signMessage': [drill.ok(answer)] } })
    expect(await codeOf(page.adapter.signMessage(page.connection, 'x'))).toBe('UNKNOWN_FAILURE')
  })

  it('F-37: the envelope that hardware wallets sign is told to the developer', async () => {
    const signedMessage = new TextEncoder().encode('\xffsolana offchain x')
    const page = await playConnected({
      script: { 'solana:signMessage': [drill.ok([{ signedMessage, signature: new Uint8Array(64).fill(1) }])] },
    })
    expect(await page.adapter.signMessage(page.connection, 'x')).toBe(base58.encode(new Uint8Array(64).fill(1)))
    expect(page.log.join()).toContain('envelope')
  })

  it('F-08: an account that is not shared any more → ACCOUNT_NOT_SHARED', async () => {
    const page = await playConnected()
    page.wallet.lock()
    expect(await codeOf(page.adapter.signMessage(page.connection, 'x'))).toBe('ACCOUNT_NOT_SHARED')
    expect(count(page.wallet, 'solana:signMessage')).toBe(0)
  })
})

describe('solana: signing in by the wallet’s own form', () => {
  const FIELDS = {
    domain: 'shop.test',
    address: ADDRESS,
    statement: 'Welcome.',
    uri: 'https://shop.test',
    version: '1',
    networkId: solanaMainnet.caipNetworkId,
    nonce: 'abcdefgh12345678',
    issuedAt: '2026-01-01T00:00:00.000Z',
    resources: ['https://shop.test/terms'],
  } as const

  it('gives the message as the wallet wrote and signed it', async () => {
    const page = await playConnected()
    const signed = await page.adapter.signIn?.(page.connection, FIELDS)
    expect(signed?.message).toContain(`Nonce: ${FIELDS.nonce}`)
    const bytes = new TextEncoder().encode(signed?.message)
    expect(ed25519.verify(base58.decode(signed?.signature ?? ''), bytes, base58.decode(ADDRESS))).toBe(true)
    const [input] = page.wallet.calls.at(-1)?.inputs ?? []
    expect(input).toEqual({ ...FIELDS, networkId: undefined, chainId: 'solana:mainnet' })
    expect(Object.keys(input as object)).not.toContain('expirationTime')
  })

  it('gives what the gateway reads as the same fields, on public networks and on private ones', async () => {
    for (const networkId of [solanaDevnet.caipNetworkId, 'solana:7GVgLatchkeySoLoca1Cha1nForTest'] as const) {
      const page = await playConnected()
      const signed = await page.adapter.signIn?.(page.connection, { ...FIELDS, networkId })
      const read = parseSignInMessage(signed?.message ?? '')
      const { version: _, ...fields } = FIELDS
      expect(read).toMatchObject({ ok: true, message: { ...fields, networkId } })
    }
  })

  it('is undefined at once for a wallet that has none', async () => {
    const page = await playConnected({ without: ['solana:signIn'] })
    expect(page.adapter.signIn?.(page.connection, FIELDS)).toBeUndefined()
  })

  it('signed in with another account → ACCOUNT_NOT_SHARED', async () => {
    const page = await playConnected()
    const other = page.wallet.addAccount()
    page.wallet.selectAccount(other)
    const asked = page.adapter.signIn?.(page.connection, { ...FIELDS, address: base58.encode(new Uint8Array(32)) })
    expect(await codeOf(asked)).toBe('ACCOUNT_NOT_SHARED')
  })

  it.each([
    ['another domain', (text: string) => text.replace('shop.test', 'evil.test')],
    ['another nonce', (text: string) => text.replace(FIELDS.nonce, 'zzzzzzzz12345678')],
    ['the nonce in the statement alone', (text: string) => text.replace(`\nNonce: ${FIELDS.nonce}`, '')],
    ['another address', (text: string) => text.replace(ADDRESS, base58.encode(new Uint8Array(32)))],
  ])('an answer about %s is refused', async (_, twist) => {
    const page = await playConnected()
    const honest = await page.adapter.signIn?.(page.connection, FIELDS)
    const signedMessage = new TextEncoder().encode(twist(honest?.message ?? ''))
    const output = { account: page.wallet.wallet.accounts[0], signedMessage, signature: new Uint8Array(64) }
    page.wallet.answer('solana:signIn', drill.ok([output]))
    expect(await codeOf(page.adapter.signIn?.(page.connection, FIELDS))).toBe('UNKNOWN_FAILURE')
  })

  it('F-03: a no is named', async () => {
    const page = await playConnected({ script: { 'solana:signIn': [drill.no(4001)] } })
    expect(await codeOf(page.adapter.signIn?.(page.connection, FIELDS))).toBe('USER_REJECTED')
  })
})
