import { EngineError } from '../../errors.ts'
import type { JsonRpcRequest } from '../../records.ts'
import { isChainOf, isEventOf } from '../../rules/grants.ts'
import { show, toObject } from '../../rules/values.ts'
import type { EngineContext } from '../context.ts'
import type { Method } from '../method.ts'
import { requireSession } from '../requireSession.ts'
import { compareToLast, keepLast, lastKey } from '../staleIds.ts'

/** `wc_sessionEvent`: something happened on the other side. Answered only when it is refused. */
export const sessionEvent: Method = {
  on: 'session',

  onRequest(context, request, { topic }) {
    const { key, tell } = readEvent(context, request, topic)
    if (compareToLast(context.tables, key, request.id) !== 'new') return {}
    return { changes: [keepLast(context, key, request.id)], after: tell }
  },

  onRepeat(context, request, { topic }, isHandled) {
    if (isHandled || !context.tables.session.has(topic)) return
    const { key, tell } = readEvent(context, request, topic)
    if (compareToLast(context.tables, key, request.id) === 'same') tell()
  },
}

/** An event that the session allows: where its last id is kept, and the way to tell of it. */
function readEvent(
  context: EngineContext,
  { id, params }: JsonRpcRequest,
  topic: string,
): { readonly key: string; readonly tell: () => void } {
  const session = requireSession(context, topic)
  const { event, chainId } = toObject(params)
  const { name, data } = toObject(event)
  if (typeof chainId !== 'string' || !isChainOf(session.namespaces, chainId))
    throw new EngineError('MISSING_OR_INVALID', `emit() chainId: ${show(chainId)}`)
  if (typeof name !== 'string' || !isEventOf(session.namespaces, chainId, name))
    throw new EngineError('MISSING_OR_INVALID', `emit() event: ${show(event)}`)
  return {
    key: lastKey(topic, `wc_sessionEvent:${name}`),
    tell: () => context.emit('session_event', { id, topic, params: { event: { name, data }, chainId } }),
  }
}
