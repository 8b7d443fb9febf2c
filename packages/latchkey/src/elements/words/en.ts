/** What the host's buttons say. Source of the texts: views, 6. */
export const en = {
  direction: 'ltr',
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  switchNetwork: 'Switch Network',
  unknownNetwork: 'Unknown Network',
  selectNetwork: 'Select Network',
  /** Accessible names of the account button. */
  account: 'Account {account} on {network}',
  accountWithBalance: 'Account {account}, {balance} on {network}',
} as const

/** One language of the host's buttons. */
export type ButtonWords = { readonly [Key in keyof typeof en]: string }
