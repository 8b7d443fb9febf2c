/** What buttons say about networks and accounts. */
export const richEn = {
  switchNetwork: 'Switch Network',
  unknownNetwork: 'Unknown Network',
  /** Accessible names of the account button: what is on it in the same order, and more (WCAG 2.5.3). */
  account: 'Account {account} on {network}',
  accountWithBalance: 'Account {balance}, {account} on {network}',
  /** Accessible name of a wallet button whose wallet is connected: what is on it, and more. */
  walletConnected: '{wallet}, connected',
  /** What a wallet button says after its wallet has failed. */
  walletFailed: 'Try {wallet} again',
  /** What a button for the login by e-mail is called. */
  email: 'Email',
} as const

/** One language of the rich buttons. */
export type RichWords = { readonly [Key in keyof typeof richEn]: string }
