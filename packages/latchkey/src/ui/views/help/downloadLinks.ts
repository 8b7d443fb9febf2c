import type { BrowserPort, Services } from '../../../core/services/ports.ts'
import type { WalletListing } from '../../../core/types/listing.ts'
import { findExtensionStore } from '../../../core/values/findExtensionStore.ts'
import { toWebLink } from '../../../core/values/links.ts'
import { readPlatform } from '../../../core/values/platform.ts'

/** One place to get a wallet, and what to tell the host when it is chosen. */
export type DownloadLink = {
  readonly name: 'chromeStore' | 'firefoxStore' | 'appStore' | 'playStore' | 'homepage'
  readonly href: string
  readonly type: 'chrome_store' | 'firefox_store' | 'app_store' | 'play_store' | 'homepage'
}

const TYPES = {
  chromeStore: 'chrome_store',
  firefoxStore: 'firefox_store',
  appStore: 'app_store',
  playStore: 'play_store',
  homepage: 'homepage',
} as const satisfies Record<DownloadLink['name'], DownloadLink['type']>

/**
 * Where a wallet can be had from this device: the extension store of this browser, the app stores (on a phone its own alone), the
 * wallet's page.
 * Links come from a directory and are claims: all but https ones are left out (SEC-86).
 */
export function listDownloadLinks(
  links: WalletListing['links'],
  {
    browser,
    walletWindow,
  }: Pick<Services, 'walletWindow'> & {
    readonly browser: Pick<BrowserPort, 'userAgent' | 'isMobile'>
  },
): readonly DownloadLink[] {
  const isMobile = browser.isMobile()
  const store = findExtensionStore(browser)
  const { os } = readPlatform(isMobile ? walletWindow : null)
  const names: readonly (DownloadLink['name'] | undefined)[] = [
    store === 'firefox' ? 'firefoxStore' : undefined,
    // Edge and Opera install from Chrome's store too.
    store === 'chrome' || store === 'edge' || store === 'opera' ? 'chromeStore' : undefined,
    os === 'android' ? undefined : 'appStore',
    os === 'ios' ? undefined : 'playStore',
    'homepage',
  ]
  return names.flatMap((name) => {
    const href = name === undefined ? undefined : toWebLink(links[name])
    return name === undefined || href === undefined ? [] : [{ name, href, type: TYPES[name] }]
  })
}
