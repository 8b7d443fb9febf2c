import type { Route } from './views.ts'

export type RouterState = {
  /** Never empty; the last entry is on screen. */
  readonly history: readonly [Route, ...Route[]]
  /** Which way the last move went, for the transition. */
  readonly direction: 'forward' | 'back' | 'none'
  /** Counts entries, so that each has a key of its own. */
  readonly nextKey: number
}

export const INITIAL_ROUTER: RouterState = {
  history: [{ view: 'Connect', data: {}, key: 0 }],
  direction: 'none',
  nextKey: 1,
}

/** The entry on screen. */
export function getRoute(state: RouterState): Route {
  return state.history[state.history.length - 1] ?? state.history[0]
}
