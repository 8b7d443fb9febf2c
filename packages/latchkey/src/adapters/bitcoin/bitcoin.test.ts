import { describe, expect, it, vi } from 'vitest'
import { createFakeServices } from '../../../../testing/src/createFakeServices.ts'
import type { Adapter, ConnectionChange, Connector } from '../../core/types/adapter.ts'
import type { Network, NetworkId } from '../../core/types/network.ts'
import { bitcoinSignet, bitcoinTestnet, bitcoin as mainnet } from '../../networks/index.ts'
import {
  createScriptedBitcoinWallet,
  type ScriptedBitcoinWalletOptions,
} from '../../testing/createScriptedBitcoinWallet.ts'
import { drill } from '../../testing/drill.ts'
import * as entry from './index.ts'

const KEY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const KINDS = ['wallet-standard', 'sats-connect', 'unisat', 'okx'] as const
type Kind = (typeof KINDS)[number]

/** What opens the wallet, by kind. */
const OPENS: Readonly<Record<Kind, string>> = {
  'wallet-standard': 'bitcoin:connect',
  'sats-connect': 'wallet_connect',
  unisat: 'requestAccounts',
  okx: 'connect',
}
const SIGNS: Readonly<Record<Kind, string>> = {
  'wallet-standard': 'bitcoin:signMessage',
  'sats-connect': 'signMessage',
  unisat: 'signMessage',
  okx: 'signMessage',
}

/** A page with an adapter in it: nothing but the ports is played. */
function playPage(networks: readonly Network[] = [mainnet]) {
  const walletWindow = new EventTarget() as EventTarget & Record<string, unknown>
  const services = createFakeServices({ walletWindow })
  const adapter = entry.bitcoin()({ networks, services })
  return { walletWindow, services, clock: services.clock, adapter, networks }
}

function play(options: ScriptedBitcoinWalletOptions, networks?: readonly Network[]) {
  const page = playPage(networks)
  const wallet = createScriptedBitcoinWallet({ privateKey: KEY, ...options })
  const vanish = wallet.install(page.walletWindow)
  const connector = first(page.adapter)
  const connect = (network = page.networks[0] ?? mainnet) => page.adapter.connect(connector, { network })
  return { ...page, wallet, vanish, connector, connect }
}

