'use client'

import type { LatchkeyState } from '../core/latchkey.ts'
import { useLatchkeyState } from './useLatchkeyState.ts'

/** The active account, all that the wallet shared, and how the connection stands. */
export function useAccount(): useAccount.Account {
  return useLatchkeyState(pickAccount)
}
export declare namespace useAccount {
  type Account = Pick<
    LatchkeyState,
    'address' | 'caipAddress' | 'accounts' | 'namespace' | 'status' | 'walletName' | 'connectorId' | 'restoringAddress'
  > & {
    readonly isConnected: boolean
    /** False until a saved connection was restored or given up; show nothing final before. */
    readonly isReady: boolean
  }
}

function pickAccount(state: LatchkeyState): useAccount.Account {
  const { address, caipAddress, accounts, namespace, status, walletName, connectorId, restoringAddress, ready } = state
  return {
    address,
    caipAddress,
    accounts,
    namespace,
    status,
    walletName,
    connectorId,
    restoringAddress,
    isConnected: address !== undefined,
    isReady: ready,
  }
}
