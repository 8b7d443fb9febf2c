import { createLastUsed } from '../lastUsed.ts'
import type { Clock } from '../ports.ts'
import { refill, type TokenBucket } from './tokenBucket.ts'

/** Most buckets that one limiter remembers. A bucket is about 100 bytes, so this is a few megabytes. */
export const BUCKET_LIMIT = 50_000

/** A token bucket for each key. Source: SEC-108. */
export type RateLimiter = {
  /** Takes `cost` tokens. Gives undefined, or the whole seconds after which the same call would pass. */
  take(key: string, cost: number): number | undefined
  /** Buckets held now. */
  readonly size: () => number
}

/**
 * Makes a limiter. When full, buckets that were not used for long go; they would mostly have refilled meanwhile.
 * A cost above the capacity passes when the bucket is full, and then empties it.
 */
export function createRateLimiter(parameters: {
  clock: Clock
  capacity: number
  refillPerSecond: number
  maxBuckets?: number | undefined
}): RateLimiter {
  const { clock, capacity, refillPerSecond } = parameters
  const buckets = createLastUsed<string, TokenBucket>(parameters.maxBuckets ?? BUCKET_LIMIT)

  return {
    take(key, wanted) {
      const cost = Math.min(wanted, capacity)
      const now = clock.now()
      const known = buckets.get(key)
      const bucket = known ?? { tokens: capacity, at: now }
      if (!known) buckets.set(key, bucket)
      refill(bucket, parameters, now)
      if (bucket.tokens < cost) return Math.max(1, Math.ceil((cost - bucket.tokens) / refillPerSecond))
      bucket.tokens -= cost
      return undefined
    },
    size: buckets.size,
  }
}