async function playConnected(options: ScriptedBitcoinWalletOptions, networks?: readonly Network[]) {
  const page = play(options, networks)
  const connection = await page.connect()
  const heard: ConnectionChange[] = []
  const stop = page.adapter.watchConnection(connection, (change) => heard.push(change))
  await vi.waitFor(() => expect(page.wallet.countListeners()).toBeGreaterThan(0))
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

async function codeOf(promise: Promise<unknown> | undefined): Promise<unknown> {
  if (!promise) return 'no promise'
  return promise.then(
    () => 'no error',
    (error: { code?: unknown }) => error.code,
  )
}

const saved = (connector: Connector, networkId: NetworkId = mainnet.caipNetworkId, address?: string) => ({
  connectorId: connector.id,
  networkId,
  address,
})

it('latchkey/bitcoin gives these names and no others', () => {
  expect(Object.keys(entry).sort()).toEqual(['bitcoin', 'sendTransfer', 'signPsbt'])
})

it('has no ability that Bitcoin lacks', () => {
  const { adapter } = playPage()
  expect(Object.keys(adapter).sort()).toEqual([
    'connect',
    'disconnect',
    'namespace',
    'prepare',
    'probe',
    'reconnect',
    'requestAccounts',
    'send',
    'signMessage',
    'switchNetwork',
    'type',
    'watchConnection',
    'watchConnectors',
  ])
})

describe.each([
  ['sats-connect', 'sendTransfer', { txid: 'ab' }],
  ['unisat', 'sendBitcoin', 'ab'],
] as const)('a wallet of the kind %s sends', (kind, method, answer) => {
  const to = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

  it('what the account is asked to pay, once, and says under which id', async () => {
    const { adapter, wallet, connection } = await playConnected({ kind })
    expect(connection.signsOnly).toBeUndefined()
    wallet.answer(method, { kind: 'ok', value: kind === 'sats-connect' ? answer : 'ab' })
    expect(await adapter.send?.(connection, { to, amount: 1_500n })).toBe('ab')
    expect(wallet.calls.filter((call) => call.method === method)).toHaveLength(1)
  })

  it('nothing to an address of another network, or of an amount that cannot be, before it is asked', async () => {
    const { adapter, wallet, connection } = await playConnected({ kind })
    expect(await codeOf(adapter.send?.(connection, { to: `tb1${to.slice(3)}`, amount: 1n }))).toBe(
      'BITCOIN_NETWORK_MISMATCH',
    )
    expect(await codeOf(adapter.send?.(connection, { to, amount: 0n }))).toBe('PAYLOAD_UNSAFE')
    expect(wallet.calls.filter((call) => call.method === method)).toEqual([])
  })

  it('nothing that its owner refuses', async () => {
    const { adapter, connection } = await playConnected({ kind, approve: async (asked) => asked.method !== method })
    expect(await codeOf(adapter.send?.(connection, { to, amount: 1_500n }))).toBe('USER_REJECTED')
  })
})

it('a wallet that sends nothing for sites says so with its connection', async () => {
  for (const options of [{ kind: 'wallet-standard' }, { kind: 'unisat', lacks: ['sendBitcoin'] }] as const) {
    const { connection } = await playConnected(options)
    expect(connection.signsOnly).toBe(true)
  }
})

describe.each(KINDS)('a wallet of the kind %s', (kind) => {
  const hasOrdinals = kind === 'wallet-standard' || kind === 'sats-connect'

  it('connects with its payment address first and active, and the ordinal one after it', async () => {
    const { connect, connector, wallet, adapter } = play({ kind })
    const connection = await connect()
    const [payment, ordinal] = wallet.getAccounts()
    expect(connection.accounts).toEqual([
      { address: payment?.address, type: 'payment', publicKey: payment?.publicKey },
      ...(hasOrdinals ? [{ address: ordinal?.address, type: 'ordinal', publicKey: ordinal?.publicKey }] : []),
    ])
    expect(connection.networkId).toBe(mainnet.caipNetworkId)
    expect(connection.connector).toBe(connector)
    expect(adapter.namespace).toBe('bip122')
  })

  it.each([[[]], [null], [undefined], ['nobody'], [{ accounts: [] }], [{ addresses: 7 }], [[{ address: {} }]], [42]])(
    'F-08: shares no account, as %o → ACCOUNT_NOT_SHARED',
    async (answer) => {
      const page = play({ kind, script: { [OPENS[kind]]: [drill.ok(answer)] } })
      expect(await codeOf(page.connect())).toBe('ACCOUNT_NOT_SHARED')
    },
  )

  it('F-54: is restored without ever being opened', async () => {
    const page = await playConnected({ kind })
    const asked = page.wallet.calls.filter(({ method }) => method === OPENS[kind]).length
    const again = await page.adapter.reconnect(page.connector, saved(page.connector))
    expect(again).toEqual(page.connection)
    expect(page.wallet.calls.filter(({ method }) => method === OPENS[kind])).toHaveLength(asked)
  })

  it('gives null when the wallet was left', async () => {
    const page = await playConnected({ kind })
    page.stop()
    await page.adapter.disconnect(page.connection)
    expect(await page.adapter.reconnect(page.connector, saved(page.connector))).toBeNull()
  })

  it('leaves a wallet that does not answer after 100 ms, and minds no error', async () => {
    const leave = { 'wallet-standard': 'bitcoin:disconnect', 'sats-connect': 'wallet_disconnect' }[kind as string]
    const page = await playConnected({ kind, script: { [leave ?? 'disconnect']: [drill.hang, drill.throw('no')] } })
    const leaving = page.adapter.disconnect(page.connection)
    await vi.waitFor(() => expect(page.clock.countTimers()).toBeGreaterThan(0))
    await page.clock.advance(100)
    await leaving
    await page.adapter.disconnect(page.connection)
  })

  it('tells of another account of its owner, read anew', async () => {
    const page = await playConnected({ kind })
    page.wallet.selectAccount('1'.repeat(64))
    const address = page.wallet.getAccounts()[0]?.address
    await vi.waitFor(() => expect(page.heard).toHaveLength(1))
    expect(page.heard[0]).toHaveProperty('accounts[0]', expect.objectContaining({ address, type: 'payment' }))
  })

  it('says nothing of events after which it shares the same, whichever account the visitor chose', async () => {
    const page = play({ kind })
    const connection = await page.connect()
    const heard: ConnectionChange[] = []
    const chosen = { ...connection, accounts: [...connection.accounts].reverse() }
    page.adapter.watchConnection(chosen, (change) => heard.push(change))
    await vi.waitFor(() => expect(page.wallet.countListeners()).toBeGreaterThan(0))
    for (let event = 0; event < 3; event += 1) {
      page.wallet.selectAccount(KEY)
      await page.clock.advance(3_000)
    }
    expect(heard).toEqual([])
    page.wallet.selectAccount('1'.repeat(64))
    await vi.waitFor(() => expect(heard).toHaveLength(1))
  })

  it('tells the end when its owner takes the permission away', async () => {
    const page = await playConnected({ kind })
    page.wallet.forgetPage()
    await vi.waitFor(() => expect(page.heard).toEqual([{ ended: 'user' }]))
  })

  it('signs with the payment address, and gives base64', async () => {
    const page = await playConnected({ kind })
    const signature = await page.adapter.signMessage(page.connection, 'Grüße, 世界')
    expect(signature).toBe(page.wallet.getAccounts()[0]?.signMessage('Grüße, 世界', 'ECDSA'))
    const bytes = await page.adapter.signMessage(page.connection, new TextEncoder().encode('Grüße, 世界'))
    expect(bytes).toBe(signature)
  })

  it('F-39: asks for BIP-322 where the payment address is taproot', async () => {
    const page = await playConnected({ kind, payment: 'p2tr', hasOrdinals: false })
    const signature = await page.adapter.signMessage(page.connection, 'hello')
    expect(atob(signature).length).toBe(66)
    const asked = page.wallet.calls.find(({ method }) => method === SIGNS[kind])
    if (kind === 'sats-connect') expect(asked?.params[0]).toMatchObject({ protocol: 'BIP322' })
    if (kind === 'unisat') expect(asked?.params).toEqual(['hello', 'bip322-simple'])
  })

  it('F-19: bytes that are no text are not sent', async () => {
    const page = await playConnected({ kind })
    expect(await codeOf(page.adapter.signMessage(page.connection, Uint8Array.of(0xff, 0xfe)))).toBe('PAYLOAD_UNSAFE')
    expect(page.wallet.calls.some(({ method }) => method === SIGNS[kind])).toBe(false)
  })

  it('F-03: refuses to sign → USER_REJECTED', async () => {
    let isWilling = true
    const page = await playConnected({ kind, approve: async () => isWilling })
    isWilling = false
    expect(await codeOf(page.adapter.signMessage(page.connection, 'hello'))).toBe('USER_REJECTED')
  })

  it('F-08: signs with no other account than the connected one', async () => {
    const page = await playConnected({ kind })
    page.wallet.selectAccount()
    expect(await codeOf(page.adapter.signMessage(page.connection, 'hello'))).toBe('ACCOUNT_NOT_SHARED')
  })

  it.each([[null], [{}], [[]], [''], [{ signature: 7 }], [[{ signature: null }]], [7], [{ error: 'odd' }]])(
    'an answer without a signature, as %o, is a failure with a code',
    async (answer) => {
      const page = await playConnected({ kind })
      page.wallet.answer(SIGNS[kind], drill.ok(answer))
      expect(await codeOf(page.adapter.signMessage(page.connection, 'hello'))).toBe('UNKNOWN_FAILURE')
    },
  )

  it('F-40: a wallet on another network than the site has is no crash, and the next try moves it', async () => {
    // Each network of OKX is an object of its own, so that it cannot stand on another one.
    if (kind === 'okx') return
    const page = play({ kind, network: 'Testnet' })
    const wrong = page.connect()
    await expect(wrong).rejects.toMatchObject({ code: 'BITCOIN_NETWORK_MISMATCH', step: 'connect' })
    const right = await page.connect()
    expect(right.networkId).toBe(mainnet.caipNetworkId)
    expect(right.accounts[0]?.address).toMatch(/^bc1q/)
  })

  it('is on the network that it says, where the site has that as well', async () => {
    if (kind === 'okx') return
    const page = play({ kind, network: 'Signet' }, [mainnet, bitcoinTestnet, bitcoinSignet])
    expect((await page.connect()).networkId).toBe(bitcoinSignet.caipNetworkId)
  })

  it('moves to another network and tells the addresses that come with it', async () => {
    const page = await playConnected({ kind }, [mainnet, bitcoinSignet])
    await page.adapter.switchNetwork(page.connection, bitcoinSignet)
    await vi.waitFor(() => expect(page.heard).toHaveLength(2))
    expect(page.heard[0]).toEqual({ networkId: bitcoinSignet.caipNetworkId })
    expect(page.heard[1]).toHaveProperty('accounts[0].address', expect.stringMatching(/^tb1q/))
  })

  it('F-03: refuses to move → USER_REJECTED', async () => {
    if (kind === 'okx') return
    let isWilling = true
    const page = await playConnected({ kind, approve: async () => isWilling }, [mainnet, bitcoinSignet])
    isWilling = false
    expect(await codeOf(page.adapter.switchNetwork(page.connection, bitcoinSignet))).toBe('USER_REJECTED')
  })

  it('vanishes and comes back → one connector each time', async () => {
    const { walletWindow, services, adapter, wallet, vanish } = play({ kind })
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
    expect(services.clock.countTimers()).toBe(0)
  })

  it('names whatever it answers, whatever its shape', async () => {
    const shapes: readonly unknown[] = [
      undefined,
      null,
      0,
      '',
      'x',
      [],
      {},
      [null],
      [[]],
      { result: null },
      { error: {} },
      { error: null, result: { addresses: [{}, null, 3] } },
      { accounts: 'x' },
      { accounts: [Object.freeze({ address: 'bc1q', chains: 5 })] },
      { addresses: { length: 3 } },
      new Date(0),
      () => 1,
      Object.defineProperty({}, 'accounts', {
        get: () => {
          throw new Error('trap')
        },
      }),
      { address: Object.create(null), publicKey: [] },
      [{ address: `bc1q${'z'.repeat(400)}` }],
    ]
    for (const shape of shapes) {
      const page = play({ kind })
      page.wallet.answerAlways('*', drill.ok(shape))
      expect(await codeOf(page.connect())).toMatch(/^(ACCOUNT_NOT_SHARED|UNKNOWN_FAILURE)$/)
      const restored = await page.adapter.reconnect(page.connector, saved(page.connector)).catch((error) => error.code)
      expect([null, 'UNKNOWN_FAILURE']).toContainEqual(restored)
      const other = play({ kind })
      const connection = await other.connect()
      other.wallet.answerAlways('*', drill.ok(shape))
      expect(await codeOf(other.adapter.signMessage(connection, 'm'))).toMatch(/^[A-Z_]+$|^no error$/)
    }
  })
})

describe('finding Bitcoin wallets', () => {
  it('finds all four kinds, and nothing on a server', () => {
    const { walletWindow, adapter, services } = playPage()
    for (const kind of KINDS) createScriptedBitcoinWallet({ kind }).install(walletWindow)
    expect(list(adapter).map(({ id, type }) => [id, type])).toEqual([
      ['Standard Satchel', 'ANNOUNCED'],
      ['ScriptedProvider', 'ANNOUNCED'],
      ['okxwallet', 'INJECTED'],
      ['unisat', 'INJECTED'],
    ])
    const onServer = entry.bitcoin()({ networks: [mainnet], services: { ...services, walletWindow: null } })
    expect(list(onServer)).toEqual([])
  })

  it('finds an object that comes late: at three looks of 200 ms, and when the modal opens', async () => {
    const { walletWindow, adapter, clock } = playPage()
    const heard: number[] = []
    const stop = adapter.watchConnectors((connectors) => heard.push(connectors.length))
    await clock.advance(400)
    createScriptedBitcoinWallet({ kind: 'sats-connect' }).install(walletWindow)
    await clock.advance(200)
    expect(heard).toEqual([0, 1])
    expect(clock.countTimers()).toBe(0)
    createScriptedBitcoinWallet({ kind: 'unisat' }).install(walletWindow)
    adapter.prepare?.()
    expect(heard).toEqual([0, 1, 2])
    stop()
  })

  it('tells every listener what a new one brings to light, so that a wallet that was missed is found', () => {
    const { walletWindow, adapter } = playPage()
    const heard: number[] = []
    const stop = adapter.watchConnectors((connectors) => heard.push(connectors.length))
    createScriptedBitcoinWallet({ kind: 'okx' }).install(walletWindow)
    adapter.watchConnectors(() => {})()
    stop()
    expect(heard).toEqual([0, 1])
  })

  it('is one connector, the standard one, for a wallet that is there twice', () => {
    const { walletWindow, adapter } = playPage()
    const standard = createScriptedBitcoinWallet({ kind: 'wallet-standard', name: 'Satchel' })
    const listed = createScriptedBitcoinWallet({ kind: 'sats-connect', name: 'Satchel Wallet' })
    listed.install(walletWindow)
    standard.install(walletWindow)
    expect(list(adapter).map(({ provider }) => provider)).toEqual([standard.provider])
  })

  it('is one connector for an object that two places share', () => {
    const { walletWindow, adapter } = playPage()
    const wallet = createScriptedBitcoinWallet({ kind: 'unisat', path: 'bitkeep.unisat' })
    wallet.install(walletWindow)
    Object.assign(walletWindow, { unisat: wallet.provider })
    expect(list(adapter).map(({ id }) => id)).toEqual(['bitkeep.unisat'])
  })

  it('SEC-89: two listed objects with one name stay two, with a notice', () => {
    const { walletWindow, adapter } = playPage()
    createScriptedBitcoinWallet({ kind: 'sats-connect', path: 'One', name: 'Twin' }).install(walletWindow)
    createScriptedBitcoinWallet({ kind: 'sats-connect', path: 'Two', name: 'Twin' }).install(walletWindow)
    expect(list(adapter).map(({ id, isLookalike }) => [id, isLookalike])).toEqual([
      ['One', true],
      ['Two', true],
    ])
  })

  it('SEC-84: shows a short data: picture and no other', () => {
    const { walletWindow, adapter } = playPage()
    createScriptedBitcoinWallet({ kind: 'sats-connect', path: 'A', name: 'A', icon: 'https://x.test/a.png' }).install(
      walletWindow,
    )
    createScriptedBitcoinWallet({
      kind: 'sats-connect',
      path: 'B',
      name: 'B',
      icon: 'data:image/png;base64,AA==',
    }).install(walletWindow)
    expect(list(adapter).map(({ imageUrl }) => imageUrl)).toEqual([undefined, 'data:image/png;base64,AA=='])
  })

  it.each([
    ['no list', 7],
    [
      'a list of nothing',
      [null, 3, 'x', {}, { id: 3, name: 'n' }, { id: 'a.b', name: '' }, { id: 'absent.path', name: 'Absent' }],
    ],
    ['a list of objects without a request', [{ id: 'plain', name: 'Plain' }]],
  ])('survives %s in btc_providers', (_, value) => {
    const { walletWindow, adapter } = playPage()
    Object.assign(walletWindow, { btc_providers: value, plain: {} })
    expect(list(adapter)).toEqual([])
  })

  it('SEC-83: cleans names in btc_providers, and takes none that shows nothing', () => {
    const { walletWindow, adapter } = playPage()
    const lamp = { request: async () => undefined }
    const dark = { request: async () => undefined }
    const listed = [
      { id: 'lamp', name: ' La\u202emp\u200b' },
      { id: 'dark', name: '\u200b\u202e' },
    ]
    Object.assign(walletWindow, { btc_providers: listed, lamp, dark })
    expect(list(adapter)).toMatchObject([{ id: 'lamp', name: 'Lamp' }])
  })

  it('reads no more than a thousand addresses of a list', async () => {
    const page = play({ kind: 'unisat' })
    const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
    const many = Array.from(
      { length: 50_000 },
      (_, at) =>
        `bc1q${[...at.toString(32).padStart(38, '0')].map((digit) => letters[Number.parseInt(digit, 32)]).join('')}`,
    )
    page.wallet.answer('requestAccounts', drill.ok(many))
    expect((await page.connect()).accounts).toHaveLength(1_000)
  })

  it('survives objects whose members throw', () => {
    const { walletWindow, adapter } = playPage()
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error('trap')
        },
      },
    )
    Object.assign(walletWindow, { btc_providers: [trap], unisat: trap, okxwallet: trap })
    expect(list(adapter)).toEqual([])
  })
})

