import type { Clock } from './ports.ts'

/** A bounded memory of answers that shares one read among callers who ask at the same time. Failures are not kept. */
export type ExpiringCache<Value> = {
  /** The remembered value, or the one that `read` gives now. */
  get(key: string, read: () => Promise<Value>): Promise<Value>
  /** Reads now, whatever is remembered, and remembers the result. */
  refresh(key: string, read: () => Promise<Value>): Promise<Value>
  /** Entries held now. */
  readonly size: () => number
}

/** Makes an empty cache. When full, the entry that was written first goes. */
export function createExpiringCache<Value>(parameters: {
  clock: Clock
  /** How long a value is remembered; as a function: as long as the value itself says, once it has been read. */
  lifetimeMs: number | ((value: Value) => number)
  maxEntries: number
}): ExpiringCache<Value> {
  const entries = new Map<string, { value: Promise<Value>; expiresAt: number }>()

  function refresh(key: string, read: () => Promise<Value>): Promise<Value> {
    const value = read()
    const { lifetimeMs } = parameters
    const isFixed = typeof lifetimeMs === 'number'
    const entry = { value, expiresAt: isFixed ? parameters.clock.now() + lifetimeMs : Number.POSITIVE_INFINITY }
    entries.delete(key)
    entries.set(key, entry)
    const oldest = entries.keys().next()
    if (entries.size > parameters.maxEntries && !oldest.done) entries.delete(oldest.value)
    value.then(
      (read) => {
        if (!isFixed) entry.expiresAt = parameters.clock.now() + lifetimeMs(read)
      },
      () => {
        if (entries.get(key) === entry) entries.delete(key)
      },
    )
    return value
  }

  return {
    get(key, read) {
      const entry = entries.get(key)
      if (entry !== undefined && entry.expiresAt > parameters.clock.now()) return entry.value
      return refresh(key, read)
    },
    refresh,
    size: () => entries.size,
  }
}
