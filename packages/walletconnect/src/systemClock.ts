import type { Clock } from './ports.ts'

/** Longest delay that a timer of browsers and Node can hold, in ms: 2^31 - 1. A longer one would run at once. */
const LONGEST_MS = 2_147_483_647

/** The system's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    let timer: ReturnType<typeof setTimeout>
    const wait = (left: number): void => {
      timer = setTimeout(() => (left > LONGEST_MS ? wait(left - LONGEST_MS) : run()), Math.min(left, LONGEST_MS))
    }
    wait(ms)
    return () => clearTimeout(timer)
  },
}
