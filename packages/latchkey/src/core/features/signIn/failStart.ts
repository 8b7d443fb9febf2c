import { toFailure } from '../../errors/toFailure.ts'
import { resetView } from '../../flow/resetView.ts'
import { getStart } from '../../flow/showHome.ts'
import { showToast } from '../../flow/showToast.ts'
import { disconnect } from '../../kernel/connections/disconnect.ts'
import type { Instance } from '../../types/latchkey.ts'
import { toContext, toProperties } from './describeRun.ts'
import { endRun } from './endRun.ts'
import type { LiveSignIn, SignInRun } from './liveSignIn.ts'

/**
 * Sign-in could not even begin, for a reason that has no name: the host hears it, and where sign-in is required the wallet is
 * disconnected and the modal begins anew.
 */
export async function failStart(instance: Instance, live: LiveSignIn, run: SignInRun, cause: unknown): Promise<void> {
  const context = toContext(instance, run)
  const { code } = toFailure(cause, context, { family: 'eip155' })
  instance.services.logger.error('Sign-in could not begin.', { cause })
  instance.track('SIWX_AUTH_ERROR', { ...toProperties(run), message: code })
  instance.fail({ ...context, code, final: true, cause })
  if (live.siwx.required ?? true) {
    // Leaving ends the run, and whoever waits for it finds the account gone.
    await disconnect(instance, { namespace: run.subject.namespace, keepOpen: true }).catch(() => undefined)
    if (instance.stores.modal.get().open) resetView(instance, getStart(instance))
  }
  endRun(instance, live, run)
  if (instance.stores.modal.get().open) showToast(instance, { variant: 'error', key: 'signInNotStarted' })
}
