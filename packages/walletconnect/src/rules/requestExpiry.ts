/** Shortest and longest life of a request, in s. Source: WalletConnect specification, Sign methods, request expiry. */
export const REQUEST_EXPIRY_SECONDS = { least: 300, most: 604_800 } as const

/** Whether a value may be a request's life. */
export const isRequestExpiry = (value: unknown): value is number =>
  typeof value === 'number' && value >= REQUEST_EXPIRY_SECONDS.least && value <= REQUEST_EXPIRY_SECONDS.most
