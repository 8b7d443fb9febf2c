import { LatchkeyError } from '../errors/LatchkeyError.ts'
import type { Clock } from '../services/ports.ts'

/** How long a reading may take, in ms. Source: docs/failures.md, rule 8. */
export const READ_DEADLINE_MS = 10_000

/** How long the wallet directory is waited for before the bundled list stands in, in ms. Source: docs/failures.md, rule 8. */
export const DIRECTORY_WAIT_MS = 2000

/**
 * Runs something that must not last longer than `delayMs`: then its signal aborts and the promise rejects with
 * `DATA_UNAVAILABLE`, whether or not the work listens. An abort of the outer signal ends it as well.
 */
export async function withDeadline<Answer>(
  parameters: { clock: Clock; delayMs: number; signal?: AbortSignal | undefined },
  run: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const { clock, delayMs, signal } = parameters
  const controller = new AbortController()
  const end = (): void => controller.abort(new LatchkeyError('DATA_UNAVAILABLE', 'The answer took too long.'))
  const cancel = clock.after(delayMs, end)
  const leave = (): void => controller.abort(signal?.reason)
  signal?.addEventListener('abort', leave)
  try {
    if (signal?.aborted) throw signal.reason
    return await Promise.race([
      run(controller.signal),
      new Promise<never>((_resolve, reject) => {
        controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
      }),
    ])
  } finally {
    cancel()
    signal?.removeEventListener('abort', leave)
  }
}
