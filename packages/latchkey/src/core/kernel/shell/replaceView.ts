import type { Instance } from '../../latchkey.ts'
import { replaceRoute } from './routerMoves.ts'
import type { ViewTarget } from './views.ts'

/** Puts a view in the place of the one on screen; going back skips the old one. */
export function replaceView(instance: Instance, target: ViewTarget): void {
  instance.stores.router.set((state) => replaceRoute(state, target))
}
