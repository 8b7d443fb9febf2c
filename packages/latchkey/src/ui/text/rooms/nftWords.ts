import { listWords } from './listWords.ts'
import { tabWords } from './tabWords.ts'

/** The English words of an account's NFTs, which come with their views. */
export const nftWords = {
  ...listWords,
  ...tabWords,
  'nfts.loading': 'Loading your collectibles',
  'nfts.empty': 'No collectibles yet',
  'nfts.unavailable': 'Your collectibles could not be loaded.',
  'nfts.partial': 'Some may be missing: the past of this network has been read in part.',
  'nfts.hidden': { one: '{count} is hidden as spam', other: '{count} are hidden as spam' },
  'nfts.moreFailed': 'More could not be loaded.',
  'nfts.loaded': { one: '{count} more collectible loaded', other: '{count} more collectibles loaded' },
  'nfts.owned': 'You own {amount}',
  'nfts.traits': 'Traits',
  'nfts.amount': 'Amount',
  'nfts.id': 'Token ID',
  'nfts.state.pending': 'Its name and picture are still being read.',
  'nfts.state.unavailable': 'The place where its name and picture are kept does not answer.',
  'nfts.state.none': 'Its contract tells nothing about it.',
} as const
