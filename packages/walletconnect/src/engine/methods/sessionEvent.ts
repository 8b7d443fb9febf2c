import { EngineError } from '../../errors.ts'
import { isChainOf, isEventOf } from '../../rules/namespaces.ts'
import { show } from '../../rules/values.ts'
import type { Method } from '../method.ts'
import { toObject } from '../parse.ts'
import { requireSession } from '../require.ts'

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
    const key = `${topic}:${name}`
    if (context.stale.isStale(key, id)) return {}
    return {
      after() {
        context.stale.remember(key, id)
        context.emit('session_event', { id, topic, params: { event: { name, data }, chainId } })
      },
    }
  },
}
