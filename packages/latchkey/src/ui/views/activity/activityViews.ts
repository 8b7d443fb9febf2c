import { pick } from '../../pick.ts'
import type { ViewTable } from '../../view.ts'

/** Views of what an account did, and of one thing that it holds. */
export const activityViews: Pick<ViewTable, 'TransactionDetails' | 'TokenDetails' | 'NftDetails'> = {
  TransactionDetails: {
    load: () => import('./TransactionDetails.tsx').then(pick('TransactionDetails')),
  },
  TokenDetails: {
    load: () => import('../tokens/TokenDetails.tsx').then(pick('TokenDetails')),
    title: (_, { token }) => token.name,
  },
  NftDetails: {
    load: () => import('../nfts/NftDetails.tsx').then(pick('NftDetails')),
    title: (_, { nft }) => nft.name,
  },
}
