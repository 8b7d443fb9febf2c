import { loadSignIn } from '../loadSignIn.ts'
import type { Method } from '../method.ts'

/** `wc_sessionAuthenticate`: an app asks for a signed sign-in, and a session with it. Source: protocol reference, section 12. */
export const sessionAuthenticate: Method = {
  on: 'pairing',
  onRequest: async (...args) => (await loadSignIn()).onAuthenticate(...args),
  onRepeat({ tables, emit }, { id }, { topic }, isTold) {
    const request = tables.auth.get(String(id))
    if (isTold || !request) return
    const { requester, authPayload, expiryTimestamp, verifyContext } = request
    emit('session_authenticate', { id, topic, params: { requester, authPayload, expiryTimestamp }, verifyContext })
  },
  onResponse: async (...args) => (await loadSignIn()).onAuthenticated(...args),
}
