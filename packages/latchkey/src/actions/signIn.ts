import type { SignedIn } from '../core/kernel/signIn/signIn.ts'
import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'

/**
 * Has the account in use sign in, in the modal, or on a headless instance at once in its wallet; resolves with what it signed, at once where it has
 * a session. Rejects with `NOT_CONNECTED`, `OPTION_INVALID` without the option `siwx`, a failure, or `ATTEMPT_CANCELLED`.
 */
export async function signIn(latchkey: Latchkey): Promise<SignedIn> {
  const { requestSignIn } = await lazy(latchkey.instance, import('../core/features/signIn/requestSignIn.ts'), 'signIn')
  return requestSignIn(latchkey.instance)
}
