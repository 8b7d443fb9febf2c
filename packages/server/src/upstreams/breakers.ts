import type { Clock } from '../ports.ts'
import { type Breaker, createBreaker } from './breaker.ts'

/** Sources that are counted at a time; of more the one that was asked for longest ago is forgotten. */
const SOURCES = 1_000

/** A breaker for each of many sources, such as the hosts that data names. */
export type Breakers = {
  /** Runs the work of a source, or rejects as its breaker does. */
  run<Value>(source: string, work: () => Promise<Value>): Promise<Value>
}

/** Makes them; every source is new at first. */
export function createBreakers(parameters: { clock: Clock }): Breakers {
  const breakers = new Map<string, Breaker>()
  return {
    run(source, work) {
      const breaker = breakers.get(source) ?? createBreaker(parameters)
      breakers.delete(source)
      breakers.set(source, breaker)
      const oldest = breakers.keys().next()
      if (breakers.size > SOURCES && !oldest.done) breakers.delete(oldest.value)
      return breaker.run(work)
    },
  }
}
