/** The English word for an amount that is covered, which comes with the account. */
export const balanceWords = {
  'balances.hidden': 'Hidden',
} as const
