/**
 * What every EVM adapter owes the core, played against scripted wallets in each state a wallet can be in. An adapter's
 * own test calls this with the function that makes it.
 */
import { describe, expect, it, vi } from 'vitest'
import { createFakeServices } from '../../../testing/src/createFakeServices.ts'
import type { Adapter, ConnectionChange, Connector, CreateAdapter } from '../core/adapter.ts'
import type { Network } from '../core/network.ts'
import { createScriptedWallet, drill, type ScriptedWallet, type ScriptedWalletOptions } from '../testing/index.ts'

const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const OTHER_ADDRESS = `0x${'cd'.repeat(20)}`
const TOKEN = `0x${'ef'.repeat(20)}`
const TOKEN_ABI = [
  {
    type: 'function',
    name: 'approve',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [{ name: '', type: 'bool' }],
  },
] as const

/** A network of the given chain id, with one node that answers for it. */
export function playNetwork(id: number, changes: Partial<Network> = {}): Network {
  return {
    id,
    name: `Chain ${id}`,
    chainNamespace: 'eip155',
    caipNetworkId: `eip155:${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`https://node-${id}.test`] } },
    ...changes,
  }
}

const FIRST = playNetwork(1)
const OTHER = playNetwork(10, { blockExplorers: { default: { name: 'Scan', url: 'https://scan.test' } } })

/** A page with an adapter in it: nothing but the ports is played. */
export function playPage(createAdapter: CreateAdapter, ethereum?: unknown) {
  const walletWindow = Object.assign(new EventTarget(), { ethereum })
  const services = createFakeServices({ fetch: playNode, walletWindow })
  const adapter = createAdapter({ networks: [FIRST, OTHER], services })
  const add = (options: Partial<ScriptedWalletOptions> = {}): ScriptedWallet => {
    const wallet = createScriptedWallet({
      name: 'Drill',
      rdns: 'dev.drill',
      privateKey: KEY,
      rpcUrl: 'https://node-1.test',
      chainId: 1,
      fetch: playNode,
      ...options,
    })
    wallet.announce(walletWindow)
    return wallet
  }
  return { clock: services.clock, log: services.log, services, walletWindow, adapter, add }
}

/** A node whose chain id is in its address. */
const playNode: typeof fetch = async (input) => {
  const [, id] = /node-(\d+)\.test/.exec(String(input)) ?? []
  return Response.json({ jsonrpc: '2.0', id: 1, result: `0x${Number(id).toString(16)}` })
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

const methods = (wallet: ScriptedWallet) => wallet.calls.map(({ method }) => method)
const count = (wallet: ScriptedWallet, method: string) => methods(wallet).filter((called) => called === method).length

/** The code that a promise rejects with. */
async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'no error',
    (error: { code?: unknown }) => error.code,
  )
}

/** What an adapter over a library of the host's brings along; nothing by default. */
export type Company = {
  /** Listeners that the library keeps on a wallet that is not connected. */
  readonly idle?: number | undefined
  /** Listeners that the library keeps on a connected wallet, beside our four. */
  readonly connected?: number | undefined
  /** Questions for the chain id that the library asks by itself for each connection. */
  readonly reads?: number | undefined
  /** False where the library itself fails on an event without its value. */
  readonly takesBareEvents?: boolean | undefined
}

