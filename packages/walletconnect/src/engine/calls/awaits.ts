import { EngineError } from '../../errors.ts'
import type { Session } from '../../records.ts'
import { toObject } from '../../rules/values.ts'
import { takeAnswer } from '../answers.ts'
import type { Call } from '../call.ts'
import type { EngineContext } from '../context.ts'

/** Waits for a peer. All of them are answered at once when the answer came first. */

/** The session that an answer names. Throws `NO_MATCHING_KEY` where it is gone. */
export function sessionOf(context: EngineContext, answer: unknown): Session {
  const { topic } = toObject(answer)
  const session = context.tables.session.get(String(topic))
  if (!session) throw new EngineError('NO_MATCHING_KEY', `session: ${topic}`)
  return session
}

/** The session of a proposal. */
export const awaitSession: Call<'awaitSession'> = async (context, { proposalId }, { signal }) =>
  sessionOf(context, await takeAnswer(context, proposalId, signal))

/** The answer to a request. */
export const awaitAnswer: Call<'awaitAnswer'> = (context, { id }, { signal }) => takeAnswer(context, id, signal)
