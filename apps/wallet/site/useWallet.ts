import { useSyncExternalStore } from 'react'
import type { Wallet, WalletState } from './wallet.ts'

/** The wallet's state; the view is drawn anew when it changes. */
export function useWallet(wallet: Wallet): WalletState {
  return useSyncExternalStore(wallet.subscribe, wallet.getState)
}
