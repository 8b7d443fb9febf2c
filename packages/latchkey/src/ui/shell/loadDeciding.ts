import { runLater } from '../../core/lazy.ts'
import type { Instance } from '../../core/types/latchkey.ts'

/**
 * Loads what decides by the visitor's wallets before anything becomes of one, so that the modal moves with them and not after them: a
 * page that says connected while the modal still waits would let its button close it. A wallet that is quicker brings that code itself.
 */
export function loadDeciding(instance: Instance): void {
  if (instance.live.decide) return
  runLater(
    instance,
    () => import('../../core/flow/decide.ts'),
    ({ beginDeciding }) => beginDeciding(instance),
  )
}
