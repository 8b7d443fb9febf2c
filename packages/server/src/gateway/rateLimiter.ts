import type { Clock } from '../ports.ts'

/** Most buckets that one limiter remembers. A bucket is about 100 bytes, so this is a few megabytes. */
export const BUCKET_LIMIT = 50_000

/** A token bucket for each key. Source: SEC-108; service reference, section 1.3. */
export type RateLimiter = {
  /** Takes `cost` tokens. Gives undefined, or the whole seconds after which the same call would pass. */
  take(key: string, cost: number): number | undefined
  /** Buckets held now. */
  readonly size: () => number
}

/**
 * Makes a limiter. When full, the bucket that was used longest ago goes; it would mostly have refilled meanwhile.
 * A cost above the capacity passes when the bucket is full, and then empties it.
 */
export function createRateLimiter(parameters: {
  clock: Clock
  capacity: number
  refillPerSecond: number
  maxBuckets?: number | undefined
}): RateLimiter {
  const { clock, capacity, refillPerSecond } = parameters
  const maxBuckets = parameters.maxBuckets ?? BUCKET_LIMIT
  const buckets = new Map<string, { tokens: number; at: number }>()

  return {
    take(key, wanted) {
      const cost = Math.min(wanted, capacity)
      const now = clock.now()
      const bucket = buckets.get(key)
      const elapsedSeconds = bucket === undefined ? 0 : Math.max(0, now - bucket.at) / 1000
      const tokens =
        bucket === undefined ? capacity : Math.min(capacity, bucket.tokens + elapsedSeconds * refillPerSecond)
      const passes = tokens >= cost
      buckets.delete(key)
      buckets.set(key, { tokens: passes ? tokens - cost : tokens, at: now })
      const oldest = buckets.keys().next()
      if (buckets.size > maxBuckets && !oldest.done) buckets.delete(oldest.value)
      return passes ? undefined : Math.max(1, Math.ceil((cost - tokens) / refillPerSecond))
    },
    size: () => buckets.size,
  }
}
