import type { ViewTarget } from '../types/views.ts'
import { getRoute, type RouterState } from './router.ts'
import type { Route } from './views.ts'

/** Adds a view. `focusKey` is the control that led there: it stays with the entry left behind. No change when the view is on screen already. */
export function pushRoute(state: RouterState, target: ViewTarget, focusKey?: string | undefined): RouterState {
  const current = getRoute(state)
  if (current.view === target.view) return state
  const [first, ...rest] = [...state.history.slice(0, -1), focusKey ? { ...current, focusKey } : current]
  return {
    history: [first ?? current, ...rest, toRoute(target, state.nextKey)],
    direction: 'forward',
    nextKey: state.nextKey + 1,
  }
}

/** Puts a view in the place of the one on screen. No change when view and data are the same. */
export function replaceRoute(state: RouterState, target: ViewTarget): RouterState {
  const current = getRoute(state)
  if (current.view === target.view && hasEqualFields(current.data, target.data ?? {})) return state
  const [first, ...rest] = [...state.history.slice(0, -1), toRoute(target, state.nextKey)]
  return first ? { history: [first, ...rest], direction: 'forward', nextKey: state.nextKey + 1 } : state
}

/** Starts the history anew with one view. */
export function resetRoute(state: RouterState, target: ViewTarget): RouterState {
  return { history: [toRoute(target, state.nextKey)], direction: 'none', nextKey: state.nextKey + 1 }
}

/** Begins the history of an opening: as `resetRoute`, but what stands there alone already, and that nobody has seen, stays. */
export function beginRoute(state: RouterState, target: ViewTarget): RouterState {
  const { view, data } = getRoute(state)
  const isThere = state.history.length === 1 && view === target.view && hasEqualFields(data, target.data ?? {})
  return isThere ? state : resetRoute(state, target)
}

/** Cuts the history so that the entry at `index` is on screen. */
export function cutRoutes(state: RouterState, index: number): RouterState {
  const [first, ...rest] = state.history.slice(0, Math.max(0, index) + 1)
  if (!first || rest.length + 1 === state.history.length) return state
  return { ...state, history: [first, ...rest], direction: 'back' }
}

function toRoute(target: ViewTarget, key: number): Route {
  return { view: target.view, data: target.data ?? {}, key } as Route
}

function hasEqualFields(one: object, other: object): boolean {
  const a = Object.entries(one)
  return a.length === Object.keys(other).length && a.every(([name, value]) => Reflect.get(other, name) === value)
}
