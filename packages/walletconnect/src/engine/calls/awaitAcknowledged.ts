import { takeAnswer } from '../answers.ts'
import type { Call } from '../call.ts'
import { expiryError } from '../expirer.ts'
import { sessionOf } from './awaits.ts'

const METHOD = 'wc_sessionSettle'

/** A session once its app has acknowledged it. */
export const awaitAcknowledged: Call<'awaitAcknowledged'> = async (context, { topic }, { signal }) => {
  const settle = context.tables.sent
    .getAll()
    .find((sent) => sent.topic === topic && sent.method === METHOD && sent.proposalId !== undefined)
  const known = context.tables.session.get(topic)
  if (known?.acknowledged) return known
  if (settle) await takeAnswer(context, settle.id, signal)
  // The wait ran out before anybody asked for its end.
  else if (known) throw expiryError({ method: METHOD })
  return sessionOf(context, { topic })
}
