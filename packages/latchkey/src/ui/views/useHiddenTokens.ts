import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { readHiddenTokens, watchHiddenTokens } from '../../core/features/tokens/hiddenTokens.ts'
import { useInstance } from '../hooks.ts'

/** Keys of the tokens that the visitor put out of the list. */
export function useHiddenTokens(): readonly string[] {
  const instance = useInstance()
  const watch = useCallback((listener: () => void) => watchHiddenTokens(instance, listener), [instance])
  // A text, because a list would be another one each time it is read.
  const text = useSyncExternalStore(watch, () => readHiddenTokens(instance).join('\n'))
  return useMemo(() => (text === '' ? [] : text.split('\n')), [text])
}
