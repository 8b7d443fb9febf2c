import { EngineError } from '../errors.ts'
import type { Session } from '../records.ts'
import { type EngineContext, nowSeconds } from './context.ts'
import { forgetSession } from './forget.ts'

/**
 * A live session. Throws, with the numbers of the WalletConnect specification, for a topic that is none, was deleted, has
 * expired, or has lost its key; the last two are removed on the way.
 */
export function requireSession(context: EngineContext, topic: unknown): Session {
  const { tables, deleted } = context
  if (typeof topic !== 'string' || topic.trim() === '')
    throw new EngineError('MISSING_OR_INVALID', `session topic should be a string: ${topic}`)
  deleted.check(topic)
  const session = tables.session.get(topic)
  if (!session) throw new EngineError('NO_MATCHING_KEY', `session topic doesn't exist: ${topic}`)
  if (!tables.keychain.has(topic)) {
    removeDead(context, session)
    throw new EngineError('MISSING_OR_INVALID', `session topic does not exist in keychain: ${topic}`)
  }
  if (session.expiry <= nowSeconds(context)) {
    removeDead(context, session)
    throw new EngineError('EXPIRED', `session topic: ${topic}`)
  }
  return session
}

function removeDead(context: EngineContext, session: Session): void {
  const forgetting = forgetSession(context, session)
  context.tables.commit(forgetting.changes).then(
    () => {
      forgetting.after()
      context.emit('session_delete', { id: 0, topic: session.topic })
    },
    () => context.logger.debug('A dead session could not be removed yet.'),
  )
}
