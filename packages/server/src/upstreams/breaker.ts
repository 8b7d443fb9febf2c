import type { Clock } from '../ports.ts'
import { RequestError } from '../RequestError.ts'

/** Failures in a row after which a source is left alone. */
export const BREAKER_FAILURES = 3

/** How long a source is left alone, in ms; then one call tries it. */
export const BREAKER_REST_MS = 15_000

/** Leaves a source alone for a while after it failed several times in a row, so that nobody waits for it meanwhile. */
export type Breaker = {
  /**
   * Runs the work, or rejects with `RequestError` UPSTREAM_UNAVAILABLE without running it. Failures of one `who` count once, so that
   * nobody closes a source to the others by asking it for what it cannot tell; without `who` each counts.
   */
  run<Value>(work: () => Promise<Value>, who?: string | undefined): Promise<Value>
}

/** Makes one that is closed: everything runs. */
export function createBreaker(parameters: {
  clock: Clock
  failures?: number | undefined
  restMs?: number | undefined
  /** Which failures are the source's own. Default: all. */
  isFault?: ((error: unknown) => boolean) | undefined
}): Breaker {
  const most = parameters.failures ?? BREAKER_FAILURES
  const restMs = parameters.restMs ?? BREAKER_REST_MS
  const isFault = parameters.isFault ?? (() => true)
  const failures = new Set<unknown>()
  let restsUntil = 0

  return {
    async run(work, who) {
      const now = parameters.clock.now()
      if (restsUntil > now) {
        throw new RequestError('UPSTREAM_UNAVAILABLE', 'A source that failed several times is left alone for a moment.')
      }
      // One call tries it; the others go on waiting until it has.
      if (failures.size >= most) restsUntil = now + restMs
      try {
        const value = await work()
        failures.clear()
        restsUntil = 0
        return value
      } catch (error) {
        if (isFault(error)) {
          // As many as are counted are remembered, and no more.
          if (failures.size < most) failures.add(who ?? Symbol())
          if (failures.size >= most) restsUntil = parameters.clock.now() + restMs
        }
        throw error
      }
    },
  }
}
