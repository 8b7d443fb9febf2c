import { toResult } from '../../rules/jsonRpc.ts'
import type { Method } from '../method.ts'
import { sendAnswer } from '../send.ts'

const METHOD = 'wc_pairingPing'

/** `wc_pairingPing`: whether the other side of a pairing is there. */
export const pairingPing: Method = {
  on: 'pairing',

  onRequest: (context, { id }, { topic }) => ({
    async after() {
      context.emit('pairing_ping', { id, topic })
      await sendAnswer(context, topic, METHOD, toResult(id, true))
    },
  }),

  onRepeat: (context, { id }, { topic }) => sendAnswer(context, topic, METHOD, toResult(id, true)),
}
