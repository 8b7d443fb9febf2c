import type { Instance } from '../../types/latchkey.ts'

/** Waits on the clock port; ends early, without an error, when the signal aborts. */
export function pause(instance: Instance, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve()
      return
    }
    const done = (): void => {
      cancel()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const cancel = instance.services.clock.after(delayMs, done)
    signal.addEventListener('abort', done, { once: true })
  })
}
