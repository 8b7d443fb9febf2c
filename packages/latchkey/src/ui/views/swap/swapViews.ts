import { later } from '../../later.ts'
import type { ViewTable } from '../../view.ts'

/** Views by which one token is swapped for another. */
export const swapViews: Pick<ViewTable, 'Swap' | 'SwapSelectToken' | 'SwapPreview'> = {
  Swap: {
    load: later('Swap'),
    focus: ['from:amount'],
  },
  SwapSelectToken: {
    load: later('SwapSelectToken'),
    title: (t) => t('title.WalletSendSelectToken'),
    focus: ['search', 'token:'],
  },
  SwapPreview: {
    load: later('SwapPreview'),
    title: (t, { hasLeft }) => t(hasLeft ? 'title.Swap' : 'title.SwapPreview'),
    // Of what became of it. Before that its title: what is asked for is read first.
    focus: ['done'],
  },
}
