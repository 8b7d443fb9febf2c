/** The English words of one token, which come with its view. */
export const tokenWords = {
  'token.price': 'Price',
  'token.change': 'Change in 24 hours',
  'token.worth': 'Worth',
  'token.contract': 'Contract',
  'token.own': 'Coin of this network',
  'token.hide': 'Hide token',
  'token.show': 'Show token',
  'token.noActivity': 'No activity of this token is known here.',
} as const
