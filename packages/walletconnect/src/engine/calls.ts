import type { SignClientCalls } from '../calls.ts'
import type { Call } from './call.ts'
import { awaitAcknowledged, awaitAnswer, awaitAuthentication, awaitSession } from './calls/awaits.ts'
import { connect } from './calls/connect.ts'
import { disconnect } from './calls/disconnect.ts'
import { extend } from './calls/extend.ts'
import { ping } from './calls/ping.ts'
import { relayStatus, restartRelay } from './calls/relay.ts'
import { request } from './calls/request.ts'
import { setDeepLink } from './calls/setDeepLink.ts'

const loadWallet = async () => (await import('./walletSeat.ts')).walletSeat
const loadSignIn = async () => (await import('./signInSeat.ts')).signInSeat

/** What each call of a client does. */
export const CALLS: { readonly [Name in keyof SignClientCalls]: Call<Name> } = {
  connect,
  awaitSession,
  pair: async (...args) => (await loadWallet()).pair(...args),
  approve: async (...args) => (await loadWallet()).approve(...args),
  awaitAcknowledged,
  reject: async (...args) => (await loadWallet()).reject(...args),
  update: async (...args) => (await loadWallet()).update(...args),
  extend,
  awaitAnswer,
  request,
  respond: async (...args) => (await loadWallet()).respond(...args),
  emit: async (...args) => (await loadWallet()).emit(...args),
  ping,
  disconnect,
  authenticate: async (...args) => (await loadSignIn()).authenticate(...args),
  awaitAuthentication,
  approveSessionAuthenticate: async (...args) => (await loadSignIn()).approveSessionAuthenticate(...args),
  rejectSessionAuthenticate: async (...args) => (await loadSignIn()).rejectSessionAuthenticate(...args),
  receiveLink: async (...args) => (await loadWallet()).receiveLink(...args),
  setDeepLink,
  relayStatus,
  restartRelay,
}
