/**
 * Base Account and Safe, at the borders of their packages. The packages themselves run in `e2e/safe.spec.ts` and
 * `e2e/baseAccount.spec.ts`.
 */
import { describe, expect, it, vi } from 'vitest'
import { createFakeServices } from '../../../testing/src/createFakeServices.ts'
import { playNetwork } from '../adapters/contract/evmPageContract.ts'
import { universal } from '../adapters/universal/index.ts'
import type { Adapter, Connector, CreateAdapter } from '../core/types/adapter.ts'
import { createScriptedWallet, drill, type ScriptedWallet } from '../testing/index.ts'

const NETWORK = playNetwork(1)
const HOLDER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** What is loaded late comes soon, but on a busy machine nobody knows how soon. */
const PATIENCE = { timeout: 15_000 }

function playWallet(name: string): ScriptedWallet {
  return createScriptedWallet({ name, rdns: `dev.${name}`, rpcUrl: 'https://node-1.test', chainId: 1 })
}

/** A page in which nothing is announced, with or without a page around it. */
function play(createAdapter: CreateAdapter, parent?: { origin?: string | undefined }) {
  const ancestorOrigins = parent?.origin === undefined ? undefined : [parent.origin]
  const walletWindow = Object.assign(new EventTarget(), { location: { href: 'https://shop.test/', ancestorOrigins } })
  const fakes = createFakeServices({ walletWindow })
  const browser = { ...fakes.browser, isFramed: () => parent !== undefined, title: () => 'Shop' }
  const adapter = createAdapter({ networks: [NETWORK, playNetwork(10)], services: { ...fakes, browser } })
  return { adapter, clock: fakes.clock, log: fakes.log, walletWindow }
}

function watch(adapter: Adapter): { readonly known: () => readonly Connector[]; readonly stop: () => void } {
  let known: readonly Connector[] = []
  const stop = adapter.watchConnectors((connectors) => {
    known = connectors
  })
  return { known: () => known, stop }
}

