import { SIGN_METHODS } from '@latchkey/wire/methods'
import { EngineError } from '../../errors.ts'
import { isText, show } from '../../rules/values.ts'
import type { Call } from '../call.ts'
import { deletion, endPairing, forgetSession } from '../forget.ts'
import { outcomeOf } from '../outcomeOf.ts'
import { send } from '../send.ts'

/** How long the end of a session waits for the relay to have the peer told: less than the 3 s that a page gives a wallet. */
const FAREWELL_MS = 2000

const METHOD = 'wc_sessionDelete'

/**
 * `disconnect`: ends a session or pairing. The peer is told first; the end stands also when it cannot be told. Ending what has
 * expired or lost its key succeeds.
 */
export const disconnect: Call<'disconnect'> = async (context, { topic }, { signal, callId }) => {
  const { tables, deleted, logger } = context
  if (!isText(topic))
    throw new EngineError('MISSING_OR_INVALID', `session or pairing topic should be a string: ${show(topic)}`)
  if (tables.session.has(topic)) {
    const text = deletion(context.ids.message(), METHOD)
    const told = send(context, topic, text, SIGN_METHODS[METHOD].request, { signal }).catch(() =>
      logger.debug('The peer of a session could not be told that it ended.', { topic }),
    )
    // The message stays on its way when the relay is slow; nobody waits for a network to be rid of a session.
    await Promise.race([told, new Promise<void>((resolve) => context.clock.after(FAREWELL_MS, resolve))])
    const session = tables.session.get(topic)
    if (!session) return undefined
    const forgetting = forgetSession(context, session)
    // Kept with its effect: a tab whose leader went away asks the next one again, which no longer knows the session.
    await tables.commit([...forgetting.changes, outcomeOf(context, callId)])
    forgetting.after()
  } else if (tables.pairing.has(topic)) {
    await endPairing(context, topic)
  } else {
    deleted.check(topic)
    throw new EngineError('NO_MATCHING_KEY', `session or pairing topic doesn't exist: ${topic}`)
  }
  return undefined
}
