/**
 * Base Account: a smart wallet in a window of its own, through the package `@base-org/account`. Source: adapters, section 13.
 */
import type { Connector } from '../core/adapter.ts'
import type { Network } from '../core/network.ts'
import type { Services } from '../core/services/ports.ts'
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

/** Makes the connector. Its package is loaded by `prepare`, or when the wallet is asked for the first time. */
export function createBaseAccount(
  { browser, logger }: Pick<Services, 'browser' | 'logger'>,
  networks: readonly Network[],
  options: BaseAccountOptions,
): { readonly connector: Connector; prepare(): void } {
  const listeners: { readonly event: string; readonly listener: (value: unknown) => void }[] = []
  let provider: Eip1193Provider | undefined
  let loading: Promise<Eip1193Provider> | undefined

  async function load(): Promise<Eip1193Provider> {
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

  const demand = (): Promise<Eip1193Provider> => {
    loading ??= load().catch((error: unknown) => {
      // A later try may find what a bad connection did not bring.
      loading = undefined
      throw error
    })
    return loading
  }

  /**
   * Stands for the wallet until its package is here. Once it is, a question goes on at once: the wallet's window opens within
   * the click.
   */
  const face: Eip1193Provider = {
    request: (call) => (provider ? provider.request(call) : demand().then((loaded) => loaded.request(call))),
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
