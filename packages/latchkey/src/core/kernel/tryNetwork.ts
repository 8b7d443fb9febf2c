import type { Instance } from '../types/latchkey.ts'
import { networkOf } from './network.ts'

/** The visitor wants another try now. */
export function tryNetwork(instance: Instance): void {
  networkOf(instance).set((state) => ({ ...state, tries: state.tries + 1 }))
}
