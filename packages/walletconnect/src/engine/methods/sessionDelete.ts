import { forgetSession } from '../forget.ts'
import type { Method } from '../method.ts'
import { requireSession } from '../requireSession.ts'

/** `wc_sessionDelete`: the other side has ended the session. Never answered. */
export const sessionDelete: Method = {
  on: 'session',

  onRequest(context, { id }, { topic }) {
    const forgetting = forgetSession(context, requireSession(context, topic))
    return {
      changes: forgetting.changes,
      after() {
        forgetting.after()
        context.emit('session_delete', { id, topic })
      },
    }
  },
}
