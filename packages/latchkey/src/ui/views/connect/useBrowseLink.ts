import type { WalletListing } from '../../../core/types/listing.ts'
import { toBrowseLink } from '../../../core/values/browseLink.ts'
import { readPlatform } from '../../../core/values/platform.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'

/** The link that opens this page in the wallet's own browser, for the namespace in use, where that is the way to it on this phone. */
export function useBrowseLink(wallet: WalletListing | undefined): string | undefined {
  const { walletWindow } = useInstance().services
  const wanted = useLatchkeyState('modal', (state) => state.namespace)
  const active = useLatchkeyState('networks', (state) => state.activeNamespace)
  const namespace = wanted ?? active
  if (wallet === undefined) return undefined
  return toBrowseLink(wallet, { namespace, platform: readPlatform(walletWindow), page: walletWindow?.location?.href })
}
