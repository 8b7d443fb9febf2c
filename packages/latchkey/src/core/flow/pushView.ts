import type { Instance } from '../types/latchkey.ts'
import type { ViewTarget } from '../types/views.ts'
import { pushRoute } from './routerMoves.ts'
import { settleLoading } from './settleLoading.ts'

/** Goes to a view and keeps the way back. `focusKey` names the control that led there; coming back focuses it. */
export function pushView(instance: Instance, target: ViewTarget, focusKey?: string | undefined): void {
  instance.batch(() => {
    instance.stores.modal.set((state) => (state.blocked ? { ...state, blocked: undefined } : state))
    instance.stores.router.set((state) => pushRoute(state, target, focusKey))
    settleLoading(instance)
  })
}
