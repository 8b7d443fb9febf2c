import { EngineError } from '../../errors.ts'
import type { Session } from '../../records.ts'
import { takeAnswer } from '../answers.ts'
import type { Call } from '../call.ts'
import type { EngineContext } from '../context.ts'
import { toObject } from '../parse.ts'

/** Waits for a peer. All of them are answered at once when the answer came first. */

function sessionOf(context: EngineContext, answer: unknown): Session {
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

/** A session once its app has acknowledged it. */
export const awaitAcknowledged: Call<'awaitAcknowledged'> = async (context, { topic }, { signal }) => {
  const settle = context.tables.sent
    .getAll()
    .find((sent) => sent.topic === topic && sent.method === 'wc_sessionSettle' && sent.proposalId !== undefined)
  const known = context.tables.session.get(topic)
  if (known?.acknowledged || !settle) return sessionOf(context, { topic })
  await takeAnswer(context, settle.id, signal)
  return sessionOf(context, { topic })
}

/** What a sign-in brought. */
export const awaitAuthentication: Call<'awaitAuthentication'> = async (context, { id }, { signal }) => {
  const { topic, auths } = toObject(await takeAnswer(context, id, signal))
  return {
    ...(Array.isArray(auths) && { auths }),
    ...(topic !== undefined && { session: sessionOf(context, { topic }) }),
  }
}
