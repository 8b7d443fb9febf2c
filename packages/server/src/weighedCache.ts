import type { Clock } from './ports.ts'

/**
 * A memory of answers that is bounded by what they weigh, for answers of very different sizes. Callers who ask for the same at
 * the same time share one read; failures are not kept.
 */
export type WeighedCache<Value> = {
  /** The remembered value, or the one that `read` gives now. */
  get(key: string, read: () => Promise<Value>): Promise<Value>
  /** Whether a value is remembered now. */
  has(key: string): boolean
  /** What is held now, in bytes. */
  readonly weight: () => number
}

/** Makes an empty cache. When too heavy, the entries that were asked for longest ago go. */
export function createWeighedCache<Value>(parameters: {
  clock: Clock
  maxBytes: number
  /** Bytes of a value. */
  weigh: (value: Value) => number
  /** How long a value is remembered, in ms. */
  lifetimeMs: (value: Value) => number
}): WeighedCache<Value> {
  const { clock, maxBytes, weigh, lifetimeMs } = parameters
  const kept = new Map<string, { value: Value; bytes: number; expiresAt: number }>()
  const reading = new Map<string, Promise<Value>>()
  let total = 0

  function drop(key: string): void {
    total -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }

  function keep(key: string, value: Value): void {
    const bytes = weigh(value) + key.length
    drop(key)
    if (bytes > maxBytes) return
    kept.set(key, { value, bytes, expiresAt: clock.now() + lifetimeMs(value) })
    total += bytes
    for (const oldest of kept.keys()) {
      if (total <= maxBytes) break
      drop(oldest)
    }
  }

  function find(key: string) {
    const entry = kept.get(key)
    if (entry !== undefined && entry.expiresAt > clock.now()) return entry
    drop(key)
    return undefined
  }

  return {
    async get(key, read) {
      const entry = find(key)
      if (entry !== undefined) {
        kept.delete(key)
        kept.set(key, entry)
        return entry.value
      }
      const running = reading.get(key)
      if (running !== undefined) return running
      const work = (async () => {
        try {
          const value = await read()
          keep(key, value)
          return value
        } finally {
          reading.delete(key)
        }
      })()
      reading.set(key, work)
      return work
    },
    has: (key) => find(key) !== undefined,
    weight: () => total,
  }
}
