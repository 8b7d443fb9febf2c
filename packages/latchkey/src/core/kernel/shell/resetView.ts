import type { Instance } from '../../latchkey.ts'
import { resetRoute } from './routerMoves.ts'
import type { ViewTarget } from './views.ts'

/** Shows a view with nothing to go back to. */
export function resetView(instance: Instance, target: ViewTarget): void {
  instance.stores.router.set((state) => resetRoute(state, target))
}
