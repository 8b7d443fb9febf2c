'use client'

import { useSyncExternalStore } from 'react'
import type { Namespace } from '../core/types/network.ts'
import { useLatchkey } from './useLatchkey.ts'

/**
 * The wallet's own provider (EIP-1193 for eip155), of a namespace or of the active one; undefined while none is connected, and
 * on a server.
 */
export function useProvider(namespace?: Namespace): unknown {
  const latchkey = useLatchkey()
  return useSyncExternalStore(
    latchkey.subscribe,
    () => latchkey.getProvider(namespace),
    () => undefined,
  )
}
