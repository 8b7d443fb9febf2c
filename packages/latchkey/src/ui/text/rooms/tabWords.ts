/** The English names of the account's tabs but the first, which come with them. */
export const tabWords = {
  'nfts.heading': 'NFTs',
  'activity.heading': 'Activity',
} as const
