'use client'

import { useMemo, useSyncExternalStore } from 'react'
import type { ConnectorsState } from '../core/kernel/connections/connectors.ts'
import type { Connector } from '../core/types/adapter.ts'
import type { Namespace } from '../core/types/network.ts'
import { useLatchkey } from './useLatchkey.ts'

const NOTHING: ConnectorsState['byNamespace'] = {}

/**
 * The ways to connect that are known now, of one namespace or of all, for a site that draws its own list of wallets: pass the
 * id of one to `connect`. Wallets that announce themselves late join it. Empty on a server.
 */
export function useConnectors(namespace?: Namespace): readonly Connector[] {
  const { connectors } = useLatchkey().instance.stores
  const lists = useSyncExternalStore(
    connectors.watch,
    () => connectors.get().byNamespace,
    () => NOTHING,
  )
  return useMemo(() => (namespace ? (lists[namespace] ?? []) : Object.values(lists).flat()), [lists, namespace])
}
