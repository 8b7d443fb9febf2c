import type { FailureError } from '../../errors/failure.ts'
import { showToast } from '../../flow/showToast.ts'
import type { ToastKey } from '../../flow/toast.ts'
import type { Instance } from '../../types/latchkey.ts'
import { toContext, toProperties } from './describeRun.ts'
import type { LiveSignIn, SignInRun } from './liveSignIn.ts'
import { PROMPT_LIMIT } from './rules.ts'
import { setQuestion } from './transitions.ts'

/**
 * Shows why a sign-in failed, where it was asked, and tells the host; the wallet stays connected (F-33 to F-36). What went wrong
 * with the signature is said by a toast as well.
 */
export function failQuestion(
  instance: Instance,
  live: LiveSignIn,
  run: SignInRun,
  error: FailureError,
  toast?: ToastKey,
): void {
  if (live.run !== run || run.over.signal.aborted) return
  const { code, cause } = error
  instance.track('SIWX_AUTH_ERROR', { ...toProperties(run), message: code })
  instance.fail({ ...toContext(instance, run), code, final: true, cause })
  const isFinal = code === 'SIGN_IN_DOMAIN' || isSpent(live, run) || undefined
  setQuestion(instance, { phase: 'failed', isSlow: undefined, error, isFinal })
  if (toast && instance.stores.modal.get().open) showToast(instance, { variant: 'error', key: toast })
}

/** Whether this account has signed as often as makes sense while the site keeps no session (F-35). */
export function isSpent(live: LiveSignIn, { key }: SignInRun): boolean {
  return (live.unkept.get(key) ?? 0) >= PROMPT_LIMIT
}
