import { EngineError } from '../../errors.ts'
import type { SessionNamespaces } from '../../records.ts'
import { toResult } from '../../rules/jsonRpc.ts'
import { validateConforming } from '../../rules/validateConforming.ts'
import { validateSessionNamespaces } from '../../rules/validateSession.ts'
import { toObject } from '../../rules/values.ts'
import type { Method } from '../method.ts'
import { parseNamespaces } from '../parse.ts'
import { requireSession } from '../requireSession.ts'
import { errorOf, sendAnswer } from '../send.ts'
import { compareToLast, keepLast, lastKey } from '../staleIds.ts'

const METHOD = 'wc_sessionUpdate'

/** `wc_sessionUpdate`: a wallet replaces what it grants. */
export const sessionUpdate: Method = {
  on: 'session',

  onRequest(context, { id, params }, { topic }) {
    const session = requireSession(context, topic)
    if (session.peer.publicKey !== session.controller) throw new EngineError('UNAUTHORIZED_UPDATE_REQUEST')
    const { namespaces } = toObject(params)
    validateSessionNamespaces(namespaces, 'update()')
    validateConforming(session.requiredNamespaces, namespaces as SessionNamespaces, 'update()')
    const key = lastKey(topic, METHOD)
    const order = compareToLast(context.tables, key, id)
    if (order === 'stale') throw new EngineError('INVALID_UPDATE_REQUEST')
    if (order === 'same') return { after: () => sendAnswer(context, topic, METHOD, toResult(id, true)) }
    const updated = { ...session, namespaces: parseNamespaces(namespaces as SessionNamespaces) }
    return {
      changes: [{ table: 'session', key: topic, value: updated }, keepLast(context, key, id)],
      async after() {
        context.emit('session_update', { id, topic, params: { namespaces: updated.namespaces } })
        await sendAnswer(context, topic, METHOD, toResult(id, true))
      },
    }
  },

  async onRepeat(context, { id }, { topic }, isHandled) {
    const session = context.tables.session.get(topic)
    if (!session) return
    const order = compareToLast(context.tables, lastKey(topic, METHOD), id)
    if (order === 'same') {
      if (!isHandled) context.emit('session_update', { id, topic, params: { namespaces: session.namespaces } })
      await sendAnswer(context, topic, METHOD, toResult(id, true))
    }
    // What is newer than the last one and was dealt with was refused.
    if (order === 'new') {
      const refusal = errorOf(id, new EngineError('INVALID_UPDATE_REQUEST'))
      await sendAnswer(context, topic, METHOD, refusal)
    }
  },
}
