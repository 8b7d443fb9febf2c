/** What a wallet button says of what it connects. */
export type WalletState = 'ready' | 'loading' | 'connected' | 'error'
