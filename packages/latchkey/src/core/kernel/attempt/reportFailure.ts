import type { FailureContext, FailureError } from '../../errors/failure.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { RunningAttempt } from '../live.ts'
import { failAttempt } from './attempt.ts'

/** Tells the host how an attempt failed, and shows it. */
export function reportFailure(
  instance: Instance,
  attempt: RunningAttempt,
  failure: FailureError,
  context: FailureContext,
): void {
  const { code } = failure
  instance.track(code === 'USER_REJECTED' ? 'USER_REJECTED' : 'CONNECT_ERROR', { message: code })
  instance.fail({ ...context, code, final: true, cause: failure.cause })
  failAttempt(instance, attempt, failure)
}
