import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Instance } from '../../types/latchkey.ts'
import { settleStatus } from '../connections/makeCurrent.ts'

/** Gives up a waiting or failed attempt. The wallet's own window stays open: choosing the same wallet again joins it. */
export function cancelAttempt(instance: Instance): void {
  const { stores, live } = instance
  const { attempt } = stores.connection.get()
  const running = live.attempt
  live.attempt = undefined
  instance.batch(() => {
    if (!attempt) return
    stores.connection.set((state) => ({ ...state, attempt: undefined }))
    if (attempt.kind === 'connect') settleStatus(instance, attempt.namespace)
  })
  running?.lose(new LatchkeyError('ATTEMPT_CANCELLED', 'The step was given up before the wallet answered.'))
}
