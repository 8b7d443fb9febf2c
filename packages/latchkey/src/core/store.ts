/** A leaf of state: read it, replace it by a pure transition, watch it. Listeners hear only real changes. */
export type Store<State> = {
  get(): State
  set(transition: (state: State) => State): void
  /** Calls the listener at each change. Returns the way to stop. */
  watch(listener: (state: State, previous: State) => void): () => void
}

/** Makes a store with its first state. Written here because every page loads it before a click. */
export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial
  const listeners = new Set<(state: State, previous: State) => void>()
  return {
    get: () => state,
    set: (transition) => {
      const previous = state
      const next = transition(previous)
      if (next === previous) return
      state = next
      for (const listener of listeners) listener(next, previous)
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
