import { takeAnswer } from '../answers.ts'
import type { Call } from '../call.ts'
import { sessionOf } from './awaits.ts'

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
