import type { Instance } from '../types/latchkey.ts'
import type { ViewTarget } from '../types/views.ts'
import { replaceRoute } from './routerMoves.ts'
import { settleLoading } from './settleLoading.ts'

/** Puts a view in the place of the one on screen; going back skips the old one. */
export function replaceView(instance: Instance, target: ViewTarget): void {
  instance.batch(() => {
    instance.stores.router.set((state) => replaceRoute(state, target))
    settleLoading(instance)
  })
}
