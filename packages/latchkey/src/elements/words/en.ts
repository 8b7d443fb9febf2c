/** What a button says before anybody is connected, or without the modal's code. */
export const en = {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  reconnecting: 'Reconnecting',
  selectNetwork: 'Select Network',
  /** Where the modal's code has not come for a press, and where it did not come the next time either. */
  tryAgain: 'Try Again',
  reload: 'Reload Page',
  direction: 'ltr',
} as const

/** One language of the plain button. */
export type PlainWords = { readonly [Key in keyof typeof en]: string }
