/** Base Account: a smart wallet in a window of its own, through the package `@base-org/account`. */

import { LatchkeyError } from '../core/errors/LatchkeyError.ts'
import type { Services, WalletWindow } from '../core/services/ports.ts'
import type { Connector } from '../core/types/adapter.ts'
import type { Network } from '../core/types/network.ts'
import { BASE_ACCOUNT_ID } from './externalIds.ts'
import { loadPackage } from './loadPackage.ts'
import { type Eip1193Provider, isEip1193Provider } from './provider.ts'

/** What we use of `@base-org/account` 2. */
export type BaseAccountPackage = {
  createBaseAccountSDK(options: {
    appName?: string
    appLogoUrl?: string | null
    appChainIds?: number[]
    preference?: Record<string, unknown>
    subAccounts?: Record<string, unknown>
    paymasterUrls?: Record<number, string>
  }): { getProvider(): unknown }
}

export type BaseAccountOptions = {
  /**
   * How the package comes: `() => import('@base-org/account')`. Default: by its name, which works in pages with an import
   * map; a bundler must see the import in the site's own code.
   */
  readonly load?: (() => Promise<unknown>) | undefined
  /** Name shown in the wallet. Default: the page's title. */
  readonly appName?: string | undefined
  readonly appLogoUrl?: string | undefined
  /** The package's own settings. Its telemetry is off unless it is switched on here. */
  readonly preference?: Readonly<Record<string, unknown>> | undefined
  readonly subAccounts?: Readonly<Record<string, unknown>> | undefined
  /** Address of a paymaster by chain id. */
  readonly paymasterUrls?: Readonly<Record<number, string>> | undefined
}

/** Its provider ends a session by a method of its own; the one of Base's own browser has none. */
type BaseAccountProvider = Eip1193Provider & { disconnect?(): Promise<void> }

/** Makes the connector. Its package is loaded by `prepare`, or when the wallet is asked for the first time. */
export function createBaseAccount(
  { browser, logger, walletWindow }: Pick<Services, 'browser' | 'logger' | 'walletWindow'>,
  networks: readonly Network[],
  options: BaseAccountOptions,
): { readonly connector: Connector; prepare(): void } {
  const listeners: { readonly event: string; readonly listener: (value: unknown) => void }[] = []
  let provider: BaseAccountProvider | undefined
  let loading: Promise<BaseAccountProvider> | undefined

  async function load(): Promise<BaseAccountProvider> {
    const { createBaseAccountSDK } = await loadPackage<BaseAccountPackage>('@base-org/account', options.load)
    const made = createBaseAccountSDK({
      appName: options.appName ?? browser.title(),
      appLogoUrl: options.appLogoUrl ?? null,
      appChainIds: networks.filter(({ chainNamespace }) => chainNamespace === 'eip155').map(({ id }) => Number(id)),
      preference: { telemetry: false, ...options.preference },
      ...(options.subAccounts ? { subAccounts: { ...options.subAccounts } } : {}),
      ...(options.paymasterUrls ? { paymasterUrls: { ...options.paymasterUrls } } : {}),
    }).getProvider()
    if (!isEip1193Provider(made)) throw new Error('@base-org/account gave no EIP-1193 provider')
    for (const { event, listener } of listeners) made.on?.(event, listener)
    provider = made
    return made
  }

  const demand = (): Promise<BaseAccountProvider> => {
    loading ??= load().catch((error: unknown) => {
      // A later try may find what a bad connection did not bring.
      loading = undefined
      throw error
    })
    return loading
  }

  const ask = (loaded: BaseAccountProvider, call: Parameters<Eip1193Provider['request']>[0]): Promise<unknown> =>
    call.method === 'wallet_revokePermissions' && loaded.disconnect
      ? // It knows no such method, and would give the same account again without asking.
        loaded.disconnect()
      : nameBlockedWindow(walletWindow, () => loaded.request(call))

  /**
   * Stands for the wallet until its package is here. Once it is, a question goes on at once: the wallet's window opens within
   * the click.
   */
  const face: Eip1193Provider = {
    request: (call) => (provider ? ask(provider, call) : demand().then((loaded) => ask(loaded, call))),
    on(event, listener) {
      listeners.push({ event, listener })
      provider?.on?.(event, listener)
    },
    removeListener(event, listener) {
      const index = listeners.findIndex((known) => known.event === event && known.listener === listener)
      if (index >= 0) listeners.splice(index, 1)
      provider?.removeListener?.(event, listener)
    },
  }

  return {
    connector: Object.freeze({
      id: BASE_ACCOUNT_ID,
      name: 'Base Account',
      namespace: 'eip155',
      type: 'EXTERNAL',
      rdns: 'app.base.account',
      provider: face,
    }),
    prepare: () => void demand().catch((error: unknown) => logger.error('Base Account cannot be offered.', { error })),
  }
}

/**
 * Runs what may open the wallet's window. Rejects with `POPUP_BLOCKED` when the browser opens none: the package would then
 * show a dialog of its own, which nobody can reach below a modal one. It opens the window before it waits for anything, so
 * the page's `open` is listened to for no longer than `run` takes to return. Source: F-44.
 */
function nameBlockedWindow(page: WalletWindow | null, run: () => Promise<unknown>): Promise<unknown> {
  const open = page?.open
  if (!page || !open) return run()
  let blocked: LatchkeyError | undefined
  const openOrThrow: typeof open = (...where) => {
    const opened = open.apply(page, where)
    if (opened) return opened
    blocked = new LatchkeyError('POPUP_BLOCKED', 'The browser blocked the window of Base Account.')
    throw blocked
  }
  try {
    page.open = openOrThrow
  } catch {
    // A page that froze its window has the package's own dialog.
    return run()
  }
  try {
    // The package hands errors on as copies.
    return run().catch((error: unknown) => Promise.reject(blocked ?? error))
  } finally {
    page.open = open
  }
}
