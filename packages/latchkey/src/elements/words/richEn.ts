/** What buttons say about networks and accounts. Source of the texts: views, 6.2 and 6.3. */
export const richEn = {
  switchNetwork: 'Switch Network',
  unknownNetwork: 'Unknown Network',
  /** Accessible names of the account button. */
  account: 'Account {account} on {network}',
  accountWithBalance: 'Account {account}, {balance} on {network}',
} as const

/** One language of the rich buttons. */
export type RichWords = { readonly [Key in keyof typeof richEn]: string }
