import type { FailureContext } from '../../errors/failure.ts'
import type { FailureCode } from '../../errors/failureCodes.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { RunningAttempt } from '../live.ts'
import { isCurrent, updateAttempt } from './attempt.ts'

/** Changes the sentence of a waiting attempt and tells the host, once for each change. */
export function setHint(instance: Instance, attempt: RunningAttempt, hint: FailureCode, context: FailureContext): void {
  const shown = instance.stores.connection.get().attempt
  if (!isCurrent(instance, attempt) || shown?.phase !== 'waiting' || shown.hint === hint) return
  instance.stores.connection.set((state) => updateAttempt(state, attempt.id, { hint }))
  instance.fail({ ...context, code: hint, final: false })
}
