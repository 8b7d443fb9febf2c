import type { Instance } from '../types/latchkey.ts'
import type { ViewTarget } from '../types/views.ts'
import { amendRoute } from './routerMoves.ts'

/** Changes what the view on screen was opened with, such as what its title says; nothing moves. */
export function amendView(instance: Instance, target: ViewTarget): void {
  instance.stores.router.set((state) => amendRoute(state, target))
}
