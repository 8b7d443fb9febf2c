import type { Instance } from '../types/latchkey.ts'
import { cutRoutes } from './routerMoves.ts'

/** Goes back to the entry at `index` of the history, counted from 0. */
export function goBackTo(instance: Instance, index: number): void {
  instance.stores.router.set((state) => cutRoutes(state, index))
}
