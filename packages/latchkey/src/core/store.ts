/** A leaf of state: read it, replace it by a pure transition, watch it. Listeners hear only real changes, each in its order. */
export type Store<State> = {
  get(): State
  set(transition: (state: State) => State): void
  /** Calls the listener at each change. Returns the way to stop. */
  watch(listener: (state: State, previous: State) => void): () => void
}

/** Says when the listeners of several stores are called, so that they never see one store written and the next one not yet. */
export type Teller = {
  /** Writes several stores as one change: listeners are called once, after all of it. May be nested. */
  batch<Result>(write: () => Result): Result
  /** Calls `listen` once everything is written and what was to be told before is told: at once, unless called in a batch or by a listener. */
  tell(listen: () => void): void
}

/** Makes what several stores share. */
export function createTeller(): Teller {
  const waiting = new Set<() => void>()
  let depth = 0
  const batch = <Result>(write: () => Result): Result => {
    depth += 1
    try {
      return write()
    } finally {
      try {
        // What listeners add while they are called comes behind.
        for (const listen of depth === 1 ? waiting : []) {
          waiting.delete(listen)
          listen()
        }
      } finally {
        depth -= 1
      }
    }
  }
  return { batch, tell: (listen) => batch(() => waiting.add(listen)) }
}

/** Makes a store with its first state. Written here because every page loads it before a click. */
export function createStore<State extends object>(initial: State, teller: Teller = createTeller()): Store<State> {
  let state = initial
  let told = initial
  const listeners = new Set<(state: State, previous: State) => void>()
  const tell = (): void => {
    const now = state
    const previous = told
    told = now
    if (now !== previous) for (const listener of listeners) listener(now, previous)
  }
  return {
    get: () => state,
    set: (transition) => {
      state = transition(state)
      teller.tell(tell)
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
