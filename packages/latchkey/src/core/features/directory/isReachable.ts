import type { Instance } from '../../types/latchkey.ts'
import type { WalletListing } from '../../types/listing.ts'
import { listWays } from '../../values/listWays.ts'

/**
 * Whether a wallet is worth offering here. Extensions reach nothing without an adapter, and are not to be had on phones:
 * what is not in the browser then needs a link. Who asks of hundreds hands in whether this is a phone, which a browser is slow to say.
 */
export function isReachable(
  { adapters, services }: Instance,
  wallet: WalletListing,
  isMobile: boolean = services.browser.isMobile(),
): boolean {
  const hasAdapters = Object.keys(adapters).length > 0
  const needsLink = !hasAdapters || (isMobile && services.walletConnect !== null)
  return (
    !needsLink ||
    (hasAdapters && wallet.connectors.length > 0) ||
    listWays({ ...wallet, isInstalled: false }, { isMobile }).length > 0
  )
}
