/** Values by key, of which those used last stay. */
export type LastUsed<Key, Value> = {
  /** Also counts as a use. */
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
  clear(): void
  /** Entries held now. */
  readonly size: () => number
}

/**
 * Remembers at most `most` values, and at least those of the last `most / 2` keys that were used. Nothing is taken out by itself: a Map
 * whose entries come and go leaves its former tables behind, of which each leads to the next one, and V8 keeps them, with all that they
 * hold, until it has gone through its whole heap. That stopped a relay for up to 20 ms every few seconds.
 */
export function createLastUsed<Key, Value>(most: number): LastUsed<Key, Value> {
  let recent = new Map<Key, Value>()
  let before = new Map<Key, Value>()
  const set = (key: Key, value: Value): void => {
    if (recent.size >= most / 2 && !recent.has(key)) {
      before = recent
      recent = new Map()
    }
    recent.set(key, value)
  }
  return {
    get(key) {
      const known = recent.get(key)
      if (known !== undefined) return known
      const older = before.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
    set,
    clear() {
      recent = new Map()
      before = new Map()
    },
    size: () => recent.size + [...before.keys()].filter((key) => !recent.has(key)).length,
  }
}
