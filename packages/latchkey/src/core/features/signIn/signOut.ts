import type { Instance } from '../../latchkey.ts'
import { NAMESPACES, type Namespace } from '../../network.ts'
import { withDeadline } from '../../withDeadline.ts'
import { SIGN_IN_CALL_MS, SIGN_IN_RECORD, toKey } from './rules.ts'
import { startSignIn } from './startSignIn.ts'
import { dropSignedIn } from './transitions.ts'

/** Ends the session of the account in use of a namespace, or of all. A required sign-in is asked for at the next opening. */
export async function signOut(instance: Instance, namespace: Namespace | undefined): Promise<void> {
  const live = startSignIn(instance)
  const { clock, storage } = instance.services
  const { signedIn = {} } = instance.stores.connection.get()
  const mine = NAMESPACES.filter((each) => namespace === undefined || each === namespace)
  await Promise.all(
    mine.map(async (each) => {
      const session = signedIn[each]
      if (!session) return
      const { address, fields } = session
      await withDeadline({ clock, delayMs: SIGN_IN_CALL_MS, signal: instance.signal }, async (signal) =>
        live.siwx.revokeSession({ networkId: fields.networkId, address, signal }),
      )
      live.putOff.add(toKey({ namespace: each, networkId: fields.networkId, address }, live.siwx.scope))
      dropSignedIn(instance, each)
    }),
  )
  storage.set(SIGN_IN_RECORD, String(clock.now()))
}
