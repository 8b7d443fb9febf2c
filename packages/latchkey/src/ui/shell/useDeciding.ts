import { useEffect } from 'react'
import { runLater } from '../../core/lazy.ts'
import { useInstance, useLatchkeyState } from '../hooks.ts'
import { afterFrame } from '../parts/afterFrame.ts'

/**
 * Loads what decides by the visitor's wallets as soon as the modal stands, so that it moves with them and not after them: a page that
 * says connected while the modal still waits would let its button close it. A wallet that is quicker brings that code itself.
 */
export function useDeciding(): void {
  const instance = useInstance()
  const isOpen = useLatchkeyState('modal', (state) => state.open)
  useEffect(() => {
    if (!isOpen || instance.live.decide) return
    // The press is answered first.
    return afterFrame(() =>
      runLater(
        instance,
        () => import('../../core/flow/decide.ts'),
        ({ beginDeciding }) => beginDeciding(instance),
      ),
    )
  }, [instance, isOpen])
}
