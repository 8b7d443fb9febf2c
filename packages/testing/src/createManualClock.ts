import type { Clock } from '../../latchkey/src/core/services/ports.ts'

/** A clock that stands still until a test moves it. */
export type ManualClock = Clock & {
  /** Moves on, running what falls due in its order; what that sets going settles before the next one runs. */
  advance(ms: number): Promise<void>
  /** Moves the time alone, as for a machine that sleeps: what fell due meanwhile runs at the next `advance`. */
  sleep(ms: number): void
  /** Timers that have not run. */
  countTimers(): number
}

/** Makes a clock that starts at a fixed moment. */
export function createManualClock(startAt = 1_700_000_000_000): ManualClock {
  let time = startAt
  let timers: readonly { readonly at: number; readonly run: () => void }[] = []
  return {
    now: () => time,
    after(delayMs, run) {
      const timer = { at: time + delayMs, run }
      timers = [...timers, timer]
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    async advance(ms) {
      const end = time + ms
      await settle()
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        timers = timers.filter((timer) => timer !== next)
        time = Math.max(time, next.at)
        next.run()
        await settle()
      }
      time = end
    },
    sleep(ms) {
      time += ms
    },
    countTimers: () => timers.length,
  }
}

/**
 * Lets promises that are already answered run on, and WebCrypto that was asked: it works beside this thread, on a busy machine for
 * longer than any number of turns, so that each turn also waits for as much work of its own. A module that is imported for the
 * first time is waited for too: another process reads it, and takes what time it takes.
 */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await nextTurn()
    while (isImporting()) await new Promise((resolve) => setTimeout(resolve, 1))
    await Promise.all(THREADS.map(() => globalThis.crypto?.subtle?.digest('SHA-256', new Uint8Array())))
  }
}

/** The next turn of the event loop: after what is ready now, and without the wait that every timer adds, 4 ms in browsers. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') return void setImmediate(resolve)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}

/** Whether the process that reads modules for a test has been asked for one; nothing tells so outside of tests. */
function isImporting(): boolean {
  const { __vitest_worker__: worker } = globalThis as { __vitest_worker__?: { resolvingModules?: ReadonlySet<string> } }
  return (worker?.resolvingModules?.size ?? 0) > 0
}

/** As many as Node works with: the last of them ends after what was asked before. */
const THREADS = [1, 2, 3, 4] as const
