import { EngineError } from '../../errors.ts'
import { validateConforming } from '../../rules/validateConforming.ts'
import { validateSessionNamespaces } from '../../rules/validateSession.ts'
import type { Call } from '../call.ts'
import { requireSession } from '../requireSession.ts'
import { sendRequest } from '../send.ts'

/** `update`: replaces what a session grants. Only the wallet may. Taken back when it cannot be sent. */
export const update: Call<'update'> = async (context, { topic, namespaces }, { signal, callId }) => {
  const before = requireSession(context, topic)
  if (before.self.publicKey !== before.controller) throw new EngineError('UNAUTHORIZED_UPDATE_REQUEST')
  validateSessionNamespaces(namespaces, 'update()')
  validateConforming(before.requiredNamespaces, namespaces, 'update()')
  const id = await sendRequest(context, {
    topic,
    method: 'wc_sessionUpdate',
    params: { namespaces },
    callId,
    signal,
    changes: () => [{ table: 'session', key: topic, value: { ...requireSession(context, topic), namespaces } }],
    rollback() {
      const session = context.tables.session.get(topic)
      if (session?.namespaces !== namespaces) return []
      return [{ table: 'session', key: topic, value: { ...session, namespaces: before.namespaces } }]
    },
  })
  return { id }
}
