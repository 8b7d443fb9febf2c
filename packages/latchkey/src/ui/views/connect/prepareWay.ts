import { runLater } from '../../../core/lazy.ts'
import type { Instance } from '../../../core/types/latchkey.ts'
import type { WalletListing } from '../../../core/types/listing.ts'
import type { ViewName } from '../../../core/types/views.ts'
import { isPaired } from './openWallet.ts'

/**
 * Loads ahead what leads into the wallet under the pointer, and nothing that leads elsewhere: a press is answered at once, and
 * installed wallets work offline (F-58). `wallet` is undefined for any wallet that reads a code.
 */
export function prepareWay(
  instance: Instance,
  { wallet, preload }: { readonly wallet: WalletListing | undefined; readonly preload: (view: ViewName) => void },
): void {
  if (wallet === undefined || isPaired(instance, wallet)) {
    preload('ConnectingWalletConnect')
    const isMobile = instance.services.browser.isMobile()
    // On a phone a link stands there and not a code. What does not come now is told when it is wanted.
    if (isMobile) import('./pairingRoom.ts').catch(() => undefined)
    // A code stands without the engine, and no relay hears of a pointer; a link and an approval that is a sign-in need both.
    if (!isMobile && !instance.loadSignIn) return
    // Where the visitor saves data no moment is idle, and a relay is asked by the press alone.
    instance.services.browser.whenIdle(() =>
      runLater(
        instance,
        () => import('../../../core/ways/walletConnect/startWalletConnect.ts'),
        ({ prepareWalletConnect }) => prepareWalletConnect(instance),
      ),
    )
    return
  }
  if (wallet.connectors.length > 1) preload('ConnectingMultiChain')
  preload('ConnectingExternal')
  for (const adapter of Object.values(instance.adapters)) {
    if (wallet.connectors.some(({ namespace }) => namespace === adapter.namespace)) adapter.prepare?.()
  }
}

/** The `data-focus-key` of what the pointer is over, if it has one. */
export function readFocusKey(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-focus-key]')?.dataset.focusKey : undefined
}
