import type { Instance } from '../../types/latchkey.ts'
import { withDeadline } from '../../values/withDeadline.ts'
import type { LiveSignIn } from './liveSignIn.ts'
import type { Subject } from './rules.ts'

/** Longest wait for a server that is told that somebody leaves, in ms. */
export const REVOKE_LIMIT_MS = 3_000

/** Ends sessions, where the site wants leaving to do that. Never rejects: who leaves is gone either way. */
export async function revokeSessions(
  instance: Instance,
  { siwx }: Pick<LiveSignIn, 'siwx'>,
  subjects: readonly Pick<Subject, 'networkId' | 'address'>[],
): Promise<void> {
  if (siwx.signOutOnDisconnect === false) return
  const { clock, logger } = instance.services
  await Promise.all(
    subjects.map(({ networkId, address }) =>
      withDeadline({ clock, delayMs: REVOKE_LIMIT_MS }, async (signal) =>
        siwx.revokeSession({ networkId, address, signal }),
      ).catch((error) => logger.warn('A sign-in could not be ended at the server.', { error })),
    ),
  )
}
