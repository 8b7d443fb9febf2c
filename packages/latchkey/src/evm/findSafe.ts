/** A Safe that shows this page as one of its apps. Source: F-53. */

import type { Services } from '../core/services/ports.ts'
import type { Connector } from '../core/types/adapter.ts'
import { SAFE_ID } from './externalIds.ts'
import { loadPackage } from './loadPackage.ts'
import { type Eip1193Provider, isEip1193Provider } from './provider.ts'
import { settleWithin } from './timing.ts'

/** How long the page around may take to answer as a Safe, in ms. Source: F-53. */
export const SAFE_HELLO_MS = 1_000

/** Where Safe itself is served. */
const SAFE_ORIGINS: readonly RegExp[] = [/^https:\/\/app\.safe\.global$/]

export type SafeOptions = {
  /**
   * How the two packages come: a function that gives `Promise.all` of `import('@safe-global/safe-apps-sdk')` and
   * `import('@safe-global/safe-apps-provider')`. Default: by their names, which works in pages with an import map.
   */
  readonly load?: (() => Promise<readonly [sdk: unknown, provider: unknown]>) | undefined
  /** Origins that may be a Safe, for one of your own. Default: `https://app.safe.global`. */
  readonly allowedDomains?: readonly RegExp[] | undefined
}

type SafeSdk = { readonly safe: { getInfo(): Promise<unknown> } }
type SafeSdkClass = new (options: { allowedDomains: RegExp[]; debug: boolean }) => SafeSdk
type SafeProviderPackage = { readonly SafeAppProvider: new (info: unknown, sdk: SafeSdk) => unknown }

/**
 * The connector of the Safe around this page; undefined when the page is on its own or inside something else. Nothing is
 * loaded unless the page is framed, and, where the browser tells who frames it, by an allowed origin. Never rejects.
 */
export async function findSafe(
  { browser, clock, logger, walletWindow }: Pick<Services, 'browser' | 'clock' | 'logger' | 'walletWindow'>,
  { load, allowedDomains = SAFE_ORIGINS }: SafeOptions,
): Promise<Connector | undefined> {
  if (!browser.isFramed()) return undefined
  // Firefox does not tell: there the answer to the SDK's hello decides, which the SDK believes from allowed origins alone.
  const parent = walletWindow?.location?.ancestorOrigins?.[0]
  if (parent !== undefined && !allowedDomains.some((domain) => domain.test(parent))) return undefined
  try {
    const [sdkPackage, providerPackage] = load
      ? ((await loadPackage('@safe-global/safe-apps-sdk', load)) as readonly [unknown, unknown])
      : await Promise.all([
          loadPackage<unknown>('@safe-global/safe-apps-sdk'),
          loadPackage<unknown>('@safe-global/safe-apps-provider'),
        ])
    const sdk = new (toClass(sdkPackage))({ allowedDomains: [...allowedDomains], debug: false })
    const info = await settleWithin(clock, SAFE_HELLO_MS, sdk.safe.getInfo(), undefined)
    if (info === undefined) return undefined
    const provider = new (providerPackage as SafeProviderPackage).SafeAppProvider(info, sdk)
    if (!isEip1193Provider(provider)) throw new Error('@safe-global/safe-apps-provider gave no EIP-1193 provider')
    completeProvider(provider)
    return Object.freeze({ id: SAFE_ID, name: 'Safe', namespace: 'eip155', type: 'EXTERNAL', provider })
  } catch (error) {
    logger.error('The Safe around this page cannot be used.', { error })
    return undefined
  }
}

/**
 * Gives Safe's provider what it leaves out: the question for accounts, which this page has from the start, and codes for its
 * refusals, which are bare texts. Sources: EIP-1193; `@safe-global/safe-apps-provider` 0.18.
 */
function completeProvider(provider: Eip1193Provider): void {
  const ask = provider.request.bind(provider)
  provider.request = async (call) => {
    // It would call this a refusal by the visitor, but a Safe is one account and has nothing to choose from.
    if (call.method === 'wallet_requestPermissions' && asksForAccounts(call.params)) {
      throw toCodedError(new Error('Choosing accounts is not supported.'))
    }
    try {
      return await ask(call.method === 'eth_requestAccounts' ? { method: 'eth_accounts' } : call)
    } catch (error) {
      throw toCodedError(error)
    }
  }
}

function asksForAccounts(params: unknown): boolean {
  return Array.isArray(params) && params.some((wanted) => Object.hasOwn(Object(wanted), 'eth_accounts'))
}

/** An error with the code that its text stands for; as it is where it has a code, or its text stands for none. */
function toCodedError(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error
  if (/reject/i.test(error.message)) return Object.assign(error, { code: 4001 })
  return /not (implemented|supported)/.test(error.message) ? Object.assign(error, { code: 4200 }) : error
}

/** The class behind the package's default export, which some bundlers wrap a second time. */
function toClass(sdkPackage: unknown): SafeSdkClass {
  const { default: first } = sdkPackage as { default: unknown }
  return (typeof first === 'function' ? first : (first as { default: unknown }).default) as SafeSdkClass
}
