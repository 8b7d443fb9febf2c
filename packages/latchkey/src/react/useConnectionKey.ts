'use client'

import { useSyncExternalStore } from 'react'
import { getConnection } from '../core/kernel/connections/connection.ts'
import type { Namespace } from '../core/types/network.ts'
import { useLatchkey } from './useLatchkey.ts'
import { useLatchkeyState } from './useLatchkeyState.ts'

/**
 * A text that changes with the wallet, account and network in use of a namespace (default: the active one); undefined while
 * none is connected, and on a server.
 */
export function useConnectionKey(namespace?: Namespace | undefined): string | undefined {
  const { stores } = useLatchkey().instance
  const active = useLatchkeyState((state) => state.namespace)
  const read = (): string | undefined => {
    const connection = getConnection(stores.connection.get(), namespace ?? active)
    return connection && [connection.connector.id, connection.accounts[0]?.address, connection.networkId].join(' ')
  }
  return useSyncExternalStore(stores.connection.watch, read, () => undefined)
}