/** Runs the contract over one adapter. */
export function describeEvmAdapter(
  name: string,
  createAdapter: CreateAdapter,
  { idle = 0, connected = 0, reads = 0, takesBareEvents = true }: Company = {},
): void {
  const play = (options: Partial<ScriptedWalletOptions> = {}, ethereum?: unknown) => {
    const page = playPage(createAdapter, ethereum)
    const wallet = page.add(options)
    const connector = first(page.adapter)
    const connect = () => page.adapter.connect(connector, { network: FIRST })
    return { ...page, wallet, connector, connect }
  }
  /** A page that is connected, with what it hears. */
  const playConnected = async (options: Partial<ScriptedWalletOptions> = {}) => {
    const page = play(options)
    const connection = await page.connect()
    const heard: ConnectionChange[] = []
    const stop = page.adapter.watchConnection(connection, (change) => heard.push(change))
    return { ...page, connection, heard, stop }
  }

  describe(`${name}: finding wallets`, () => {
    it('tells of those that are here, and of each that comes later', () => {
      const page = playPage(createAdapter)
      page.add()
      const heard: string[][] = []
      const stop = page.adapter.watchConnectors((connectors) => heard.push(connectors.map(({ id }) => id)))
      page.add({ rdns: 'dev.late' })
      stop()
      page.add({ rdns: 'dev.unheard' })
      expect(heard).toEqual([['dev.drill'], ['dev.drill', 'dev.late']])
    })

    it('asks the page again for each new listener, so that a wallet that was missed is found', () => {
      const page = playPage(createAdapter)
      const stop = page.adapter.watchConnectors(() => {})
      let asked = 0
      page.walletWindow.addEventListener('eip6963:requestProvider', () => {
        asked += 1
      })
      list(page.adapter)
      expect(asked).toBe(1)
      stop()
    })

    it('F-06, SEC-89: two objects with one rdns are two connectors with a notice, and only the chosen one is called', async () => {
      const page = playPage(createAdapter)
      const mine = page.add({ name: 'Mine' })
      const copy = page.add({ name: 'Copy', privateKey: undefined })
      const connectors = list(page.adapter)
      expect(connectors.map(({ id, isLookalike }) => [id, isLookalike])).toEqual([
        ['dev.drill', true],
        ['dev.drill#2', true],
      ])
      const [chosen] = connectors
      if (!chosen) throw new Error('no connector')
      const connection = await page.adapter.connect(chosen, { network: FIRST })
      expect(connection.accounts[0]?.address).toBe(mine.getAddress())
      expect(copy.calls).toEqual([])
    })

    it('F-06: never calls a global object beside an announced wallet, nor lists it', async () => {
      let calls = 0
      const impostor = {
        isMetaMask: true,
        request: async () => {
          calls += 1
        },
        on: () => {
          calls += 1
        },
      }
      const page = play({}, impostor)
      await page.connect()
      expect(list(page.adapter).map(({ type }) => type)).toEqual(['ANNOUNCED'])
      expect(calls).toBe(0)
    })

    it('lists the global object as the browser wallet only while none is announced', () => {
      const page = playPage(createAdapter, { request: async () => null })
      const heard: unknown[][] = []
      page.adapter.watchConnectors((connectors) => heard.push(connectors.map(({ id, type }) => [id, type])))
      page.add()
      expect(heard).toEqual([[['injected', 'INJECTED']], [['dev.drill', 'ANNOUNCED']]])
    })

    it('finds a global object that is put in place late', () => {
      const page = playPage(createAdapter)
      const heard: number[] = []
      page.adapter.watchConnectors((connectors) => heard.push(connectors.length))
      Object.assign(page.walletWindow, { ethereum: { request: async () => null } })
      page.walletWindow.dispatchEvent(new Event('ethereum#initialized'))
      expect(heard).toEqual([0, 1])
    })

    it('lists nothing on a server', () => {
      const { services } = playPage(createAdapter)
      expect(list(createAdapter({ networks: [FIRST], services: { ...services, walletWindow: null } }))).toEqual([])
    })
  })

  describe(`${name}: connecting`, () => {
    it('gives checksummed accounts and where the wallet is, also where the site is not', async () => {
      const { connect, connector, adapter } = play({
        script: { eth_requestAccounts: [drill.ok([ADDRESS.toLowerCase()])], eth_chainId: [drill.ok('137')] },
      })
      expect(await connect()).toEqual({
        connector,
        accounts: [{ address: ADDRESS, type: 'eoa' }],
        networkId: 'eip155:137',
        provider: connector.provider,
      })
      expect(adapter.namespace).toBe('eip155')
    })

    it('puts the wanted account first where the wallet shares it', async () => {
      const page = play()
      const other = page.wallet.addAccount()
      const wanted = await page.adapter.connect(page.connector, { network: FIRST, address: other.toLowerCase() })
      expect(wanted.accounts.map(({ address }) => address)).toEqual([other, ADDRESS])
      const unknown = await page.adapter.connect(page.connector, { network: FIRST, address: `0x${'1'.repeat(40)}` })
      expect(unknown.accounts[0]?.address).toBe(ADDRESS)
    })

    it('F-03: refuses → USER_REJECTED, after one request', async () => {
      const page = play({ approve: async () => false })
      expect(await codeOf(page.connect())).toBe('USER_REJECTED')
      expect(methods(page.wallet)).toEqual(['eth_requestAccounts'])
    })

    it('F-02: a prompt that is already open → PROMPT_PENDING', async () => {
      const page = play({ script: { eth_requestAccounts: [drill.no(-32002, 'already pending')] } })
      expect(await codeOf(page.connect())).toBe('PROMPT_PENDING')
    })

    it.each([[[]], ['0x1'], [null], [undefined], [{ accounts: [] }], [['nobody']]])(
      'F-08: shares no account, as %o → ACCOUNT_NOT_SHARED',
      async (answer) => {
        const page = play({ script: { eth_requestAccounts: [drill.ok(answer)] } })
        expect(await codeOf(page.connect())).toBe('ACCOUNT_NOT_SHARED')
      },
    )

    it('throws a text → UNKNOWN_FAILURE with the text as its cause', async () => {
      const page = play({ script: { eth_requestAccounts: [drill.throw('boom')] } })
      await expect(page.connect()).rejects.toMatchObject({ code: 'UNKNOWN_FAILURE', cause: 'boom', step: 'connect' })
    })

    it('throws nothing at all → UNKNOWN_FAILURE', async () => {
      const page = play({ script: { eth_requestAccounts: [drill.throw(undefined)] } })
      expect(await codeOf(page.connect())).toBe('UNKNOWN_FAILURE')
    })

    it('F-04: was reloaded → EXTENSION_RELOADED', async () => {
      const page = play({ script: { eth_requestAccounts: [drill.throw(new Error('Extension context invalidated.'))] } })
      expect(await codeOf(page.connect())).toBe('EXTENSION_RELOADED')
    })

    it('answers late → connects', async () => {
      const page = play({ script: { eth_requestAccounts: [drill.late(20, [ADDRESS])] } })
      expect((await page.connect()).accounts).toHaveLength(1)
    })

    it('hangs → stays open until the caller aborts, then rejects with the caller’s reason', async () => {
      const page = play({ script: { eth_requestAccounts: [drill.hang] } })
      const controller = new AbortController()
      const connecting = page.adapter.connect(page.connector, { network: FIRST, signal: controller.signal })
      await vi.waitFor(() => expect(page.wallet.calls).toHaveLength(1))
      controller.abort('closed')
      await expect(connecting).rejects.toBe('closed')
    })

    it('F-01: locked → waits, and goes on by itself when it is unlocked', async () => {
      const page = play()
      page.wallet.lock()
      const connecting = page.connect()
      await vi.waitFor(() => expect(page.wallet.calls).toHaveLength(1))
      page.wallet.unlock()
      expect((await connecting).accounts[0]?.address).toBe(ADDRESS)
      expect(count(page.wallet, 'eth_requestAccounts')).toBe(1)
    })

    it('re-registers with the same object → one connector, still connected', async () => {
      const { adapter, wallet, walletWindow, connect } = play()
      await connect()
      wallet.announce(walletWindow)
      expect(list(adapter)).toHaveLength(1)
    })
  })

  describe(`${name}: probing`, () => {
    const signal = () => new AbortController().signal

    it('a wallet that answers is alive, also one that answers with a coded error', async () => {
      const page = play({
        script: { eth_chainId: [drill.ok('0x1'), drill.no(4100), drill.throw(new Error('context invalidated'))] },
      })
      const probe = page.adapter.probe(page.connector)
      expect([await probe.isAlive(signal()), await probe.isAlive(signal()), await probe.isAlive(signal())]).toEqual([
        true,
        true,
        false,
      ])
    })

    it('F-05: a wallet that hangs is not alive; the question ends with its signal', async () => {
      const page = play()
      page.wallet.answerAlways('*', drill.hang)
      const controller = new AbortController()
      const asking = page.adapter.probe(page.connector).isAlive(controller.signal)
      controller.abort()
      expect(await asking).toBe(false)
    })

    it('F-01: tells a lock where the wallet can, and nothing where it cannot', async () => {
      const page = play()
      const probe = page.adapter.probe(page.connector)
      expect(await probe.isUnlocked(signal())).toBe(true)
      page.wallet.lock()
      expect(await probe.isUnlocked(signal())).toBe(false)
      const { request } = page.wallet.provider
      const mute = page.adapter.probe({ ...page.connector, provider: { request } })
      expect(await mute.isUnlocked(signal())).toBeUndefined()
    })

    it('reads accounts without a prompt', async () => {
      const page = await playConnected()
      expect(await page.adapter.probe(page.connector).getAccounts(signal())).toEqual([ADDRESS])
      expect(count(page.wallet, 'eth_requestAccounts')).toBe(1)
    })
  })

  describe(`${name}: restoring`, () => {
    it('F-54: restores without ever prompting', async () => {
      const page = await playConnected()
      const again = await page.adapter.reconnect(page.connector, { connectorId: 'dev.drill', networkId: 'eip155:1' })
      expect(again).toEqual(page.connection)
      expect(count(page.wallet, 'eth_requestAccounts')).toBe(1)
    })

    it('gives null when the wallet shares nothing any more, or is locked', async () => {
      const page = await playConnected()
      page.wallet.lock()
      const saved = { connectorId: 'dev.drill', networkId: 'eip155:1' } as const
      expect(await page.adapter.reconnect(page.connector, saved)).toBeNull()
      page.wallet.unlock()
      page.wallet.forgetPage()
      expect(await page.adapter.reconnect(page.connector, saved)).toBeNull()
      expect(count(page.wallet, 'eth_requestAccounts')).toBe(1)
    })

    it('names what goes wrong', async () => {
      const page = play({ script: { eth_accounts: [drill.no(4100)] } })
      const restoring = page.adapter.reconnect(page.connector, { connectorId: 'dev.drill', networkId: 'eip155:1' })
      await expect(restoring).rejects.toMatchObject({ code: 'ACCOUNT_NOT_SHARED', step: 'restore' })
    })

    it('SEC-89: of two lookalikes restores only the one that still has the visitor’s account', async () => {
      const page = playPage(createAdapter)
      const mine = page.add()
      const copy = page.add({ privateKey: undefined })
      const saved = { connectorId: 'dev.drill', networkId: 'eip155:1', address: mine.getAddress() } as const
      for (const wallet of [mine, copy]) await wallet.provider.request({ method: 'eth_requestAccounts' })
      const restored = await Promise.all(
        list(page.adapter).map((connector) => page.adapter.reconnect(connector, saved)),
      )
      expect(restored.map((connection) => connection?.accounts[0]?.address)).toEqual([mine.getAddress(), undefined])
      const [, second] = list(page.adapter)
      if (!second) throw new Error('no second connector')
      const chosen = await page.adapter.reconnect(second, { connectorId: second.id, networkId: 'eip155:1' })
      expect(chosen?.accounts[0]?.address).toBe(copy.getAddress())
    })
  })

  describe(`${name}: hearing a connected wallet`, () => {
    it('tells of another account, checksummed, the active one first', async () => {
      const page = await playConnected()
      const other = page.wallet.addAccount()
      page.wallet.selectAccount(other)
      expect(page.heard).toEqual([
        {
          accounts: [
            { address: other, type: 'eoa' },
            { address: ADDRESS, type: 'eoa' },
          ],
        },
      ])
    })

    it('takes an empty list for the visitor’s own end', async () => {
      const page = await playConnected()
      page.wallet.forgetPage()
      expect(page.heard).toEqual([{ ended: 'user' }])
    })

    const itHears = takesBareEvents ? it : () => undefined
    itHears('reads the accounts anew when the event carries none', async () => {
      const page = await playConnected()
      page.wallet.emit('accountsChanged', undefined)
      await vi.waitFor(() => expect(page.heard).toEqual([{ accounts: [{ address: ADDRESS, type: 'eoa' }] }]))
    })

    it.each(['0xa', '10', 10])('tells of a network written as %o', async (value) => {
      const page = await playConnected()
      page.wallet.emit('chainChanged', value)
      page.wallet.emit('chainChanged', 'nonsense')
      expect(page.heard).toEqual([{ networkId: 'eip155:10' }])
    })

    it('F-04: does not believe a disconnect while the accounts are still there', async () => {
      const page = await playConnected()
      page.wallet.emit('disconnect', { code: 1013 })
      await page.clock.advance(10_000)
      expect(page.heard).toEqual([])
      expect(page.clock.countTimers()).toBe(0)
    })

    it('F-04: a wallet that is silent after a disconnect and comes back within 3 s has not ended', async () => {
      const page = await playConnected()
      page.wallet.answerAlways('eth_accounts', drill.hang)
      page.wallet.emit('disconnect', { code: 1013 })
      await page.clock.advance(2_500)
      page.wallet.answerAlways('eth_accounts', undefined)
      page.wallet.emit('connect', { chainId: '0x1' })
      await page.clock.advance(10_000)
      expect(page.heard).toEqual([{ networkId: 'eip155:1' }])
    })

    it('F-04: vanishes → ended once, by the wallet, after 3 s and a probe', async () => {
      const page = await playConnected()
      page.wallet.answerAlways('*', drill.hang)
      page.wallet.emit('disconnect', { code: 1013 })
      page.wallet.emit('disconnect', { code: 1013 })
      await page.clock.advance(4_999)
      expect(page.heard).toEqual([])
      await page.clock.advance(1)
      expect(page.heard).toEqual([{ ended: 'wallet' }])
    })

    it('believes a disconnect at once when the accounts are gone', async () => {
      const page = await playConnected({ script: { eth_accounts: [drill.ok([])] } })
      page.wallet.emit('disconnect', { code: 4900 })
      await page.clock.advance(0)
      expect(page.heard).toEqual([{ ended: 'wallet' }])
    })

    it('hears nothing once stopped, also from a wallet that cannot drop listeners', async () => {
      const page = playPage(createAdapter)
      const listeners: ((value: unknown) => void)[] = []
      const provider = {
        request: async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x1' : [ADDRESS]),
        on: (_event: string, listener: (value: unknown) => void) => void listeners.push(listener),
      }
      const detail = { info: { name: 'Old', rdns: 'dev.old', uuid: 'u', icon: '' }, provider }
      const stopFinding = page.adapter.watchConnectors(() => {})
      page.walletWindow.addEventListener('eip6963:requestProvider', () =>
        page.walletWindow.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
      )
      const connection = await page.adapter.connect(first(page.adapter), { network: FIRST })
      const heard: unknown[] = []
      const stop = page.adapter.watchConnection(connection, (change) => heard.push(change))
      stop()
      stopFinding()
      for (const listener of listeners) listener([])
      expect(heard).toEqual([])
    })

    it('leaves no listener behind after 100 rounds of connecting, hearing, switching and leaving', async () => {
      const page = play()
      for (let round = 0; round < 100; round += 1) {
        const connection = await page.connect()
        const stop = page.adapter.watchConnection(connection, () => {})
        await page.adapter.switchNetwork(connection, FIRST)
        expect(page.wallet.countListeners()).toBe(4 + connected)
        stop()
        await page.adapter.disconnect(connection)
      }
      expect(page.wallet.countListeners()).toBe(idle)
      expect(page.clock.countTimers()).toBe(0)
    })
  })

  describe(`${name}: leaving`, () => {
    it('takes the permission back', async () => {
      const page = await playConnected()
      await page.adapter.disconnect(page.connection)
      expect(await page.wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    })

    it('waits 100 ms for a wallet that does not answer, and minds no error', async () => {
      const page = await playConnected({
        script: { wallet_revokePermissions: [drill.hang, drill.no(-32601), drill.throw('no')] },
      })
      let isOver = false
      const leaving = page.adapter.disconnect(page.connection).then(() => {
        isOver = true
      })
      await page.clock.advance(99)
      expect(isOver).toBe(false)
      await page.clock.advance(1)
      await leaving
      await page.adapter.disconnect(page.connection)
      await page.adapter.disconnect(page.connection)
    })
  })

  describe(`${name}: switching the network`, () => {
    const known = { chains: [{ chainId: 10, name: 'Ten', rpcUrl: 'https://node-10.test' }] }
    const switching = async (options: Partial<ScriptedWalletOptions>, network = OTHER) => {
      const page = await playConnected(options)
      const moving = page.adapter.switchNetwork(page.connection, network)
      const code = codeOf(moving)
      return { ...page, moving, code }
    }
    const UNKNOWN = 'Unrecognized chain ID "0xa". Try adding the chain first.'

    it('asks in lower-case hexadecimal, and the wallet moves', async () => {
      const page = await switching(known)
      await page.moving
      expect(page.wallet.calls.find(({ method }) => method === 'wallet_switchEthereumChain')?.params).toEqual([
        { chainId: '0xa' },
      ])
      expect(count(page.wallet, 'wallet_addEthereumChain')).toBe(0)
      expect(page.heard).toEqual([{ networkId: 'eip155:10' }])
    })

    it.each([
      ['4902', drill.no(4902)],
      ['4902 inside -32603', drill.no(-32603, 'Internal error', { originalError: { code: 4902 } })],
      ['5000 with its text', drill.no(5000, UNKNOWN)],
      ['-32603 with its text', drill.no(-32603, UNKNOWN)],
      ['32603 with its text', drill.no(32603, UNKNOWN)],
      ['4200 with its text', drill.no(4200, UNKNOWN)],
    ])('F-25: %s means unknown: the network is added once, with public addresses in a flat list', async (_, answer) => {
      const page = await switching({ script: { wallet_switchEthereumChain: [answer] } })
      await page.moving
      expect(page.wallet.calls.filter(({ method }) => method === 'wallet_addEthereumChain')).toEqual([
        {
          method: 'wallet_addEthereumChain',
          params: [
            {
              chainId: '0xa',
              chainName: 'Chain 10',
              nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
              rpcUrls: ['https://node-10.test'],
              blockExplorerUrls: ['https://scan.test'],
            },
          ],
        },
      ])
      expect(await page.wallet.provider.request({ method: 'eth_chainId' })).toBe('0xa')
    })

    it('sends no explorer where there is none', async () => {
      const page = await switching({}, playNetwork(11))
      await page.moving
      const added = page.wallet.calls.find(({ method }) => method === 'wallet_addEthereumChain')?.params[0]
      expect(Object.keys(added as object)).not.toContain('blockExplorerUrls')
    })

    it('switches after adding where the wallet adds without moving', async () => {
      const page = await switching({
        ...known,
        script: { wallet_switchEthereumChain: [drill.no(4902)], wallet_addEthereumChain: [drill.ok(null)] },
      })
      await page.moving
      expect(count(page.wallet, 'wallet_switchEthereumChain')).toBe(2)
      expect(await page.wallet.provider.request({ method: 'eth_chainId' })).toBe('0xa')
    })

    it.each([
      ['4001', drill.no(4001, UNKNOWN), 'USER_REJECTED'],
      ['5000 without the text', drill.no(5000, 'User rejected'), 'USER_REJECTED'],
      ['-32002', drill.no(-32002), 'PROMPT_PENDING'],
      ['-32603 without the text', drill.no(-32603, 'Internal error'), 'UNKNOWN_FAILURE'],
      ['32603 without the text', drill.no(32603, 'Internal error'), 'UNKNOWN_FAILURE'],
      ['4200 without the text', drill.no(4200), 'SWITCH_NOT_APPLIED'],
      ['-32601', drill.no(-32601), 'SWITCH_NOT_APPLIED'],
      ['-32602', drill.no(-32602), 'SWITCH_NOT_APPLIED'],
    ])('%s never adds', async (_, answer, code) => {
      const page = await switching({ script: { wallet_switchEthereumChain: [answer] } })
      expect(await page.code).toBe(code)
      expect(count(page.wallet, 'wallet_addEthereumChain')).toBe(0)
      expect(page.wallet.countListeners()).toBe(4 + connected)
    })

    it.each([
      ['4001', drill.no(4001), 'USER_REJECTED'],
      ['-32602', drill.no(-32602), 'ADD_CHAIN_INVALID'],
      ['-32601', drill.no(-32601), 'CHAIN_NOT_IN_WALLET'],
      ['4200', drill.no(4200), 'CHAIN_NOT_IN_WALLET'],
      ['-32002', drill.no(-32002), 'PROMPT_PENDING'],
    ])('adding is answered with %s: one prompt, and no further switch', async (_, answer, code) => {
      const page = await switching({ script: { wallet_addEthereumChain: [answer] } })
      expect(await page.code).toBe(code)
      expect(count(page.wallet, 'wallet_addEthereumChain')).toBe(1)
      expect(count(page.wallet, 'wallet_switchEthereumChain')).toBe(1)
    })

    it.each([
      ['no https address', { rpcUrls: { default: { http: ['http://node-10.test'] } } }, 'rpcUrls'],
      ['an address of another chain', { rpcUrls: { default: { http: ['https://node-5.test'] } } }, 'rpcUrls'],
      ['a symbol too short', { nativeCurrency: { name: 'X', symbol: 'X', decimals: 18 } }, 'nativeCurrency.symbol'],
      [
        'a symbol too long',
        { nativeCurrency: { name: 'X', symbol: 'XXXXXXX', decimals: 18 } },
        'nativeCurrency.symbol',
      ],
    ])('F-27: a network with %s is not put to the wallet', async (_, changes, field) => {
      const page = await switching({}, playNetwork(10, changes))
      expect(await page.code).toBe('ADD_CHAIN_INVALID')
      expect(count(page.wallet, 'wallet_addEthereumChain')).toBe(0)
      expect(page.log.join()).toContain(field)
    })

    it('SEC-92: an address that answers for another chain is not given to the wallet', async () => {
      const http = ['https://node-5.test', 'https://node-10.test', 'http://node-10.test']
      const page = await switching({}, playNetwork(10, { rpcUrls: { default: { http } } }))
      await page.moving
      const [added] = page.wallet.calls.filter(({ method }) => method === 'wallet_addEthereumChain')
      expect(added?.params[0]).toMatchObject({ rpcUrls: ['https://node-10.test'] })
    })

    it('F-26: said yes and did not move → SWITCH_NOT_APPLIED after 3 s of looking', async () => {
      const page = await switching({ script: { wallet_switchEthereumChain: [drill.ok(null)] } })
      let code: unknown
      page.code.then((value) => {
        code = value
      })
      await vi.waitFor(() => expect(count(page.wallet, 'eth_chainId')).toBe(2 + reads))
      await page.clock.advance(2_999)
      expect(code).toBeUndefined()
      await page.clock.advance(501)
      expect(code).toBe('SWITCH_NOT_APPLIED')
      expect(page.clock.countTimers()).toBe(0)
    })

    it('F-26: moved without an event → success by reading', async () => {
      const page = await switching({
        script: {
          wallet_switchEthereumChain: [drill.ok(null)],
          eth_chainId: [...Array.from({ length: 2 + reads }, () => drill.ok('0x1')), drill.ok('0xa')],
        },
      })
      await vi.waitFor(() => expect(count(page.wallet, 'eth_chainId')).toBe(2 + reads))
      await page.clock.advance(500)
      await page.moving
      expect(count(page.wallet, 'eth_chainId')).toBe(3 + reads)
    })

    it('F-26: moved without an answer → success by the event', async () => {
      const page = await switching({ script: { wallet_switchEthereumChain: [drill.hang] } })
      await vi.waitFor(() => expect(count(page.wallet, 'wallet_switchEthereumChain')).toBe(1))
      page.wallet.emit('chainChanged', '0xa')
      await page.moving
      expect(page.wallet.countListeners()).toBe(4 + connected)
    })
  })

  describe(`${name}: signing and sending`, () => {
    it.each([
      ['hello', '0x68656c6c6f'],
      ['0x1234', '0x307831323334'],
      [new Uint8Array([0x12, 0x34]), '0x1234'],
      ['', '0x'],
    ])('signs %o as the bytes %s, by the active account', async (message, data) => {
      const page = await playConnected()
      expect(await page.adapter.signMessage(page.connection, message)).toMatch(/^0x[0-9a-f]{130}$/)
      expect(page.wallet.calls.find(({ method }) => method === 'personal_sign')?.params).toEqual([data, ADDRESS])
    })

    it('F-08: an account that is not shared any more → ACCOUNT_NOT_SHARED, and the picker helps', async () => {
      const page = await playConnected()
      page.wallet.forgetPage()
      expect(await codeOf(page.adapter.signMessage(page.connection, 'x'))).toBe('ACCOUNT_NOT_SHARED')
      expect(await page.adapter.requestAccounts?.(page.connection)).toEqual([{ address: ADDRESS, type: 'eoa' }])
      expect(await page.adapter.signMessage(page.connection, 'x')).toMatch(/^0x/)
    })

    it.each([[-32601], [4200]])('F-08: a wallet without a picker (%i) is asked the plain way', async (code) => {
      const page = await playConnected({ script: { wallet_requestPermissions: [drill.no(code)] } })
      expect(await page.adapter.requestAccounts?.(page.connection)).toHaveLength(1)
      expect(count(page.wallet, 'eth_requestAccounts')).toBe(2)
    })

    it.each([
      [4001, 'USER_REJECTED'],
      [-32002, 'PROMPT_PENDING'],
    ])('F-08: a picker that says %i is not asked another way', async (code, name_) => {
      const page = await playConnected({ script: { wallet_requestPermissions: [drill.no(code)] } })
      expect(await codeOf(page.adapter.requestAccounts?.(page.connection) ?? Promise.resolve())).toBe(name_)
      expect(count(page.wallet, 'eth_requestAccounts')).toBe(1)
    })

    it.each([
      ['F-03', drill.no(4001), 'USER_REJECTED'],
      ['F-09', drill.no(-32603, 'Ledger device: (0x650f)'), 'HARDWARE_NOT_READY'],
      ['F-04', drill.throw(new Error('Extension context invalidated.')), 'EXTENSION_RELOADED'],
      ['no signature', drill.ok(null), 'UNKNOWN_FAILURE'],
      ['an empty signature', drill.ok('0x'), 'UNKNOWN_FAILURE'],
    ])('%s: what goes wrong while signing is named', async (_, answer, code) => {
      const page = await playConnected({ script: { personal_sign: [answer] } })
      expect(await codeOf(page.adapter.signMessage(page.connection, 'x'))).toBe(code)
      expect(count(page.wallet, 'personal_sign')).toBe(1)
    })

    it('sends amounts in wei as quantities, for the chain that the page shows', async () => {
      const page = await playConnected({ script: { eth_sendTransaction: [drill.ok(`0x${'ab'.repeat(32)}`)] } })
      const hash = await page.adapter.sendTransaction?.(page.connection, {
        to: ADDRESS,
        value: 255n,
        data: '0x01',
        gas: 21_000n,
      })
      expect(hash).toBe(`0x${'ab'.repeat(32)}`)
      expect(page.wallet.calls.find(({ method }) => method === 'eth_sendTransaction')?.params).toEqual([
        { from: ADDRESS, to: ADDRESS, chainId: '0x1', value: '0xff', data: '0x01', gas: '0x5208' },
      ])
    })

    it('F-28: a wallet on another network for more than 1 s is not asked → CHAIN_MISMATCH', async () => {
      const page = await playConnected()
      page.wallet.answerAlways('eth_chainId', drill.ok('0xa'))
      const sending = page.adapter.sendTransaction?.(page.connection, { to: ADDRESS })
      const code = codeOf(sending ?? Promise.resolve())
      await vi.waitFor(() => expect(count(page.wallet, 'eth_chainId')).toBe(2 + reads))
      await page.clock.advance(1_000)
      expect(await code).toBe('CHAIN_MISMATCH')
      expect(count(page.wallet, 'eth_sendTransaction')).toBe(0)
    })

    it('F-30: without coin for the fee → GAS_TOO_LOW', async () => {
      const page = await playConnected({
        script: { eth_sendTransaction: [drill.no(-32000, 'insufficient funds for gas * price + value')] },
      })
      expect(await codeOf(page.adapter.sendTransaction?.(page.connection, { to: ADDRESS }) ?? Promise.resolve())).toBe(
        'GAS_TOO_LOW',
      )
    })
  })

  describe(`${name}: before signing`, () => {
    it('F-28: a wallet on another network for more than 1 s is not asked to sign → CHAIN_MISMATCH', async () => {
      const page = await playConnected()
      page.wallet.answerAlways('eth_chainId', drill.ok('0xa'))
      const code = codeOf(page.adapter.signMessage(page.connection, 'x'))
      await vi.waitFor(() => expect(count(page.wallet, 'eth_chainId')).toBe(2))
      await page.clock.advance(1_000)
      expect(await code).toBe('CHAIN_MISMATCH')
      expect(count(page.wallet, 'personal_sign')).toBe(0)
    })

    it('F-28: a wallet that arrives within 1 s is asked', async () => {
      const page = await playConnected()
      page.wallet.answer('eth_chainId', drill.ok('0xa'))
      const signing = page.adapter.signMessage(page.connection, 'x')
      await vi.waitFor(() => expect(count(page.wallet, 'eth_chainId')).toBe(2))
      await page.clock.advance(250)
      expect(await signing).toMatch(/^0x/)
    })
  })

  describe(`${name}: in every state of a wallet`, () => {
    it.each([
      ['refuses', drill.no(4001), 'USER_REJECTED'],
      ['throws a text', drill.throw('boom'), 'UNKNOWN_FAILURE'],
      ['throws nothing', drill.throw(undefined), 'UNKNOWN_FAILURE'],
      ['has a prompt open', drill.no(-32002), 'PROMPT_PENDING'],
      ['was reloaded', drill.throw(new Error('Extension context invalidated.')), 'EXTENSION_RELOADED'],
      ['shares the account no more', drill.no(4100), 'ACCOUNT_NOT_SHARED'],
    ])('one that %s is asked once, and what happened has a name', async (_, answer, code) => {
      const asked = {
        sendTransaction: ['eth_sendTransaction', { to: OTHER_ADDRESS }],
        send: ['eth_sendTransaction', { to: OTHER_ADDRESS, amount: 1n }],
        fetchCapabilities: ['wallet_getCapabilities', undefined],
        sendCalls: ['wallet_sendCalls', { calls: [{ to: OTHER_ADDRESS }] }],
        fetchCallsStatus: ['wallet_getCallsStatus', 'batch'],
        grantPermissions: ['wallet_grantPermissions', {}],
        revokePermissions: ['wallet_revokeExecutionPermission', { permissionContext: '0x1' }],
      } as const
      for (const [ability, [method, request]] of Object.entries(asked)) {
        const page = await playConnected({ script: { [method]: [answer] } })
        const run = page.adapter[ability as keyof typeof asked] as (...parameters: unknown[]) => Promise<unknown>
        expect([ability, await codeOf(run(page.connection, request))]).toEqual([ability, code])
        expect(count(page.wallet, method)).toBe(1)
      }
    })

    it('one that hangs leaves only its own answer open', async () => {
      const page = await playConnected({ script: { wallet_getCapabilities: [drill.hang] } })
      let isAnswered = false
      const end = () => {
        isAnswered = true
      }
      page.adapter.fetchCapabilities?.(page.connection).then(end, end)
      await vi.waitFor(() => expect(count(page.wallet, 'wallet_getCapabilities')).toBe(1))
      expect(await page.adapter.signMessage(page.connection, 'x')).toMatch(/^0x/)
      expect(isAnswered).toBe(false)
    })

    it('one that vanishes from the window keeps serving by the object it gave', async () => {
      const page = await playConnected()
      const stop = page.wallet.announce(page.walletWindow)
      stop()
      expect(await page.adapter.signMessage(page.connection, 'x')).toMatch(/^0x/)
    })
  })

  describe(`${name}: transfers and gas`, () => {
    const HASH = `0x${'ab'.repeat(32)}`
    const sent = (wallet: ScriptedWallet) =>
      wallet.calls.find(({ method }) => method === 'eth_sendTransaction')?.params[0]

    it('sends the coin with empty data, and gives the hash without waiting for a block', async () => {
      const page = await playConnected({ script: { eth_sendTransaction: [drill.ok(HASH)] } })
      expect(await page.adapter.send?.(page.connection, { to: OTHER_ADDRESS, amount: 10n ** 18n })).toBe(HASH)
      expect(sent(page.wallet)).toMatchObject({
        from: ADDRESS,
        to: OTHER_ADDRESS,
        value: '0xde0b6b3a7640000',
        data: '0x',
      })
      expect(count(page.wallet, 'eth_getTransactionReceipt')).toBe(0)
    })

    it('sends a token by its transfer, with no coin beside it', async () => {
      const page = await playConnected({ script: { eth_sendTransaction: [drill.ok(HASH)] } })
      const token = { address: TOKEN, decimals: 6 }
      expect(await page.adapter.send?.(page.connection, { to: OTHER_ADDRESS, amount: 1_000_001n, token })).toBe(HASH)
      const transaction = sent(page.wallet) as Record<string, unknown>
      expect(transaction).toMatchObject({
        to: TOKEN,
        data: `0xa9059cbb${'0'.repeat(24)}${'cd'.repeat(20)}${'f4241'.padStart(64, '0')}`,
      })
      expect(BigInt(String(transaction.value ?? '0x0'))).toBe(0n)
    })

    it.each([
      ['no address', { to: 'vitalik.eth', amount: 1n }],
      ['half an address', { to: '0x1234', amount: 1n }],
      ['less than nothing', { to: OTHER_ADDRESS, amount: -1n }],
      ['more than 256 bits', { to: OTHER_ADDRESS, amount: 1n << 256n }],
      ['a token that is no address', { to: OTHER_ADDRESS, amount: 1n, token: { address: 'USDT', decimals: 6 } }],
    ])('a transfer with %s is a mistake of the site; the wallet is not asked', async (_, request) => {
      const page = await playConnected()
      expect(await codeOf(page.adapter.send?.(page.connection, request) ?? Promise.resolve())).toBe('REQUEST_INVALID')
      expect(count(page.wallet, 'eth_sendTransaction')).toBe(0)
    })

    it('F-03: a transfer that is refused is asked for once', async () => {
      const page = await playConnected({ script: { eth_sendTransaction: [drill.no(4001)] } })
      const sending = page.adapter.send?.(page.connection, { to: OTHER_ADDRESS, amount: 1n })
      expect(await codeOf(sending ?? Promise.resolve())).toBe('USER_REJECTED')
      expect(count(page.wallet, 'eth_sendTransaction')).toBe(1)
    })

    it.each([
      ['-32000', drill.no(-32000, 'insufficient funds for transfer')],
      ['-32010', drill.no(-32010, 'Insufficient funds.')],
      [
        '-32603 around -32000',
        drill.no(-32603, 'Internal JSON-RPC error.', { code: -32000, message: 'gas required exceeds allowance (0)' }),
      ],
    ])('F-30: %s about funds → GAS_TOO_LOW', async (_, answer) => {
      const page = await playConnected({ script: { eth_sendTransaction: [answer] } })
      const sending = page.adapter.send?.(page.connection, { to: OTHER_ADDRESS, amount: 1n })
      expect(await codeOf(sending ?? Promise.resolve())).toBe('GAS_TOO_LOW')
    })

    it('F-30: a token that says "exceeds allowance" is not about the fee', async () => {
      const page = await playConnected({
        script: {
          eth_sendTransaction: [drill.no(-32603, 'execution reverted: ERC20: transfer amount exceeds allowance')],
        },
      })
      const sending = page.adapter.send?.(page.connection, { to: OTHER_ADDRESS, amount: 1n })
      expect(await codeOf(sending ?? Promise.resolve())).toBe('UNKNOWN_FAILURE')
    })

    it('estimates gas in units, from the account in use', async () => {
      const page = await playConnected({ script: { eth_estimateGas: [drill.ok('0x5208')] } })
      expect(await page.adapter.estimateGas?.(page.connection, { to: OTHER_ADDRESS, value: 1n })).toBe(21_000n)
      const [asked] = page.wallet.calls.filter(({ method }) => method === 'eth_estimateGas')
      expect(asked?.params[0]).toMatchObject({ from: ADDRESS, to: OTHER_ADDRESS, value: '0x1' })
    })

    it('calls a function of a contract, and gives the hash', async () => {
      const page = await playConnected({ script: { eth_sendTransaction: [drill.ok(HASH)] } })
      const request = { address: TOKEN, abi: TOKEN_ABI, functionName: 'approve', args: [OTHER_ADDRESS, 5n] }
      expect(await page.adapter.writeContract?.(page.connection, request)).toBe(HASH)
      expect(sent(page.wallet)).toMatchObject({
        to: TOKEN,
        data: `0x095ea7b3${'0'.repeat(24)}${'cd'.repeat(20)}${'5'.padStart(64, '0')}`,
      })
    })

    it('F-30: a call of a contract that the account cannot pay for → GAS_TOO_LOW; the wallet is not asked', async () => {
      const page = await playConnected({
        script: {
          eth_getBalance: [drill.ok('0x0')],
          eth_gasPrice: [drill.ok('0x3b9aca00')],
          eth_estimateGas: [drill.ok('0x5208')],
          eth_getCode: [drill.ok('0x')],
        },
      })
      const request = { address: TOKEN, abi: TOKEN_ABI, functionName: 'approve', args: [OTHER_ADDRESS, 5n] }
      expect(await codeOf(page.adapter.writeContract?.(page.connection, request) ?? Promise.resolve())).toBe(
        'GAS_TOO_LOW',
      )
      expect(count(page.wallet, 'eth_sendTransaction')).toBe(0)
    })

    it('arguments that do not fit the contract are a mistake of the site; the wallet is not asked', async () => {
      const page = await playConnected()
      for (const args of [[OTHER_ADDRESS], ['nobody', 5n], [OTHER_ADDRESS, 'many']]) {
        const request = { address: TOKEN, abi: TOKEN_ABI, functionName: 'approve', args }
        expect(await codeOf(page.adapter.writeContract?.(page.connection, request) ?? Promise.resolve())).toBe(
          'REQUEST_INVALID',
        )
      }
      expect(count(page.wallet, 'eth_sendTransaction')).toBe(0)
    })
  })

  describe(`${name}: batches`, () => {
    const HASHES = [`0x${'a1'.repeat(32)}`, `0x${'b2'.repeat(32)}`] as const
    const CALLS = [
      { to: OTHER_ADDRESS, value: 1n },
      { to: TOKEN, data: '0xabcd' },
    ] as const
    const batch = (page: Awaited<ReturnType<typeof playConnected>>, more: object = {}) =>
      page.adapter.sendCalls?.(page.connection, { calls: CALLS, ...more }) ?? Promise.reject(new Error('no batches'))
    const status = (page: Awaited<ReturnType<typeof playConnected>>, id: string) =>
      page.adapter.fetchCallsStatus?.(page.connection, id) ?? Promise.reject(new Error('no status'))

    it('hands the wallet the batch as version 2.0.0', async () => {
      const page = await playConnected({ script: { wallet_sendCalls: [drill.ok({ id: '0x01', capabilities: {} })] } })
      expect(await batch(page, { atomicRequired: true, capabilities: { a: { optional: true } } })).toEqual({
        id: '0x01',
      })
      expect(page.wallet.calls.find(({ method }) => method === 'wallet_sendCalls')?.params).toEqual([
        {
          version: '2.0.0',
          from: ADDRESS,
          chainId: '0x1',
          atomicRequired: true,
          calls: [
            { to: OTHER_ADDRESS, value: '0x1' },
            { to: TOKEN, data: '0xabcd' },
          ],
          capabilities: { a: { optional: true } },
        },
      ])
    })

    it('reads the bare text that older wallets answer', async () => {
      const page = await playConnected({ script: { wallet_sendCalls: [drill.ok('0x02')] } })
      expect(await batch(page)).toEqual({ id: '0x02' })
    })

    it.each([[null], [''], [{}], [7]])(
      'an answer without an id, %o, is no success, and nothing is sent again',
      async (answer) => {
        const page = await playConnected({ script: { wallet_sendCalls: [drill.ok(answer)] } })
        expect(await codeOf(batch(page))).toBe('UNKNOWN_FAILURE')
        expect(count(page.wallet, 'eth_sendTransaction')).toBe(0)
      },
    )

    it.each([
      ['no call', []],
      ['a call without to', [{ data: '0x01' }]],
      ['a name for to', [{ to: 'shop.eth' }]],
      ['data without 0x', [{ to: OTHER_ADDRESS, data: 'abcd' }]],
      ['half a byte', [{ to: OTHER_ADDRESS, data: '0xabc' }]],
    ])('product, section 5: a batch with %s is a mistake of the site', async (_, calls) => {
      const page = await playConnected()
      expect(await codeOf(batch(page, { calls }))).toBe('REQUEST_INVALID')
      expect(count(page.wallet, 'wallet_sendCalls')).toBe(0)
    })

    it.each([[-32601], [4200], [5700], [5710], [5760]])(
      'F-18: a wallet without batches (%i) is asked one by one, in order',
      async (code) => {
        const page = await playConnected({
          script: { wallet_sendCalls: [drill.no(code)], eth_sendTransaction: HASHES.map((hash) => drill.ok(hash)) },
        })
        const { id } = await batch(page)
        const sent = page.wallet.calls.filter(({ method }) => method === 'eth_sendTransaction')
        expect(sent.map(({ params }) => (params[0] as { to: string }).to)).toEqual([OTHER_ADDRESS, TOKEN])
        page.wallet.answer(
          'eth_getTransactionReceipt',
          ...HASHES.map((transactionHash) => drill.ok({ transactionHash, status: '0x1' })),
        )
        expect(await status(page, id)).toEqual({
          id,
          status: 200,
          atomic: false,
          receipts: HASHES.map((transactionHash) => ({ transactionHash, status: 'success' })),
        })
      },
    )

    it.each([
      ['all or nothing', { atomicRequired: true }, drill.no(5760)],
      [
        'a capability that may not be missing',
        { capabilities: { paymasterService: { url: 'https://pay.test' } } },
        drill.no(5700),
      ],
    ])('F-18: where %s is wanted, nothing goes one by one', async (_, more, answer) => {
      const page = await playConnected({ script: { wallet_sendCalls: [answer] } })
      expect(await codeOf(batch(page, more))).toBe('METHOD_NOT_GRANTED')
      expect(count(page.wallet, 'eth_sendTransaction')).toBe(0)
    })

    it.each([
      ['refused', drill.no(4001), 'USER_REJECTED'],
      ['refused for its upgrade', drill.no(5750), 'USER_REJECTED'],
      [
        'answered by an error around -32601, which may come from within a batch',
        drill.no(-32603, 'x', { code: -32601 }),
        'METHOD_NOT_GRANTED',
      ],
      ['too large', drill.no(5740), 'UNKNOWN_FAILURE'],
    ])('money never twice: a batch that is %s is not begun again one by one', async (_, answer, code) => {
      const page = await playConnected({ script: { wallet_sendCalls: [answer] } })
      expect(await codeOf(batch(page))).toBe(code)
      expect(count(page.wallet, 'eth_sendTransaction')).toBe(0)
    })

    it('one by one, a refusal of the first call is a refusal of the batch', async () => {
      const page = await playConnected({
        script: { wallet_sendCalls: [drill.no(-32601)], eth_sendTransaction: [drill.no(4001)] },
      })
      expect(await codeOf(batch(page))).toBe('USER_REJECTED')
      expect(count(page.wallet, 'eth_sendTransaction')).toBe(1)
    })

    it('one by one, a refusal after money has left ends there: the batch has an id, and its status is partly', async () => {
      const [first] = HASHES
      const page = await playConnected({
        script: {
          wallet_sendCalls: [drill.no(-32601)],
          eth_sendTransaction: [drill.ok(first), drill.no(4001)],
          eth_getTransactionReceipt: [drill.ok(null), drill.ok({ transactionHash: first, status: '0x1' })],
        },
      })
      const third = { to: OTHER_ADDRESS, value: 3n }
      const { id } = await batch(page, { calls: [...CALLS, third] })
      expect(count(page.wallet, 'eth_sendTransaction')).toBe(2)
      expect(await status(page, id)).toMatchObject({ status: 100, receipts: [] })
      expect(await status(page, id)).toMatchObject({ status: 600, receipts: [{ transactionHash: first }] })
    })

    it.each([
      [
        { status: 100, atomic: true },
        { status: 100, atomic: true, receipts: [] },
      ],
      [
        { status: 200, atomic: true, receipts: [{ status: '0x1', transactionHash: HASHES[0] }] },
        { status: 200, atomic: true, receipts: [{ status: 'success', transactionHash: HASHES[0] }] },
      ],
      [{ status: 'PENDING' }, { status: 100, atomic: false, receipts: [] }],
      [
        { status: 'CONFIRMED', receipts: [{ status: '0x1', transactionHash: HASHES[0] }] },
        { status: 200, atomic: false, receipts: [{ status: 'success', transactionHash: HASHES[0] }] },
      ],
      [
        { status: 'CONFIRMED', receipts: [{ status: '0x0', transactionHash: HASHES[0] }, 'junk'] },
        { status: 500, atomic: false, receipts: [{ status: 'reverted', transactionHash: HASHES[0] }] },
      ],
    ])('reads the status %j of either form', async (answer, read) => {
      const page = await playConnected({ script: { wallet_getCallsStatus: [drill.ok(answer)] } })
      expect(await status(page, 'batch')).toEqual({ id: 'batch', ...read })
    })

    it.each([[null], ['200'], [{}], [{ status: 'DONE' }]])(
      'a status %j that cannot be read is no success',
      async (answer) => {
        const page = await playConnected({ script: { wallet_getCallsStatus: [drill.ok(answer)] } })
        expect(await codeOf(status(page, 'batch'))).toBe('UNKNOWN_FAILURE')
      },
    )
  })

  describe(`${name}: capabilities, permissions, assets`, () => {
    it('reads capabilities by chain id, of either form, and leaves out what is none', async () => {
      const page = await playConnected({
        script: {
          wallet_getCapabilities: [
            drill.ok({
              '0x0': { assetDiscovery: { supported: true } },
              '0x1': { atomic: { status: 'ready' } },
              '0xa': { atomicBatch: { supported: true } },
              junk: { atomic: {} },
              '0x89': null,
            }),
          ],
        },
      })
      expect(await page.adapter.fetchCapabilities?.(page.connection)).toEqual({
        0: { assetDiscovery: { supported: true } },
        1: { atomic: { status: 'ready' } },
        10: { atomicBatch: { supported: true }, atomic: { status: 'supported' } },
      })
      expect(page.wallet.calls.find(({ method }) => method === 'wallet_getCapabilities')?.params[0]).toBe(ADDRESS)
    })

    it('F-18: a wallet that cannot say what it can → METHOD_NOT_GRANTED, never an empty answer', async () => {
      const page = await playConnected()
      expect(await codeOf(page.adapter.fetchCapabilities?.(page.connection) ?? Promise.resolve())).toBe(
        'METHOD_NOT_GRANTED',
      )
    })

    it('hands permissions over as the standard has them, in both of its shapes', async () => {
      const granted = { permissionsContext: '0x1', grantedPermissions: [] }
      const page = await playConnected({
        script: {
          wallet_grantPermissions: [drill.ok(granted)],
          wallet_requestExecutionPermissions: [drill.ok([granted])],
          wallet_revokeExecutionPermission: [drill.ok({})],
        },
      })
      const request = { permissions: [{ type: 'native-token-transfer', data: {} }], expiry: 1 }
      expect(await page.adapter.grantPermissions?.(page.connection, request)).toEqual(granted)
      expect(await page.adapter.grantPermissions?.(page.connection, [request])).toEqual([granted])
      await page.adapter.revokePermissions?.(page.connection, { permissionContext: '0x1' })
      expect(page.wallet.calls.slice(-1)).toEqual([
        { method: 'wallet_revokeExecutionPermission', params: [{ permissionContext: '0x1' }] },
      ])
    })

    it('giving permissions back never ends the connection', async () => {
      const page = await playConnected()
      for (const request of [{ eth_accounts: {} }, { permissionsContext: '0x1' }, null]) {
        const giving = page.adapter.revokePermissions?.(page.connection, request)
        expect(await codeOf(giving ?? Promise.resolve())).toBe('REQUEST_INVALID')
      }
      expect(count(page.wallet, 'wallet_revokePermissions')).toBe(0)
    })

    it('lists assets of all chains, whatever case their kinds are in, and drops bad items one by one', async () => {
      const page = await playConnected({
        script: {
          wallet_getCapabilities: [drill.ok({ '0x1': { assetDiscovery: { supported: true } } })],
          wallet_getAssets: [
            drill.ok({
              '0x1': [
                {
                  address: 'native',
                  balance: '0x10',
                  type: 'NATIVE',
                  metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 },
                },
                { address: TOKEN, balance: '0x5', type: 'ERC20', metadata: { symbol: 'USD', decimals: 6 } },
                { address: TOKEN, balance: 'lots', type: 'erc20' },
                { address: 'nowhere', balance: '0x1', type: 'erc20' },
                { address: TOKEN, balance: '0x1', type: 'points' },
                null,
              ],
              '0xa': [{ address: TOKEN, balance: '0x1', type: 'erc721', metadata: { decimals: -1 } }],
              junk: [{ balance: '0x1', type: 'native' }],
              '0x89': 'junk',
            }),
          ],
        },
      })
      expect(await page.adapter.fetchAssets?.(page.connection)).toEqual([
        { networkId: 'eip155:1', type: 'native', balance: 16n, name: 'Ether', symbol: 'ETH', decimals: 18 },
        { networkId: 'eip155:1', type: 'erc20', address: TOKEN, balance: 5n, symbol: 'USD', decimals: 6 },
        { networkId: 'eip155:10', type: 'erc721', address: TOKEN, balance: 1n },
      ])
    })

    it('a wallet that does not claim to list assets is not asked for them', async () => {
      const page = await playConnected({ script: { wallet_getCapabilities: [drill.ok({ '0x1': {} })] } })
      expect(await codeOf(page.adapter.fetchAssets?.(page.connection) ?? Promise.resolve())).toBe('METHOD_NOT_GRANTED')
      expect(count(page.wallet, 'wallet_getAssets')).toBe(0)
    })
  })
}
