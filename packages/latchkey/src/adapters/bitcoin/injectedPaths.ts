/** OKX's own object; it holds one more for each network. */
export const OKX_ID = 'okxwallet'

/** Wallets that are known by their place on the window, and the method that shows that they are there. */
export const INJECTED_PATHS: Readonly<Record<string, { readonly name: string; readonly method: string }>> = {
  [OKX_ID]: { name: 'OKX Wallet', method: 'connect' },
  'bitkeep.unisat': { name: 'Bitget Wallet', method: 'requestAccounts' },
  'binancew3w.bitcoin': { name: 'Binance Wallet', method: 'requestAccounts' },
  // Last, because other wallets put their object here as well.
  unisat: { name: 'UniSat', method: 'requestAccounts' },
}