describe('particular wallets', () => {
  it('Leather has words of its own, no network switch, and is restored from memory without being asked', async () => {
    const page = play({ kind: 'sats-connect', path: 'LeatherProvider', lacks: ['wallet_connect', 'wallet_getAccount'] })
    const connection = await page.connect()
    expect(page.wallet.calls).toEqual([
      { method: 'getAddresses', params: [{ purposes: ['payment', 'ordinals'], network: 'mainnet' }] },
    ])
    expect(await page.adapter.reconnect(page.connector, saved(page.connector))).toEqual(connection)
    expect(page.wallet.calls).toHaveLength(1)
    expect(await codeOf(page.adapter.switchNetwork(connection, bitcoinSignet))).toBe('BITCOIN_NETWORK_MISMATCH')
    // "Check again" asks it, since it tells nothing by itself.
    page.wallet.switchNetwork('Signet')
    const heard: ConnectionChange[] = []
    const stop = page.adapter.watchConnection(connection, (change) => heard.push(change))
    await vi.waitFor(() => expect(page.wallet.countListeners()).toBeGreaterThan(0))
    await page.adapter.switchNetwork(connection, bitcoinSignet)
    expect(heard[0]).toEqual({ networkId: bitcoinSignet.caipNetworkId })
    expect(heard[1]).toHaveProperty('accounts[0].address', page.wallet.getAccounts()[0]?.address)
    stop()
    page.wallet.switchNetwork('Mainnet')
    await page.adapter.signMessage(connection, 'hello')
    expect(page.wallet.calls.at(-1)?.params[0]).toMatchObject({ paymentType: 'p2wpkh', network: 'mainnet' })
  })

  it('an older listed wallet without wallet_connect is asked for its addresses', async () => {
    const page = play({ kind: 'sats-connect', lacks: ['wallet_connect'] })
    await page.connect()
    expect(page.wallet.calls.map(({ method }) => method)).toEqual(['wallet_connect', 'getAddresses'])
  })

  it('F-39: a signature by another address than was asked → BITCOIN_ADDRESS_KIND', async () => {
    const page = await playConnected({ kind: 'sats-connect' })
    const [, ordinal] = page.wallet.getAccounts()
    page.wallet.answer('signMessage', drill.ok({ signature: 'AA==', address: ordinal?.address }))
    expect(await codeOf(page.adapter.signMessage(page.connection, 'hello'))).toBe('BITCOIN_ADDRESS_KIND')
  })

  it.each([
    [-32000, 'USER_REJECTED'],
    [-32001, 'BITCOIN_ADDRESS_KIND'],
    [-32002, 'ACCOUNT_NOT_SHARED'],
    [-32601, 'METHOD_NOT_GRANTED'],
    [-32603, 'UNKNOWN_FAILURE'],
  ])('sats-connect %i on signing is %s', async (code, name) => {
    const page = await playConnected({ kind: 'sats-connect' })
    page.wallet.answer('signMessage', drill.no(code, ''))
    expect(await codeOf(page.adapter.signMessage(page.connection, 'hello'))).toBe(name)
  })

  it.each([
    [4001, 'USER_REJECTED'],
    [-32002, 'PROMPT_PENDING'],
    [-32000, 'UNKNOWN_FAILURE'],
  ])('UniSat’s %i on connecting is %s', async (code, name) => {
    const page = play({ kind: 'unisat', script: { requestAccounts: [drill.no(code, '')] } })
    expect(await codeOf(page.connect())).toBe(name)
  })

  it('a standard wallet without bitcoin:signMessage → METHOD_NOT_GRANTED', async () => {
    const page = await playConnected({ kind: 'wallet-standard', lacks: ['bitcoin:signMessage'] })
    expect(await codeOf(page.adapter.signMessage(page.connection, 'hello'))).toBe('METHOD_NOT_GRANTED')
  })

  it('F-40: without a method to switch, the row says where to change it, and a look finds that it was changed', async () => {
    const page = await playConnected({ kind: 'sats-connect', lacks: ['wallet_changeNetwork'] }, [
      mainnet,
      bitcoinSignet,
    ])
    expect(await codeOf(page.adapter.switchNetwork(page.connection, bitcoinSignet))).toBe('BITCOIN_NETWORK_MISMATCH')
    page.wallet.switchNetwork('Signet')
    await vi.waitFor(() => expect(page.heard.at(0)).toEqual({ networkId: bitcoinSignet.caipNetworkId }))
  })

  it('a switch that the wallet only says it made → SWITCH_NOT_APPLIED after 3 s', async () => {
    const page = await playConnected({ kind: 'unisat', script: { switchChain: [drill.ok({})] } }, [
      mainnet,
      bitcoinSignet,
    ])
    const code = codeOf(page.adapter.switchNetwork(page.connection, bitcoinSignet))
    for (let step = 0; step < 8; step += 1) await page.clock.advance(500)
    expect(await code).toBe('SWITCH_NOT_APPLIED')
  })

  it.each([
    ['a list', ['bc1qsomebodyelse0000000000000000000000000']],
    ['an object', { address: 'bc1qsomebodyelse0000000000000000000000000' }],
    ['nothing', undefined],
  ])('UniSat’s event with %s makes it read anew', async (_, payload) => {
    const page = await playConnected({ kind: 'unisat' })
    const before = page.wallet.calls.length
    page.wallet.emit('accountsChanged', payload)
    await vi.waitFor(() => expect(page.wallet.calls.slice(before).map(({ method }) => method)).toContain('getAccounts'))
    await page.clock.advance(0)
    expect(page.heard).toEqual([])
  })

  it('never takes the listeners of others off a wallet', async () => {
    const page = await playConnected({ kind: 'unisat' })
    const { on } = page.wallet.provider as { on(event: string, listener: () => void): void }
    on('accountsChanged', () => {})
    page.stop()
    expect(page.wallet.countListeners()).toBe(1)
  })

  it('probes without opening anything', async () => {
    const signal = new AbortController().signal
    const page = await playConnected({ kind: 'sats-connect' })
    const probe = page.adapter.probe(page.connector)
    expect(await probe.isAlive(signal)).toBe(true)
    expect(await probe.isUnlocked(signal)).toBeUndefined()
    expect(await probe.getAccounts(signal)).toEqual(page.wallet.getAccounts().map(({ address }) => address))
    page.wallet.answerAlways('getInfo', drill.no(-32601, ''))
    expect(await probe.isAlive(signal)).toBe(true)
    page.wallet.answerAlways('getInfo', drill.throw(new Error('context invalidated')))
    expect(await probe.isAlive(signal)).toBe(false)
    page.wallet.answerAlways('getInfo', drill.hang)
    const controller = new AbortController()
    const asking = probe.isAlive(controller.signal)
    controller.abort()
    expect(await asking).toBe(false)
    expect(page.wallet.calls.filter(({ method }) => method === 'wallet_connect')).toHaveLength(1)
  })

  it('“Choose account” opens the wallet again', async () => {
    const page = await playConnected({ kind: 'sats-connect' })
    expect(await page.adapter.requestAccounts?.(page.connection)).toEqual(page.connection.accounts)
  })
})
