import { createStore as createVanillaStore } from 'zustand/vanilla'

/** A leaf of state: read it, replace it by a pure transition, watch it. Listeners hear only real changes. */
export type Store<State> = {
  get(): State
  set(transition: (state: State) => State): void
  /** Calls the listener at each change. Returns the way to stop. */
  watch(listener: (state: State, previous: State) => void): () => void
}

/** Makes a store with its first state. */
export function createStore<State extends object>(initial: State): Store<State> {
  const store = createVanillaStore<State>(() => initial)
  return {
    get: store.getState,
    set: (transition) => store.setState(transition(store.getState()), true),
    watch: store.subscribe,
  }
}
