import type { Instance } from '../types/latchkey.ts'
import type { ViewTarget } from '../types/views.ts'
import { resetRoute } from './routerMoves.ts'

/** Shows a view with nothing to go back to. */
export function resetView(instance: Instance, target: ViewTarget): void {
  instance.stores.router.set((state) => resetRoute(state, target))
}
