import type { ViewTable } from '../../view.ts'

/** Views of what an account did, and of one thing that it holds. */
export const activityViews: Pick<ViewTable, 'TransactionDetails' | 'TokenDetails' | 'NftDetails'> = {
  TransactionDetails: {},
  TokenDetails: {
    title: (_, { token }) => token.name,
  },
  NftDetails: {
    title: (_, { nft }) => nft.name,
  },
}
