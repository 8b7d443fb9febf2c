import { useCallback, useSyncExternalStore } from 'react'
import { hidesBalances, watchHidden } from '../../core/features/tokens/hidden.ts'
import { useInstance } from '../hooks.ts'

/** Whether amounts and worth stay covered, as the visitor chose on this site. */
export function useHidesBalances(): boolean {
  const instance = useInstance()
  const watch = useCallback((listener: () => void) => watchHidden(instance, listener), [instance])
  return useSyncExternalStore(watch, () => hidesBalances(instance))
}
