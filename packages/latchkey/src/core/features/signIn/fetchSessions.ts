import { getAccount } from '../../kernel/connections/accounts.ts'
import { getConnection } from '../../kernel/connections/connection.ts'
import type { SignedIn } from '../../kernel/signIn/signIn.ts'
import type { Instance } from '../../types/latchkey.ts'
import { NAMESPACES, type Namespace } from '../../types/network.ts'
import { withDeadline } from '../../values/withDeadline.ts'
import { countsFor, SIGN_IN_CALL_MS } from './rules.ts'
import { startSignIn } from './startSignIn.ts'
import { toSignInFailure } from './toSignInFailure.ts'

/** Sessions that hold now for the accounts in use of a namespace, or of all. */
export async function fetchSessions(
  instance: Instance,
  namespace: Namespace | undefined,
): Promise<readonly SignedIn[]> {
  const { siwx } = startSignIn(instance)
  const { clock } = instance.services
  const lists = await Promise.all(
    NAMESPACES.filter((each) => namespace === undefined || each === namespace).map(async (each) => {
      const address = getAccount(instance, each)?.address
      const networkId = getConnection(instance.stores.connection.get(), each)?.networkId
      if (address === undefined || networkId === undefined) return []
      const call = { clock, delayMs: SIGN_IN_CALL_MS, signal: instance.signal }
      const sessions = await withDeadline(call, async (signal) =>
        siwx.getSessions({ networkId, address, signal }),
      ).catch((error: unknown) => {
        throw toSignInFailure(error, { step: 'read', namespace: each, networkId })
      })
      // A site's own service may tell of more than it was asked about.
      const whose = { scope: siwx.scope, now: clock.now() }
      return sessions.filter((session) => countsFor(session, { namespace: each, networkId, address }, whose))
    }),
  )
  return lists.flat()
}
