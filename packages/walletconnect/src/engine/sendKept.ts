import { SIGN_METHODS } from '@latchkey/wire/methods'
import { formatJson } from '../rules/json.ts'
import { toRequest } from '../rules/toRequest.ts'
import { sendSettlement } from './calls/approve.ts'
import { type EngineContext, nowSeconds } from './context.ts'
import { answerOptions, send, sendAnswer } from './send.ts'

/**
 * Sends what was written before a crash and may not have been sent: a settlement, an answer, a change of a session. Under the id that
 * it had, so that who has it already takes it for the same.
 */
export async function sendKept(context: EngineContext, key: string): Promise<void> {
  const { tables, relayer } = context
  const sent = tables.sent.get(key)
  if (!sent || sent.expiry <= nowSeconds(context)) return
  const { id, topic, method, response, envelope } = sent
  if (response) {
    const kind = 'error' in response ? 'reject' : 'answer'
    if (envelope === undefined) await sendAnswer(context, topic, method, response, kind)
    else await relayer.publish({ topic, message: envelope, ...answerOptions(method, kind) })
    await tables.commit([{ table: 'sent', key }])
  } else if (method === 'wc_sessionSettle') await sendSettlement(context, sent)
  else {
    const isUpdate = method === 'wc_sessionUpdate'
    const { request } = SIGN_METHODS[isUpdate ? method : 'wc_sessionExtend']
    const namespaces = tables.session.get(topic)?.namespaces
    if (namespaces)
      await send(context, topic, formatJson(toRequest(id, method, isUpdate ? { namespaces } : {})), request)
  }
}
