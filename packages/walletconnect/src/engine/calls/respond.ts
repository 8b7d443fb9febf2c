import { EngineError } from '../../errors.ts'
import { isResponse, toFailure, toResult } from '../../rules/jsonRpc.ts'
import { show } from '../../rules/values.ts'
import type { SentRequest } from '../../tables.ts'
import type { Call } from '../call.ts'
import { ACKNOWLEDGE_SECONDS } from '../constants.ts'
import { nowSeconds } from '../context.ts'
import { undo } from '../outbound.ts'
import { outcomeOf } from '../outcomeOf.ts'
import { answerKey } from '../recordKeys.ts'
import { requireSession } from '../requireSession.ts'
import { sendAnswer } from '../send.ts'

/**
 * `respond`: answers an app's request, once. The request is gone and the answer kept in one write before anything is sent, so that
 * after a crash the answer is sent and nobody is asked again. When it cannot be sent, the request is back.
 */
export const respond: Call<'respond'> = async (context, { topic, response }, { callId }) => {
  const { tables, queue, turns, deleted } = context
  const session = requireSession(context, topic)
  if (!isResponse(response)) throw new EngineError('MISSING_OR_INVALID', `respond() response: ${show(response)}`)
  const { id } = response
  const answer = 'error' in response ? toFailure(id, response.error) : toResult(id, response.result)
  return turns(`request:${id}`, async () => {
    const pending = tables.request.get(String(id))
    if (!pending) {
      deleted.check(id)
      throw new EngineError('NO_MATCHING_KEY', `request: ${id}`)
    }
    if (pending.topic !== session.topic) {
      const facts = `reqId: ${id}, expected topic: ${pending.topic}, received topic: ${topic}`
      throw new EngineError('MISMATCHED_TOPIC', `Request response topic mismatch. ${facts}`)
    }
    const expiry = nowSeconds(context) + ACKNOWLEDGE_SECONDS
    const outbox: SentRequest = { id, topic, method: 'wc_sessionRequest', expiry, response: answer }
    await tables.commit([
      { table: 'request', key: String(id) },
      { table: 'sent', key: answerKey(id), value: outbox },
      outcomeOf(context, callId),
    ])
    try {
      await sendAnswer(context, topic, 'wc_sessionRequest', answer)
    } catch (error) {
      await undo(context, [
        { table: 'request', key: String(id), value: pending },
        { table: 'sent', key: answerKey(id) },
        { table: 'outcome', key: callId },
      ])
      throw error
    }
    queue.current?.answered(id)
    // Nobody waits for this: an answer that stays is sent once more at most, and dropped by the app.
    tables.commit([{ table: 'sent', key: answerKey(id) }]).catch(() => undefined)
    return undefined
  })
}
