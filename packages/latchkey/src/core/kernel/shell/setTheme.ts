import type { Instance } from '../../latchkey.ts'
import type { ThemeState } from './theme.ts'

/** Changes what is named and leaves the rest: mode, accent, variables, locale. `undefined` under a name goes back to its default. */
export function setTheme(instance: Instance, change: Partial<ThemeState>): void {
  instance.stores.theme.set((state) => ({ ...state, ...change }))
}
