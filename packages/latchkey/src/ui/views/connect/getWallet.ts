import { pushView } from '../../../core/flow/pushView.ts'
import type { Instance } from '../../../core/types/latchkey.ts'
import type { WalletListing } from '../../../core/types/listing.ts'
import { listDownloadLinks } from '../help/downloadLinks.ts'

/** To where a wallet can be had: one link opens at once, and on a phone its store; several are a choice. */
export function getWallet(instance: Instance, wallet: WalletListing, focusKey: string): void {
  const [link, ...others] = listDownloadLinks(wallet.links, instance.services)
  const isStore = instance.services.browser.isMobile() && (link?.name === 'appStore' || link?.name === 'playStore')
  if (link === undefined || (others.length > 0 && !(isStore && others.every(({ name }) => name === 'homepage')))) {
    pushView(instance, { view: 'Downloads', data: { wallet } }, focusKey)
    return
  }
  const { name, walletRank, explorerId } = wallet
  instance.track('GET_WALLET', { name, walletRank, explorerId, type: link.type })
  instance.services.browser.openTab(link.href)
}
