import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { Namespace } from '../core/types/network.ts'

/**
 * Ends the session of the account in use of a namespace, or of all; the wallets stay connected. Where sign-in is required, the
 * modal asks for it when it is opened next. Rejects with what the site's service threw.
 */
export async function signOut(latchkey: Latchkey, namespace?: Namespace): Promise<void> {
  const feature = await lazy(latchkey.instance, import('../core/features/signIn/signOut.ts'), 'signIn')
  return feature.signOut(latchkey.instance, namespace)
}
