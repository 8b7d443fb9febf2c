import { SIGN_METHODS } from '@latchkey/wire/methods'
import { EngineError } from '../../errors.ts'
import { isChainOf, isEventOf } from '../../rules/grants.ts'
import { formatJson } from '../../rules/json.ts'
import { toRequest } from '../../rules/toRequest.ts'
import { isText, show } from '../../rules/values.ts'
import type { Call } from '../call.ts'
import { requireSession } from '../requireSession.ts'
import { send } from '../send.ts'

const METHOD = 'wc_sessionEvent'

/** `emit`: tells the other side of an event. Resolves once the relay has it. */
export const emit: Call<'emit'> = async (context, { topic, event, chainId }, { signal }) => {
  const session = requireSession(context, topic)
  if (!isText(chainId) || !isChainOf(session.namespaces, chainId))
    throw new EngineError('MISSING_OR_INVALID', `emit() chainId: ${show(chainId)}`)
  if (!isText(event?.name) || !isEventOf(session.namespaces, chainId, event.name))
    throw new EngineError('MISSING_OR_INVALID', `emit() event: ${show(event)}`)
  const text = formatJson(toRequest(context.ids.message(), METHOD, { event, chainId }))
  await send(context, topic, text, SIGN_METHODS[METHOD].request, { method: METHOD, signal })
  return undefined
}
