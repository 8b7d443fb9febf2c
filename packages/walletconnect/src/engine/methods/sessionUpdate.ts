import { EngineError } from '../../errors.ts'
import type { SessionNamespaces } from '../../records.ts'
import { toResult } from '../../rules/jsonRpc.ts'
import { validateConforming, validateSessionNamespaces } from '../../rules/validate.ts'
import type { Method } from '../method.ts'
import { sendAnswer } from '../outbound.ts'
import { toObject } from '../parse.ts'
import { requireSession } from '../require.ts'

const METHOD = 'wc_sessionUpdate'

/** `wc_sessionUpdate`: a wallet replaces what it grants. Source: protocol reference, sections 6.3 and 11.1. */
export const sessionUpdate: Method = {
  on: 'session',

  onRequest(context, { id, params }, { topic }) {
    const session = requireSession(context, topic)
    if (session.peer.publicKey !== session.controller) throw new EngineError('UNAUTHORIZED_UPDATE_REQUEST')
    const { namespaces } = toObject(params)
    validateSessionNamespaces(namespaces, 'update()')
    validateConforming(session.requiredNamespaces, namespaces as SessionNamespaces, 'update()')
    if (context.stale.isStale(topic, id)) throw new EngineError('INVALID_UPDATE_REQUEST')
    const updated = { ...session, namespaces: namespaces as SessionNamespaces }
    return {
      changes: [{ table: 'session', key: topic, value: updated }],
      async after() {
        context.stale.remember(topic, id)
        context.emit('session_update', { id, topic, params: { namespaces: updated.namespaces } })
        await sendAnswer(context, topic, METHOD, toResult(id, true))
      },
    }
  },

  async onRepeat(context, { id }, { topic }) {
    const isStale = context.stale.isStale(topic, id)
    if (context.tables.session.has(topic) && !isStale) await sendAnswer(context, topic, METHOD, toResult(id, true))
  },
}
