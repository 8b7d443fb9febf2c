import { toResult } from '../../rules/jsonRpc.ts'
import { SESSION_SECONDS } from '../constants.ts'
import { nowSeconds } from '../context.ts'
import type { Method } from '../method.ts'
import { requireSession } from '../requireSession.ts'
import { sendAnswer } from '../send.ts'
import { compareToLast, keepLast, lastKey } from '../staleIds.ts'

const METHOD = 'wc_sessionExtend'

/** `wc_sessionExtend`: either side sets the expiry to seven days from now, by its own clock. */
export const sessionExtend: Method = {
  on: 'session',

  onRequest(context, { id }, { topic }) {
    const session = requireSession(context, topic)
    const key = lastKey(topic, METHOD)
    if (compareToLast(context.tables, key, id) !== 'new')
      return { after: () => sendAnswer(context, topic, METHOD, toResult(id, true)) }
    return {
      changes: [
        { table: 'session', key: topic, value: { ...session, expiry: nowSeconds(context) + SESSION_SECONDS } },
        keepLast(context, key, id),
      ],
      async after() {
        context.emit('session_extend', { id, topic })
        await sendAnswer(context, topic, METHOD, toResult(id, true))
      },
    }
  },

  async onRepeat(context, { id }, { topic }, isHandled) {
    if (!context.tables.session.has(topic)) return
    if (!isHandled) context.emit('session_extend', { id, topic })
    await sendAnswer(context, topic, METHOD, toResult(id, true))
  },
}