describe('Base Account', () => {
  function playPackage() {
    const wallet = playWallet('base')
    const made: unknown[] = []
    let loads = 0
    const load = async () => {
      loads += 1
      return {
        createBaseAccountSDK: (options: unknown) => {
          made.push(options)
          return { getProvider: () => wallet.provider }
        },
      }
    }
    return { wallet, made, load, countLoads: () => loads }
  }
  const find = async (adapter: Adapter): Promise<Connector> => {
    const { known } = watch(adapter)
    return vi.waitFor(() => {
      const connector = known().find(({ id }) => id === 'baseAccount')
      if (!connector) throw new Error('no connector')
      return connector
    }, PATIENCE)
  }

  it('is offered where it is named, and nowhere else; its package is not loaded for that', async () => {
    const { load, countLoads } = playPackage()
    const { adapter } = play(universal({ baseAccount: { load } }))
    expect(await find(adapter)).toMatchObject({ type: 'EXTERNAL', rdns: 'app.base.account', name: 'Base Account' })
    expect(countLoads()).toBe(0)
    expect(watch(play(universal()).adapter).known()).toEqual([])
  })

  it('once prepared, asks its wallet within the click: nothing is waited for before its window opens', async () => {
    const { wallet, load, countLoads } = playPackage()
    const { adapter } = play(universal({ baseAccount: { load } }))
    const connector = await find(adapter)
    adapter.prepare?.()
    await vi.waitFor(() => expect(countLoads()).toBe(1), PATIENCE)
    await vi.waitFor(() => {
      const { request } = connector.provider as ScriptedWallet['provider']
      void request({ method: 'eth_chainId' })
      // Asked in the same turn, before any promise has settled.
      expect(wallet.calls.length).toBeGreaterThan(0)
    }, PATIENCE)
    const before = wallet.calls.length
    void (connector.provider as ScriptedWallet['provider']).request({ method: 'eth_requestAccounts' })
    expect(wallet.calls).toHaveLength(before + 1)
    expect(countLoads()).toBe(1)
  })

  it('connects a contract account, hears its changes, and leaves no listener', async () => {
    const { wallet, made, load } = playPackage()
    const { adapter } = play(universal({ baseAccount: { load, preference: { options: 'all' } } }))
    const connector = await find(adapter)
    const connection = await adapter.connect(connector, { network: NETWORK })
    expect(connection.accounts).toEqual([{ address: wallet.getAddress(), type: 'smartAccount' }])
    expect(made).toEqual([
      { appName: 'Shop', appLogoUrl: null, appChainIds: [1, 10], preference: { telemetry: false, options: 'all' } },
    ])
    const heard: unknown[] = []
    const stop = adapter.watchConnection(connection, (change) => heard.push(change))
    const other = wallet.addAccount()
    wallet.selectAccount(other)
    expect(heard).toMatchObject([{ accounts: [{ address: other, type: 'smartAccount' }, {}] }])
    stop()
    expect(wallet.countListeners()).toBe(0)
    expect(await adapter.signMessage(connection, 'x')).toMatch(/^0x/)
  })

  it('restores without a prompt, which is when its package is loaded', async () => {
    const { wallet, load, countLoads } = playPackage()
    const { adapter } = play(universal({ baseAccount: { load } }))
    const connector = await find(adapter)
    const saved = { connectorId: 'baseAccount', networkId: 'eip155:1' } as const
    expect(await adapter.reconnect(connector, saved)).toBeNull()
    expect(countLoads()).toBe(1)
    expect(wallet.calls.map(({ method }) => method)).toEqual(['eth_accounts'])
  })

  it('gives its permission back by the package’s own way, which knows no other', async () => {
    const { wallet, load } = playPackage()
    let ends = 0
    const disconnect = async () => {
      ends += 1
    }
    const provider = { ...wallet.provider, disconnect }
    const loadOther = async () => ({ ...(await load()), createBaseAccountSDK: () => ({ getProvider: () => provider }) })
    const { adapter } = play(universal({ baseAccount: { load: loadOther } }))
    const connection = await adapter.connect(await find(adapter), { network: NETWORK })
    await adapter.disconnect?.(connection)
    expect([ends, wallet.calls.some(({ method }) => method === 'wallet_revokePermissions')]).toEqual([1, false])
  })

  it('F-44: a window that the browser blocks is said so, and the page’s own way of opening is left as it was', async () => {
    const { load } = playPackage()
    const { adapter, walletWindow } = play(
      universal({ baseAccount: { load: async () => ({ ...(await load()), createBaseAccountSDK }) } }),
    )
    const open = () => null
    const page = Object.assign(walletWindow, { open })
    // As the package does it: the window before all else, and errors as copies of its own.
    function createBaseAccountSDK() {
      const request = async () => {
        try {
          page.open()
        } catch (error) {
          throw { code: -32603, message: String(error) }
        }
      }
      return { getProvider: () => ({ request }) }
    }
    await expect(adapter.connect(await find(adapter), { network: NETWORK })).rejects.toMatchObject({
      code: 'POPUP_BLOCKED',
    })
    expect(page.open).toBe(open)
  })

  it('a package that is missing has a name, is said to the developer, and is tried again', async () => {
    let tries = 0
    const load = async () => {
      tries += 1
      throw new Error('Failed to resolve module specifier')
    }
    const { adapter, log } = play(universal({ baseAccount: { load } }))
    const connector = await find(adapter)
    adapter.prepare?.()
    await vi.waitFor(() => expect(log.join()).toContain('Base Account'), PATIENCE)
    await expect(adapter.connect(connector, { network: NETWORK })).rejects.toMatchObject({
      code: 'PACKAGE_MISSING',
      facts: { package: '@base-org/account', walletName: 'Base Account' },
    })
    expect(tries).toBe(2)
  })

  it('asks the page for the package by its name where no way to load it was given', async () => {
    const { adapter } = play(universal({ baseAccount: true }))
    const connector = await find(adapter)
    await expect(adapter.connect(connector, { network: NETWORK })).rejects.toMatchObject({
      code: 'PACKAGE_MISSING',
      facts: { package: '@base-org/account' },
    })
  })
})

