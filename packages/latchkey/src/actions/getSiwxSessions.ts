import type { SignedIn } from '../core/kernel/signIn/signIn.ts'
import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { Namespace } from '../core/types/network.ts'

/** Sessions that hold now for the accounts in use of a namespace, or of all. Rejects with what the site's service threw. */
export async function getSiwxSessions(latchkey: Latchkey, namespace?: Namespace): Promise<readonly SignedIn[]> {
  const { fetchSessions } = await lazy(latchkey.instance, import('../core/features/signIn/fetchSessions.ts'), 'read')
  return fetchSessions(latchkey.instance, namespace)
}
