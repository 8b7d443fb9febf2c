import { signInOf } from '../../kernel/signIn/signIn.ts'
import type { Instance } from '../../types/latchkey.ts'
import { NAMESPACES, type Namespace } from '../../types/network.ts'
import { withDeadline } from '../../values/withDeadline.ts'
import { createRun, putQuestion } from './createRun.ts'
import type { LiveSignIn } from './liveSignIn.ts'
import { readSubject } from './readSubject.ts'
import { SIGN_IN_CALL_MS, SIGN_IN_RECORD, type Subject, toKey } from './rules.ts'
import { startSignIn, toMark } from './startSignIn.ts'
import { toSignInFailure } from './toSignInFailure.ts'
import { dropSignedIn } from './transitions.ts'

/** Ends the session of the account in use of a namespace, or of all. A required sign-in is asked for at the next opening. */
export async function signOut(instance: Instance, namespace: Namespace | undefined): Promise<void> {
  const live = startSignIn(instance)
  const { clock, storage } = instance.services
  const { signedIn = {} } = signInOf(instance).get()
  const mine = NAMESPACES.filter((each) => namespace === undefined || each === namespace)
  await Promise.all(
    mine.map(async (each) => {
      const session = signedIn[each]
      if (!session) return
      const { address, fields } = session
      const { networkId } = fields
      await withDeadline({ clock, delayMs: SIGN_IN_CALL_MS, signal: instance.signal }, async (signal) =>
        live.siwx.revokeSession({ networkId, address, signal }),
      ).catch((error: unknown) => {
        throw toSignInFailure(error, { step: 'signIn', namespace: each, networkId })
      })
      live.putOff.add(toKey({ namespace: each, networkId, address }, live.siwx.scope))
      dropSignedIn(instance, each)
      const subject = readSubject(instance)
      if (subject?.namespace === each) waitForOpening(instance, live, subject)
    }),
  )
  storage.set(SIGN_IN_RECORD, String(clock.now()))
}

/** A required sign-in is asked for when the modal is opened next; it does not open for that. */
function waitForOpening(instance: Instance, live: LiveSignIn, subject: Subject): void {
  if (!(live.siwx.required ?? true) || !instance.loadSignIn || live.run) return
  const run = createRun(subject, toKey(subject, live.siwx.scope))
  run.isReleased = true
  live.run = run
  live.checked = toMark(instance, subject, run.key)
  putQuestion(instance, live, run)
}