describe('Safe', () => {
  function playPackages(getInfo: () => Promise<unknown>) {
    const wallet = playWallet('safe')
    const made: unknown[] = []
    let loads = 0
    class Sdk {
      readonly safe = { getInfo }
      constructor(options: unknown) {
        made.push(options)
      }
    }
    class SafeAppProvider {
      // The real one has its method on the prototype, and lacks the request for accounts.
      request(call: { method: string; params?: unknown }): Promise<unknown> {
        if (call.method === 'eth_requestAccounts') throw new Error('"eth_requestAccounts" not implemented')
        return call.method === 'eth_accounts' ? Promise.resolve([INFO.safeAddress]) : wallet.provider.request(call)
      }
      readonly on = wallet.provider.on
      readonly removeListener = wallet.provider.removeListener
      constructor(info: unknown, sdk: unknown) {
        made.push(info, sdk instanceof Sdk)
      }
    }
    const load = async () => {
      loads += 1
      return [{ default: { default: Sdk } }, { SafeAppProvider }] as const
    }
    return { wallet, made, load, countLoads: () => loads }
  }
  const findIn = (adapter: Adapter): Promise<Connector> => {
    const { known } = watch(adapter)
    return vi.waitFor(() => {
      const [found] = known()
      if (!found) throw new Error('no Safe')
      return found
    }, PATIENCE)
  }
  const INFO = { safeAddress: HOLDER, chainId: 1 }
  const SAFE = 'https://app.safe.global'

  it('F-53: is found inside Safe, and is no row anywhere else', async () => {
    const { made, load } = playPackages(async () => INFO)
    const { known } = watch(play(universal({ safe: { load } }), { origin: SAFE }).adapter)
    await vi.waitFor(() => expect(known().map(({ id, type }) => [id, type])).toEqual([['safe', 'EXTERNAL']]), PATIENCE)
    expect(made).toEqual([{ allowedDomains: [/^https:\/\/app\.safe\.global$/], debug: false }, INFO, true])
  })

  it.each([
    ['on its own', undefined],
    ['inside another site', { origin: 'https://frames.test' }],
    ['inside a site that only looks like it', { origin: 'https://app.safe.global.frames.test' }],
  ])('F-53: a page %s loads nothing for it', async (_, parent) => {
    const { load, countLoads } = playPackages(async () => INFO)
    const { adapter } = play(universal({ safe: { load } }), parent)
    const connector = { id: 'dev.other', name: 'Other', namespace: 'eip155', type: 'ANNOUNCED' } as const
    const { provider } = playWallet('other')
    // Restoring waits for the answer, so that it is known when this has ended.
    const saved = { connectorId: 'dev.other', networkId: 'eip155:1' } as const
    expect(await adapter.reconnect({ ...connector, provider }, saved)).toBeNull()
    expect(watch(adapter).known()).toEqual([])
    expect(countLoads()).toBe(0)
  })

  it('F-53: where the browser does not tell who frames the page, a hello that stays unanswered for 1 s decides', async () => {
    const { load, countLoads } = playPackages(() => new Promise(() => undefined))
    const { adapter, clock } = play(universal({ safe: { load } }), {})
    const { known } = watch(adapter)
    await vi.waitFor(() => expect(clock.countTimers()).toBe(1), PATIENCE)
    await clock.advance(1_000)
    expect([known(), countLoads(), clock.countTimers()]).toEqual([[], 1, 0])
  })

  it('a Safe of one’s own is allowed by name', async () => {
    const { load } = playPackages(async () => INFO)
    const allowedDomains = [/^https:\/\/safe\.mine\.test$/]
    const { known } = watch(
      play(universal({ safe: { load, allowedDomains } }), { origin: 'https://safe.mine.test' }).adapter,
    )
    await vi.waitFor(() => expect(known()).toHaveLength(1), PATIENCE)
  })

  it('wins over a saved wallet when a connection is restored', async () => {
    const { load } = playPackages(async () => INFO)
    const { adapter } = play(universal({ safe: { load } }), { origin: SAFE })
    const other = playWallet('other')
    const connector = { id: 'dev.other', name: 'Other', namespace: 'eip155', type: 'ANNOUNCED' } as const
    const connection = await adapter.reconnect(
      { ...connector, provider: other.provider },
      { connectorId: 'dev.other', networkId: 'eip155:1' },
    )
    expect(connection).toMatchObject({
      connector: { id: 'safe' },
      accounts: [{ address: HOLDER, type: 'smartAccount' }],
      networkId: 'eip155:1',
    })
    expect(other.calls).toEqual([])
  })

  it('an empty signature is one: its owners signed on the chain', async () => {
    const { wallet, load } = playPackages(async () => INFO)
    const { adapter } = play(universal({ safe: { load } }), { origin: SAFE })
    const connection = await adapter.connect(await findIn(adapter), { network: NETWORK })
    wallet.answer('personal_sign', drill.ok('0x'))
    expect(await adapter.signMessage(connection, 'x')).toBe('0x')
  })

  it.each([
    ['Transaction was rejected', 'USER_REJECTED'],
    ['"personal_sign" not implemented', 'METHOD_NOT_GRANTED'],
    ['Safe is not on chain 0x1', 'UNKNOWN_FAILURE'],
  ])('what it refuses in words alone, "%s", is %s', async (text, code) => {
    const { wallet, load } = playPackages(async () => INFO)
    const { adapter } = play(universal({ safe: { load } }), { origin: SAFE })
    const connection = await adapter.connect(await findIn(adapter), { network: NETWORK })
    wallet.answer('personal_sign', drill.throw(new Error(text)))
    await expect(adapter.signMessage(connection, 'x')).rejects.toMatchObject({ code })
  })

  it('has no accounts to choose from, and is not taken for one that refuses', async () => {
    const { wallet, load } = playPackages(async () => INFO)
    const { adapter } = play(universal({ safe: { load } }), { origin: SAFE })
    const connection = await adapter.connect(await findIn(adapter), { network: NETWORK })
    wallet.answer('wallet_requestPermissions', drill.no(4001))
    expect(await adapter.requestAccounts?.(connection)).toEqual(connection.accounts)
  })

  it('packages that are missing are said to the developer, and the page goes on without it', async () => {
    const load = async () => {
      throw new Error('Failed to resolve module specifier')
    }
    const { adapter, log } = play(universal({ safe: { load } }), { origin: SAFE })
    const { known } = watch(adapter)
    await vi.waitFor(() => expect(log.join()).toContain('Safe'), PATIENCE)
    expect(known()).toEqual([])
  })
})
