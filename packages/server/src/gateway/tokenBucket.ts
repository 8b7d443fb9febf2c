/** A token bucket: what it holds and when that was so, in ms. What is taken may leave a debt. */
export type TokenBucket = { tokens: number; at: number }

/** What a bucket holds at most, and how fast it fills. */
export type BucketSize = { readonly capacity: number; readonly refillPerSecond: number }

/** Fills a bucket up to now. A clock that was set back fills nothing. */
export function refill(bucket: TokenBucket, { capacity, refillPerSecond }: BucketSize, now: number): void {
  const elapsedSeconds = Math.max(0, now - bucket.at) / 1000
  bucket.tokens = Math.min(capacity, bucket.tokens + elapsedSeconds * refillPerSecond)
  bucket.at = now
}
