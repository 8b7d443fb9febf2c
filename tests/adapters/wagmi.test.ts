import { type Address, SwitchChainError, UserRejectedRequestError } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createConnector, mock } from 'wagmi-core-3'
import type { AdoptedSession, Connection } from '../../packages/latchkey/src/core/types/adapter.ts'
import { drill } from '../../packages/latchkey/src/testing/index.ts'
import {
  announce,
  connectHere,
  createTexts,
  find,
  listen,
  NETWORK,
  OTHER_NETWORK,
  openPage,
  type Page,
} from './wagmiPage.ts'

/** As long as a signature is. */
const SIGNATURE = `0x${'ab'.repeat(65)}`

const FIRST: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SECOND: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SAVED = { connectorId: 'dev.drill', networkId: 'eip155:1' } as const

afterEach(() => {
  delete (globalThis as { window?: unknown }).window
})

const codeOf = (promise: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => 'no error',
    (error: { code?: unknown }) => error.code,
  )

/** What the site's own hooks are made of. */
const look = ({ core, config }: Page) => {
  const { address, chainId, status, connector } = core.getConnection?.(config) ?? core.getAccount(config)
  return { address, chainId, status, connectorId: connector?.id }
}

describe.each(['3', '2'] as const)('a site with wagmi %s', (major) => {
  it('sees by its own hooks who connects, switches and leaves by Latchkey', async () => {
    const page = openPage(major)
    const [wallet] = page.wallets
    const seen = vi.fn()
    const stop = page.config.subscribe(({ current }) => current, seen)
    const { connection, heard } = await connectHere(page)
    expect(look(page)).toEqual({
      address: wallet?.getAddress(),
      chainId: 1,
      status: 'connected',
      connectorId: 'dev.drill',
    })
    expect(seen).toHaveBeenCalled()
    await page.adapter.switchNetwork(connection, OTHER_NETWORK)
    expect(look(page).chainId).toBe(10)
    await page.adapter.disconnect(connection)
    expect(look(page)).toMatchObject({ status: 'disconnected', address: undefined })
    await vi.waitFor(() => expect(heard.at(-1)).toEqual({ ended: 'user' }))
    stop()
  })

  it('moves by its own hooks, and Latchkey hears of the network and of the end', async () => {
    const page = openPage(major)
    const { heard } = await connectHere(page)
    await page.core.switchChain(page.config, { chainId: 10 })
    await vi.waitFor(() => expect(heard).toEqual([{ networkId: 'eip155:10' }]))
    await page.core.disconnect(page.config)
    await vi.waitFor(() => expect(heard.at(-1)).toEqual({ ended: 'user' }))
    expect(heard).toHaveLength(2)
  })

  it('connects by its own hooks, and Latchkey is told once, with what it needs to serve it', async () => {
    const page = openPage(major)
    const told: (readonly Connection[])[] = []
    page.adapter.watchHostConnections?.((connections) => told.push(connections))
    const [connector] = page.config.connectors
    if (!connector) throw new Error('wagmi lists no wallet')
    await page.core.connect(page.config, { connector })
    await vi.waitFor(() => expect(told).toHaveLength(1))
    const [connection] = told[0] ?? []
    if (!connection) throw new Error('nothing was told')
    expect(connection).toMatchObject({
      connector: { id: 'dev.drill', type: 'ANNOUNCED' },
      accounts: [{ address: page.wallets[0]?.getAddress(), type: 'eoa' }],
      networkId: 'eip155:1',
    })
    const { heard } = listen(page.adapter, connection)
    expect(await page.adapter.signMessage(connection, 'hello')).toMatch(/^0x[0-9a-f]{130}$/)
    await page.core.disconnect(page.config)
    await vi.waitFor(() => expect(heard).toEqual([{ ended: 'user' }]))
    expect(told).toHaveLength(1)
  })

  it('follows the account that is chosen in the wallet on both sides', async () => {
    const page = openPage(major)
    const [wallet] = page.wallets
    const { heard } = await connectHere(page)
    const other = wallet?.addAccount() ?? ''
    wallet?.selectAccount(other)
    expect(heard).toHaveLength(1)
    expect(look(page).address).toBe(other)
    await vi.waitFor(() => expect(heard).toHaveLength(1))
  })

  it('keeps several wallets, and either side may choose the one in use', async () => {
    const page = openPage(major, { wallets: ['dev.one', 'dev.two'] })
    const told: string[][] = []
    page.adapter.watchHostConnections?.((connections) => told.push(connections.map(({ connector }) => connector.id)))
    const one = await connectHere(page, 'dev.one')
    await connectHere(page, 'dev.two')
    expect(page.config.state.connections.size).toBe(2)
    expect(look(page).connectorId).toBe('dev.two')
    await page.adapter.activate?.(one.connection)
    expect(look(page).connectorId).toBe('dev.one')
    expect(told).toEqual([])
    const two = page.config.connectors.find(({ id }) => id === 'dev.two')
    if (!two) throw new Error('wagmi lost a wallet')
    await page.core.switchAccount(page.config, { connector: two })
    await vi.waitFor(() => expect(told).toEqual([['dev.two', 'dev.one']]))
    await page.adapter.disconnect(one.connection)
    expect([...page.config.state.connections.values()].map(({ connector }) => connector.id)).toEqual(['dev.two'])
    expect(told).toHaveLength(1)
  })

  it('restores silently, and not what the visitor left by the site’s own button', async () => {
    const texts = createTexts()
    const page = openPage(major, { texts })
    const { connection } = await connectHere(page)
    const { accounts, networkId } = connection
    const again = openPage(major, { texts, wallets: [], known: page.wallets })
    const [wallet] = page.wallets
    expect(await again.adapter.reconnect(find(again, 'dev.drill'), SAVED)).toMatchObject({ accounts, networkId })
    expect(look(again)).toMatchObject({ status: 'connected', address: accounts[0]?.address })
    expect(wallet?.calls.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
    await again.core.disconnect(again.config)
    wallet?.answerAlways('eth_accounts', drill.ok([accounts[0]?.address]))
    const third = openPage(major, { texts, wallets: [], known: page.wallets })
    expect(await third.adapter.reconnect(find(third, 'dev.drill'), SAVED)).toBeNull()
    expect(look(third).status).toBe('disconnected')
  })

  it('F-54: waits while wagmi restores by itself, and asks nobody twice', async () => {
    const texts = createTexts()
    const page = openPage(major, { texts })
    await connectHere(page)
    const again = openPage(major, { texts, wallets: [], known: page.wallets })
    await vi.waitFor(() => expect(again.config.state.current).not.toBeNull())
    const restoring = again.core.reconnect(again.config)
    expect(again.config.state.status).toBe('reconnecting')
    const connection = await again.adapter.reconnect(find(again, 'dev.drill'), SAVED)
    expect(again.config.state.status).toBe('connected')
    expect(connection?.connector.id).toBe('dev.drill')
    expect(await restoring).toHaveLength(1)
    expect(again.services.clock.countTimers()).toBe(0)
  })

  it('F-54: asks the wallet past a connector that keeps wagmi waiting for ever', async () => {
    const stuck = createConnector((world) => ({
      ...mock({ accounts: [FIRST] })(world),
      id: 'stuck',
      isAuthorized: () => new Promise<boolean>(() => {}),
    }))
    const page = openPage(major, { connectors: [stuck] })
    await page.wallets[0]?.provider.request({ method: 'eth_requestAccounts' })
    // As a mounted provider leaves it; wagmi's own action would block every later test of this process.
    page.config.setState((state) => ({ ...state, status: 'reconnecting' }))
    const restoring = page.adapter.reconnect(find(page, 'dev.drill'), SAVED)
    await page.services.clock.advance(4_000)
    expect((await restoring)?.connector.id).toBe('dev.drill')
    expect(look(page).status).toBe('connected')
    const asking = page.adapter.reconnect(find(page, 'stuck'), { ...SAVED, connectorId: 'stuck' })
    await vi.waitFor(() => expect(page.services.clock.countTimers()).toBe(1))
    await page.services.clock.advance(2_000)
    expect(await asking).toBeNull()
  })

  it('waits for hydration where the site renders on a server', async () => {
    const page = openPage(major, { ssr: true })
    await page.wallets[0]?.provider.request({ method: 'eth_requestAccounts' })
    expect(page.config.connectors).toHaveLength(0)
    const restoring = page.adapter.reconnect(find(page, 'dev.drill'), SAVED)
    await page.core.hydrate(page.config, { reconnectOnMount: true }).onMount()
    await page.services.clock.advance(0)
    expect((await restoring)?.accounts).toHaveLength(1)
    expect(page.config.connectors).toHaveLength(1)
    expect(look(page).status).toBe('connected')
  })

  it('keeps wagmi’s storage to wagmi', async () => {
    const page = openPage(major)
    const { connection } = await connectHere(page)
    await page.adapter.disconnect(connection)
    const keys = [...page.texts.keys()]
    expect(keys).toEqual(expect.arrayContaining(['wagmi.store', 'wagmi.dev.drill.disconnected']))
    expect(keys.filter((key) => !key.startsWith('wagmi.'))).toEqual([])
    expect(page.services.storage.names()).toEqual([])
  })

  it('leaves no listener behind on wagmi after 100 rounds', async () => {
    const page = openPage(major)
    const store = page.config._internal.store as unknown as { subscribe: (...given: unknown[]) => () => void }
    const { subscribe } = store
    let open = 0
    store.subscribe = (...given) => {
      open += 1
      const stop = subscribe(...given)
      return () => {
        open -= 1
        stop()
      }
    }
    for (let round = 0; round < 100; round += 1) {
      const stopHost = page.adapter.watchHostConnections?.(() => {})
      const { connection, stop } = await connectHere(page)
      stop()
      stopHost?.()
      await page.adapter.disconnect(connection)
    }
    store.subscribe = subscribe
    expect(open).toBe(0)
    const [connector] = page.config.connectors
    expect(connector?.emitter.listenerCount('change')).toBe(0)
    expect(connector?.emitter.listenerCount('disconnect')).toBe(0)
    expect(page.wallets[0]?.countListeners()).toBe(2)
  })
})

describe('connectors of the site’s own', () => {
  it('are listed as EXTERNAL beside the wallets of the page, each wallet once', async () => {
    const named = createConnector((world) => ({
      ...mock({ accounts: [FIRST] })(world),
      id: 'kit',
      name: 'The kit',
      rdns: 'dev.drill',
    }))
    const stock = createConnector((world) => ({ ...mock({ accounts: [FIRST] })(world), id: 'walletConnect' }))
    const page = openPage('3', {
      connectors: [mock({ accounts: [FIRST] }), named, stock],
      wallets: ['dev.drill', 'dev.two'],
    })
    expect(page.listed.now.map(({ id, type, rdns }) => [id, type, rdns])).toEqual([
      ['dev.two', 'ANNOUNCED', 'dev.two'],
      ['mock', 'EXTERNAL', undefined],
      ['kit', 'EXTERNAL', 'dev.drill'],
      ['walletConnect#wagmi', 'EXTERNAL', undefined],
    ])
    const late = announce(page.walletWindow, 'dev.late')
    expect(page.listed.now.map(({ id }) => id)).toContain('dev.late')
    expect(late.calls).toEqual([])
  })

  it('connect by wagmi, sign, switch and leave', async () => {
    const page = openPage('3', { connectors: [mock({ accounts: [FIRST, SECOND] })], wallets: [] })
    const { connection, heard } = await connectHere(page, 'mock')
    expect(connection.accounts.map(({ address }) => address)).toEqual([FIRST, SECOND])
    await page.adapter.switchNetwork(connection, OTHER_NETWORK)
    expect(look(page).chainId).toBe(10)
    await vi.waitFor(() => expect(heard).toContainEqual({ networkId: 'eip155:10' }))
    await page.adapter.disconnect(connection)
    expect(look(page).status).toBe('disconnected')
  })

  it('put the wanted account first', async () => {
    const page = openPage('3', { connectors: [mock({ accounts: [FIRST, SECOND] })], wallets: [] })
    const connection = await page.adapter.connect(find(page, 'mock'), {
      network: NETWORK,
      address: SECOND.toLowerCase(),
    })
    expect(connection.accounts.map(({ address }) => address)).toEqual([SECOND, FIRST])
  })

  it('F-03: name their refusals by the classes of viem', async () => {
    const features = { connectError: new UserRejectedRequestError(new Error('no')) }
    const page = openPage('3', { connectors: [mock({ accounts: [FIRST], features })], wallets: [] })
    expect(await codeOf(connectHere(page, 'mock'))).toBe('USER_REJECTED')
    expect(look(page).status).toBe('disconnected')
  })

  it.each([
    [new SwitchChainError(Object.assign(new Error('already open'), { code: -32002 })), 'PROMPT_PENDING'],
    [new SwitchChainError(Object.assign(new Error('unknown'), { code: 4902 })), 'CHAIN_NOT_IN_WALLET'],
    [new UserRejectedRequestError(new Error('no')), 'USER_REJECTED'],
  ])('F-25: name a refused switch by what the wallet said, case %#', async (switchChainError, code) => {
    const failing = createConnector((world) => ({
      ...mock({ accounts: [FIRST] })(world),
      switchChain: async () => {
        throw switchChainError
      },
    }))
    const page = openPage('3', { connectors: [failing], wallets: [] })
    const { connection } = await connectHere(page, 'mock')
    expect(await codeOf(page.adapter.switchNetwork(connection, OTHER_NETWORK))).toBe(code)
  })

  it('F-26: a switch that did not happen is none', async () => {
    const lazy = createConnector((world) => ({
      ...mock({ accounts: [FIRST] })(world),
      switchChain: async () => world.chains[1] ?? world.chains[0],
    }))
    const page = openPage('3', { connectors: [lazy], wallets: [] })
    const { connection } = await connectHere(page, 'mock')
    expect(await codeOf(page.adapter.switchNetwork(connection, OTHER_NETWORK))).toBe('SWITCH_NOT_APPLIED')
  })

  it('hang at the goodbye, and the connection is over for the site in any case', async () => {
    const hanging = createConnector((world) => ({
      ...mock({ accounts: [FIRST] })(world),
      disconnect: () => new Promise<void>(() => {}),
    }))
    const page = openPage('3', { connectors: [hanging], wallets: [] })
    const { connection } = await connectHere(page, 'mock')
    const code = codeOf(page.adapter.disconnect(connection))
    await vi.waitFor(() => expect(page.services.clock.countTimers()).toBeGreaterThan(0))
    await page.services.clock.advance(2_500)
    expect(await code).toBe('WALLET_NOT_RESPONDING')
    expect(look(page).status).toBe('disconnected')
  })

  it('hang at connecting until the caller gives up', async () => {
    const hanging = createConnector((world) => ({
      ...mock({ accounts: [FIRST] })(world),
      connect: () => new Promise<never>(() => {}),
    }))
    const page = openPage('3', { connectors: [hanging], wallets: [] })
    const controller = new AbortController()
    const connecting = page.adapter.connect(find(page, 'mock'), { network: NETWORK, signal: controller.signal })
    controller.abort('closed')
    await expect(connecting).rejects.toBe('closed')
  })
})

describe('a session with a phone', () => {
  const openSession = (address: Address = FIRST, isRestored = false) => {
    const listeners = new Map<string, ((value: unknown) => void)[]>()
    const state = { address, chainId: 1, calls: [] as string[] }
    const over = new AbortController()
    const tell = (name: string, value: unknown) => {
      for (const listener of listeners.get(name) ?? []) listener(value)
    }
    const provider = {
      async request({ method, params }: { method: string; params?: readonly { chainId: string }[] }) {
        state.calls.push(method)
        if (method === 'wallet_switchEthereumChain') {
          state.chainId = Number(params?.[0]?.chainId)
          tell('chainChanged', params?.[0]?.chainId)
          return null
        }
        if (method === 'eth_chainId') return `0x${state.chainId.toString(16)}`
        return method === 'personal_sign' ? SIGNATURE : [state.address]
      },
      on: (name: string, listener: (value: unknown) => void) =>
        void listeners.set(name, [...(listeners.get(name) ?? []), listener]),
      removeListener: (name: string, listener: (value: unknown) => void) =>
        void listeners.set(
          name,
          (listeners.get(name) ?? []).filter((each) => each !== listener),
        ),
    }
    const read = (): Connection => ({
      connector: { id: 'walletConnect', name: 'Pocket Fox', namespace: 'eip155', type: 'WALLET_CONNECT', provider },
      accounts: [{ address: state.address, type: 'eoa' }],
      networkId: `eip155:${state.chainId}`,
      provider,
    })
    const end = vi.fn(async () => over.abort())
    const session: AdoptedSession = { connection: read(), isRestored, read, end, ended: over.signal }
    const count = () => [...listeners.values()].reduce((sum, each) => sum + each.length, 0)
    return { session, state, over, tell, end, count }
  }

  it.each(['3', '2'] as const)(
    'stands in wagmi %s as a connector: hooks see it, sign and switch by it',
    async (major) => {
      const page = openPage(major)
      const told = vi.fn()
      page.adapter.watchHostConnections?.(told)
      const phone = openSession()
      await page.adapter.adopt?.(phone.session)
      expect(look(page)).toEqual({ address: FIRST, chainId: 1, status: 'connected', connectorId: 'walletConnect' })
      expect(page.listed.now.map(({ id }) => id)).toEqual(['dev.drill'])
      expect(await page.core.signMessage(page.config, { message: 'x' })).toBe(SIGNATURE)
      await page.core.switchChain(page.config, { chainId: 10 })
      expect(phone.state.chainId).toBe(10)
      expect(look(page).chainId).toBe(10)
      expect(told).not.toHaveBeenCalled()
    },
  )

  it('tells hooks what the phone changes', async () => {
    const page = openPage()
    const phone = openSession()
    await page.adapter.adopt?.(phone.session)
    phone.state.address = SECOND
    phone.tell('accountsChanged', [SECOND])
    phone.state.chainId = 10
    phone.tell('chainChanged', '0xa')
    expect(look(page)).toMatchObject({ address: SECOND, chainId: 10 })
  })

  it('is left when the site disconnects by its hooks', async () => {
    const page = openPage()
    const phone = openSession()
    await page.adapter.adopt?.(phone.session)
    await page.core.disconnect(page.config)
    expect(phone.end).toHaveBeenCalledOnce()
    expect(look(page).status).toBe('disconnected')
    expect(page.config.connectors.map(({ id }) => id)).toEqual(['dev.drill'])
  })

  it('is gone from wagmi when it ends on the phone, and a new one takes its place', async () => {
    const page = openPage()
    const phone = openSession()
    await page.adapter.adopt?.(phone.session)
    phone.over.abort()
    expect(look(page).status).toBe('disconnected')
    expect(phone.count()).toBe(0)
    const next = openSession(SECOND)
    await page.adapter.adopt?.(next.session)
    expect(look(page)).toMatchObject({ status: 'connected', address: SECOND, connectorId: 'walletConnect' })
    expect(page.config.connectors.filter(({ id }) => id === 'walletConnect')).toHaveLength(1)
  })

  it('is no news to who goes on listening after it has come', async () => {
    const page = openPage()
    const stop = page.adapter.watchHostConnections?.(() => {})
    await page.adapter.adopt?.(openSession().session)
    stop?.()
    const told: string[][] = []
    page.adapter.watchHostConnections?.((connections) => told.push(connections.map(({ connector }) => connector.id)))
    // What turns wagmi's connections into ours is loaded where there is news, and tells at once.
    await vi.dynamicImportSettled()
    const [connector] = page.config.connectors
    if (!connector) throw new Error('wagmi lists no wallet')
    await page.core.connect(page.config, { connector })
    await vi.waitFor(() => expect(told).toEqual([['dev.drill', 'walletConnect']]))
  })

  it('is one of several connections, and the site may choose it', async () => {
    const page = openPage()
    const told: string[][] = []
    page.adapter.watchHostConnections?.((connections) => told.push(connections.map(({ connector }) => connector.id)))
    const phone = openSession()
    await page.adapter.adopt?.(phone.session)
    await connectHere(page)
    const source = page.config.connectors.find(({ id }) => id === 'walletConnect')
    if (!source) throw new Error('wagmi does not know the session')
    await page.core.switchConnection(page.config, { connector: source })
    await vi.waitFor(() => expect(told).toEqual([['walletConnect', 'dev.drill']]))
  })
})
