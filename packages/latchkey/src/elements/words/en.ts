/** What a button says before anybody is connected. */
export const en = {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  reconnecting: 'Reconnecting',
  selectNetwork: 'Select Network',
  direction: 'ltr',
} as const

/** One language of the plain button. */
export type PlainWords = { readonly [Key in keyof typeof en]: string }
