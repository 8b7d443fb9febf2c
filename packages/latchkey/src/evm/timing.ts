import type { Clock } from '../core/services/ports.ts'

/** Resolves after so many ms; at once when the signal aborts. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const wake = () => {
      cancel()
      signal?.removeEventListener('abort', wake)
      resolve()
    }
    const cancel = clock.after(delayMs, wake)
    signal?.addEventListener('abort', wake)
  })
}

/** What the promise gives, or `late` when it takes longer. A rejection in time rejects; one that comes later is dropped. */
export function settleWithin<Value, Late>(
  clock: Clock,
  limitMs: number,
  promise: Promise<Value>,
  late: Late,
): Promise<Value | Late> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(limitMs, () => resolve(late))
    promise.then(resolve, reject).finally(cancel)
  })
}

/** The promise, or a rejection with the signal's reason as soon as it aborts. */
export function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
