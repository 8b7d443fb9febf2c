/** What a button says before anybody is connected. Source of the texts: views, 6.1 and 6.3. */
export const en = {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  reconnecting: 'Reconnecting',
  selectNetwork: 'Select Network',
  direction: 'ltr',
} as const

/** One language of the plain button. */
export type PlainWords = { readonly [Key in keyof typeof en]: string }
