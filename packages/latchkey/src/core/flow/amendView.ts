import type { Instance } from '../types/latchkey.ts'
import type { ViewTarget } from '../types/views.ts'
import { getRoute } from './router.ts'
import type { Route } from './views.ts'

/** Changes what the view on screen was opened with, such as what its title says; its entry stays the same one, so nothing moves. */
export function amendView(instance: Instance, { view, data = {} }: ViewTarget): void {
  instance.stores.router.set((state) => {
    const current = getRoute(state)
    if (current.view !== view) return state
    const [first, ...rest] = [...state.history.slice(0, -1), { ...current, data } as Route]
    return first ? { ...state, history: [first, ...rest] } : state
  })
}
