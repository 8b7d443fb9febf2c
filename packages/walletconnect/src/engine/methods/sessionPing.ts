import { toResult } from '../../rules/jsonRpc.ts'
import type { Method } from '../method.ts'
import { sendAnswer } from '../send.ts'

const METHOD = 'wc_sessionPing'

/** `wc_sessionPing`: whether the other side is there. */
export const sessionPing: Method = {
  on: 'session',

  onRequest: (context, { id }, { topic }) => ({
    async after() {
      context.emit('session_ping', { id, topic })
      await sendAnswer(context, topic, METHOD, toResult(id, true))
    },
  }),

  async onRepeat(context, { id }, { topic }, isHandled) {
    if (!isHandled) context.emit('session_ping', { id, topic })
    await sendAnswer(context, topic, METHOD, toResult(id, true))
  },
}
