import { useSyncExternalStore } from 'react'
import { networkOf } from '../../core/kernel/network.ts'
import { useInstance } from '../hooks.ts'

/** Whether the page is online, as far as is known. */
export function useOnline(): boolean {
  const network = networkOf(useInstance())
  const read = (): boolean => network.get().isOnline
  return useSyncExternalStore(network.watch, read, read)
}
