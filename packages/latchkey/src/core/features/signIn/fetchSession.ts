import type { SignedIn } from '../../kernel/signIn/signIn.ts'
import type { Instance } from '../../types/latchkey.ts'
import { withDeadline } from '../../values/withDeadline.ts'
import type { LiveSignIn } from './liveSignIn.ts'
import { countsFor, SIGN_IN_CALL_MS, type Subject } from './rules.ts'

/** The session that holds for somebody now, or undefined. Rejects with whatever the site's service threw, `DATA_UNAVAILABLE` after 10 s. */
export async function fetchSession(
  instance: Instance,
  { siwx }: Pick<LiveSignIn, 'siwx'>,
  subject: Omit<Subject, 'accountType'>,
  signal: AbortSignal,
): Promise<SignedIn | undefined> {
  const { clock } = instance.services
  const { networkId, address } = subject
  const sessions = await withDeadline({ clock, delayMs: SIGN_IN_CALL_MS, signal }, async (within) =>
    siwx.getSessions({ networkId, address, signal: within }),
  )
  return sessions.find((session) => countsFor(session, subject, { scope: siwx.scope, now: clock.now() }))
}
