import { forgetPairing } from '../forget.ts'
import type { Method } from '../method.ts'

/** `wc_pairingDelete`: the other side has ended the pairing. Never answered. */
export const pairingDelete: Method = {
  on: 'pairing',

  onRequest(context, { id }, { topic }) {
    const forgetting = forgetPairing(context, topic)
    return {
      changes: forgetting.changes,
      after() {
        forgetting.after()
        context.emit('pairing_delete', { id, topic })
      },
    }
  },
}
