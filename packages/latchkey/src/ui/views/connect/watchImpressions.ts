import type { WalletImpression } from '../../../core/types/events.ts'
import type { Instance } from '../../../core/types/latchkey.ts'
import type { WalletListing } from '../../../core/types/listing.ts'
import type { ViewName } from '../../../core/types/views.ts'

/** How much of a row must be seen to count as having come into sight. */
const SEEN_PART = 0.1

/** Wallets that come into sight within this are told together, in ms. */
const BATCH_MS = 500

/** Focus keys of rows and tiles of wallets begin so. */
const PREFIX = 'wallet:'

/** Tells `WALLET_IMPRESSION_V2` for wallets of which a tenth is seen, each once, a few at a time, until the signal aborts. */
export function watchImpressions(
  instance: Instance,
  root: HTMLElement,
  parameters: {
    readonly view: ViewName
    readonly getWallets: () => readonly WalletListing[]
    readonly signal: AbortSignal
  },
): void {
  const { view, getWallets, signal } = parameters
  const told = new Set<string>()
  let batch: WalletImpression[] = []
  let cancel = (): void => {}
  if (signal.aborted) return

  const flush = (): void => {
    cancel()
    if (batch.length > 0) instance.track('WALLET_IMPRESSION_V2', { items: batch })
    batch = []
  }
  const seen = new IntersectionObserver(
    (entries) => {
      const wallets = getWallets()
      for (const { isIntersecting, target } of entries) {
        const key = target.getAttribute('data-focus-key')?.slice(PREFIX.length)
        const displayIndex = wallets.findIndex((wallet) => wallet.key === key)
        const wallet = wallets[displayIndex]
        if (!isIntersecting || wallet === undefined || told.has(wallet.key)) continue
        told.add(wallet.key)
        if (batch.length === 0) cancel = instance.services.clock.after(BATCH_MS, flush)
        batch.push({
          name: wallet.name,
          walletRank: wallet.walletRank,
          ...(wallet.explorerId === undefined ? { rdnsId: wallet.rdns } : { explorerId: wallet.explorerId }),
          view,
          displayIndex,
          certified: wallet.isCertified === true,
        })
      }
    },
    { threshold: SEEN_PART },
  )
  const watched = new WeakSet<Element>()
  const look = (): void => {
    for (const element of root.querySelectorAll(`[data-focus-key^="${PREFIX}"]`)) {
      if (watched.has(element)) continue
      watched.add(element)
      seen.observe(element)
    }
  }
  const rows = new MutationObserver(look)
  rows.observe(root, { childList: true, subtree: true })
  look()
  signal.addEventListener('abort', () => {
    rows.disconnect()
    seen.disconnect()
    flush()
  })
}
