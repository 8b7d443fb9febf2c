import { FailureError } from '../../errors/failure.ts'
import type { Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'
import type { SignInStep } from './signIn.ts'

/**
 * Has the account in use of a namespace sign in, where the site wants that. Resolves once it has, does not have to, has put it
 * off, or is gone; whoever goes on looks whether the account is still there. Never rejects.
 */
export async function settleSignIn(instance: Instance, namespace: Namespace): Promise<void> {
  const step = await loadSignInStep(instance)
  await step?.settleSignIn(instance, namespace)
}

/** Looks after the sign-in of connections that were restored; nobody waits for that. */
export async function beginSignIn(instance: Instance): Promise<void> {
  const step = await loadSignInStep(instance)
  step?.beginSignIn(instance)
}

/** Ends the sign-ins of connections that are being left. */
export async function leaveSignIn(instance: Instance, connections: readonly Connection[]): Promise<void> {
  // What was never loaded has signed nobody in.
  if (!Object.hasOwn(instance.live, 'signIn')) return
  const step = await loadSignInStep(instance)
  await step?.leaveSignIn(instance, connections)
}

/** The code of sign-in; undefined where the site wants none, or it could not be loaded: the site's server then knows nobody. */
export async function loadSignInStep(instance: Instance): Promise<SignInStep | undefined> {
  try {
    return await instance.loadSignIn?.()
  } catch (cause) {
    instance.services.logger.error('The code of sign-in could not be loaded.', { cause })
    const code = cause instanceof FailureError ? cause.code : 'UNKNOWN_FAILURE'
    instance.fail({ code, step: 'signIn', final: true, cause })
    return undefined
  }
}
