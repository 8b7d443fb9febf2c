import { pushView } from '../../../core/flow/pushView.ts'
import type { Instance } from '../../../core/types/latchkey.ts'
import type { WalletListing } from '../../../core/types/listing.ts'
import type { ViewName } from '../../../core/types/views.ts'
import { listWays } from '../../../core/values/listWays.ts'

/** Whether a wallet is reached over the relay, because it is not in this browser and has a way of its own. */
export function isPaired({ services }: Instance, wallet: WalletListing): boolean {
  const { browser, walletConnect } = services
  return (
    wallet.connectors.length === 0 &&
    walletConnect !== null &&
    listWays(wallet, { isMobile: browser.isMobile() }).length > 0
  )
}

/** Goes on with a chosen wallet: to its families where it has several, to itself in this browser, or to its code and links. */
export function openWallet(
  instance: Instance,
  wallet: WalletListing,
  from: { readonly focusKey: string; readonly index: number; readonly view: ViewName },
): void {
  const { focusKey, index, view } = from
  const data = { wallet }
  // The views for several families and for codes tell what was chosen themselves, once they know how.
  if (wallet.connectors.length > 1) pushView(instance, { view: 'ConnectingMultiChain', data }, focusKey)
  else if (isPaired(instance, wallet)) pushView(instance, { view: 'ConnectingWalletConnect', data }, focusKey)
  else {
    const { name, walletRank } = wallet
    instance.track('SELECT_WALLET', { name, platform: 'browser', displayIndex: index, walletRank, view })
    pushView(instance, { view: 'ConnectingExternal', data }, focusKey)
  }
}
