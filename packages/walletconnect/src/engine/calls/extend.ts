import type { Call } from '../call.ts'
import { SESSION_SECONDS } from '../constants.ts'
import { nowSeconds } from '../context.ts'
import { requireSession } from '../requireSession.ts'
import { sendRequest } from '../send.ts'

/** `extend`: seven more days, by each side's own clock. Taken back when it cannot be sent. */
export const extend: Call<'extend'> = async (context, { topic }, { signal, callId }) => {
  const before = requireSession(context, topic)
  const expiry = nowSeconds(context) + SESSION_SECONDS
  const id = await sendRequest(context, {
    topic,
    method: 'wc_sessionExtend',
    params: {},
    callId,
    signal,
    changes: () => [{ table: 'session', key: topic, value: { ...requireSession(context, topic), expiry } }],
    rollback() {
      const session = context.tables.session.get(topic)
      if (session?.expiry !== expiry) return []
      return [{ table: 'session', key: topic, value: { ...session, expiry: before.expiry } }]
    },
  })
  return { id }
}
