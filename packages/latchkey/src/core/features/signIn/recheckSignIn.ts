import { signInOf } from '../../kernel/signIn/signIn.ts'
import type { Instance } from '../../types/latchkey.ts'
import { leaveRun } from './endRun.ts'
import { fetchSession } from './fetchSession.ts'
import type { LiveSignIn } from './liveSignIn.ts'
import { readSubject } from './readSubject.ts'
import { toKey } from './rules.ts'
import { dropSignedIn, keepSignedIn, setSignedIn } from './transitions.ts'

/** Somebody signed in or out in another tab: a question that is answered there is taken away here, and nothing is asked anew. */
export async function recheckSignIn(instance: Instance, live: LiveSignIn): Promise<void> {
  const subject = readSubject(instance)
  if (!subject) return
  const key = toKey(subject, live.siwx.scope)
  // Where the service cannot say, what is known stays.
  const session = await fetchSession(instance, live, subject, instance.signal).catch(() => null)
  const now = readSubject(instance)
  if (session === null || !now || toKey(now, live.siwx.scope) !== key) return
  const { run } = live
  if (!session) dropSignedIn(instance, subject.namespace)
  else if (run?.key === key && signInOf(instance).get().question) {
    keepSignedIn(instance, live, run, session)
    leaveRun(instance, live, run)
  } else setSignedIn(instance, subject.namespace, session)
}
