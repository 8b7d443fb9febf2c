import type { AccountState } from '../core/types/account.ts'

;('use client')

import { useCallback } from 'react'
import { watchAccount } from '../actions/watchAccount.ts'
import { getServerState } from '../core/roof/getServerState.ts'
import { NO_ACCOUNTS, readAccount } from '../core/roof/readAccount.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { Namespace } from '../core/types/network.ts'
import { useLatchkey } from './useLatchkey.ts'
import { useSnapshot } from './useSnapshot.ts'

/** The account in use of a namespace (default: of the active one), all that the wallet shared, and how the connection stands. */
export function useAccount({ namespace }: useAccount.Parameters = {}): useAccount.Account {
  const latchkey = useLatchkey()
  const { connection } = latchkey.instance.stores
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [watchAccount(latchkey, listener, namespace), connection.watch(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [latchkey, namespace, connection],
  )
  return useSnapshot(
    subscribe,
    () => toAccount(readAccount(latchkey.instance, namespace), connection.get().restored),
    () => toAccount(readOnServer(latchkey, namespace), false),
  )
}
export declare namespace useAccount {
  type Parameters = { readonly namespace?: Namespace | undefined }
  type Account = Omit<AccountState, 'network' | 'networkId'> & {
    readonly isConnected: boolean
    /** False until a saved connection was restored or given up; show nothing final before. */
    readonly isReady: boolean
  }
}

function toAccount({ network: _, networkId: __, ...account }: AccountState, isReady: boolean): useAccount.Account {
  return { ...account, isConnected: account.address !== undefined, isReady }
}

/** As `getServerState` has it: what is being restored is known of the namespace that begins as the active one. */
function readOnServer(latchkey: Latchkey, namespace: Namespace | undefined): AccountState {
  const { open: _, view: __, loading: ___, ready: ____, themeMode: _____, ...state } = getServerState(latchkey)
  if (namespace === undefined || namespace === state.namespace) return state
  return { ...state, namespace, status: 'disconnected', accounts: NO_ACCOUNTS, restoringAddress: undefined }
}
