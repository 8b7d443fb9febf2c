'use client'

import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { getConnections } from '../actions/getConnections.ts'
import type { ConnectionState } from '../core/kernel/connections/connection.ts'
import type { Connection } from '../core/types/adapter.ts'
import type { Namespace } from '../core/types/network.ts'
import { useLatchkey } from './useLatchkey.ts'

const NOTHING: ConnectionState['byNamespace'] = {}

/**
 * Every connected wallet, of one namespace or of all: in each namespace the one in use first, then the newest. Empty on a
 * server.
 */
export function useConnections(namespace?: Namespace): readonly useConnections.Item[] {
  const latchkey = useLatchkey()
  const { connection } = latchkey.instance.stores
  const watch = useCallback((listener: () => void) => connection.watch(listener), [connection])
  const state = useSyncExternalStore(
    watch,
    () => connection.get().byNamespace,
    () => NOTHING,
  )
  return useMemo(
    () =>
      state === NOTHING
        ? []
        : getConnections(latchkey, namespace).map((each) => ({
            ...each,
            isActive: state[each.connector.namespace]?.connection === each,
          })),
    [latchkey, namespace, state],
  )
}
export declare namespace useConnections {
  type Item = Connection & {
    /** Whether it is the one in use of its namespace. */
    readonly isActive: boolean
  }
}
