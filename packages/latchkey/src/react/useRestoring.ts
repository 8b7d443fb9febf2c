'use client'

import { useSyncExternalStore } from 'react'
import { getServerState } from '../core/roof/getServerState.ts'
import { useOptionalLatchkey } from './LatchkeyProvider.tsx'

/**
 * The address of a connection that is being restored, on a server and in the browser alike; undefined without one, or without
 * a provider.
 */
export function useRestoring(): string | undefined {
  const latchkey = useOptionalLatchkey()
  return useSyncExternalStore(
    latchkey?.subscribe ?? watchNothing,
    () => latchkey?.getState().restoringAddress,
    () => latchkey && getServerState(latchkey).restoringAddress,
  )
}

function watchNothing(): () => void {
  return () => undefined
}
