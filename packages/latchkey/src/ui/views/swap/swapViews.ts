import type { ViewTable } from '../../view.ts'

/** Views by which one token is swapped for another. */
export const swapViews: Pick<ViewTable, 'Swap' | 'SwapSelectToken' | 'SwapPreview'> = {
  Swap: {
    focus: ['from:amount'],
  },
  SwapSelectToken: {
    title: (t) => t('title.WalletSendSelectToken'),
    focus: ['search', 'token:'],
  },
  SwapPreview: {
    title: (t, { hasLeft }) => t(hasLeft ? 'title.Swap' : 'title.SwapPreview'),
    // Of what became of it. Before that its title: what is asked for is read first.
    focus: ['done'],
  },
}
