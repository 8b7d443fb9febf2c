/** The English words of one token, which come with its view. */
export const tokenWords = {
  'token.price': 'Price',
  'token.worth': 'Worth',
  'token.contract': 'Contract',
  'token.own': 'Coin of this network',
  'token.noActivity': 'No activity of this token is known here.',
} as const
