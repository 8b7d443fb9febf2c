import type { Clock } from '../ports.ts'

/** How long after a call of another address an address is held to its part, in ms. */
export const CONTENDED_MS = 1_000

/** Whether calls of several addresses come. */
export type Contention = {
  /** Takes note of a call. */
  note(address: string): void
  /** Whether calls of two addresses followed each other within `CONTENDED_MS`. */
  isNow(): boolean
}

/** Makes it for one relay or engine, with nobody there. */
export function createContention(clock: Clock): Contention {
  let last: string | undefined
  let at = Number.NEGATIVE_INFINITY
  return {
    note(address) {
      if (last !== undefined && last !== address) at = clock.now()
      last = address
    },
    isNow: () => clock.now() - at < CONTENDED_MS,
  }
}
