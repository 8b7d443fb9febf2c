import { EngineError } from '../../errors.ts'
import { isChainOf, isEventOf } from '../../rules/namespaces.ts'
import { show } from '../../rules/values.ts'
import type { Method } from '../method.ts'
import { toObject } from '../parse.ts'
import { requireSession } from '../require.ts'
import { compareToLast, keepLast, lastKey } from '../staleIds.ts'

/** `wc_sessionEvent`: something happened on the other side. Answered only when it is refused. */
export const sessionEvent: Method = {
  on: 'session',

  onRequest(context, { id, params }, { topic }) {
    const session = requireSession(context, topic)
    const { event, chainId } = toObject(params)
    const { name, data } = toObject(event)
    if (typeof chainId !== 'string' || !isChainOf(session.namespaces, chainId))
      throw new EngineError('MISSING_OR_INVALID', `emit() chainId: ${chainId}`)
    if (typeof name !== 'string' || !isEventOf(session.namespaces, chainId, name))
      throw new EngineError('MISSING_OR_INVALID', `emit() event: ${show(event)}`)
    const key = lastKey(topic, `wc_sessionEvent:${name}`)
    if (compareToLast(context.tables, key, id) !== 'new') return {}
    return {
      changes: [keepLast(context, key, id)],
      after() {
        context.emit('session_event', { id, topic, params: { event: { name, data }, chainId } })
      },
    }
  },
}
