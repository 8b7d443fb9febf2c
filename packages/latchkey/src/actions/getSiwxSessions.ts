import type { SignedIn } from '../core/kernel/wallet/signIn.ts'
import type { Latchkey } from '../core/latchkey.ts'
import type { Namespace } from '../core/network.ts'

/** Sessions that hold now for the accounts in use of a namespace, or of all. Rejects with what the site's service threw. */
export async function getSiwxSessions(latchkey: Latchkey, namespace?: Namespace): Promise<readonly SignedIn[]> {
  const { fetchSessions } = await import('../core/features/signIn/fetchSessions.ts')
  return fetchSessions(latchkey.instance, namespace)
}
