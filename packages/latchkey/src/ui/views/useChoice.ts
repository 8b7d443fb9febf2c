import { useCallback, useSyncExternalStore } from 'react'
import type { Choice } from '../../core/kernel/saved/defineChoice.ts'
import { useInstance } from '../hooks.ts'

/** What the visitor chose on this site. */
export function useChoice(choice: Choice): boolean {
  const instance = useInstance()
  const watch = useCallback((listener: () => void) => choice.watch(instance, listener), [choice, instance])
  return useSyncExternalStore(watch, () => choice.read(instance))
}
