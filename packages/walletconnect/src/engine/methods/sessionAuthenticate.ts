import type { Method } from '../method.ts'
import { onAuthenticate, onAuthenticated } from './onAuthenticate.ts'

/** `wc_sessionAuthenticate`: an app asks for a signed sign-in, and a session with it. */
export const sessionAuthenticate = {
  on: 'pairing',
  onRequest: onAuthenticate,
  onRepeat({ tables, emit }, { id }, { topic }, isHandled) {
    const request = tables.auth.get(String(id))
    if (isHandled || !request) return
    const { requester, authPayload, expiryTimestamp, verifyContext } = request
    emit('session_authenticate', { id, topic, params: { requester, authPayload, expiryTimestamp }, verifyContext })
  },
  onResponse: onAuthenticated,
} satisfies Method
