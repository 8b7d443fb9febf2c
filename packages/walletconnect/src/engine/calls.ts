import type { SignClientCalls } from '../calls.ts'
import type { Call } from './call.ts'
import { awaitAnswer, awaitSession } from './calls/awaits.ts'
import { connect } from './calls/connect.ts'
import { disconnect } from './calls/disconnect.ts'
import { relayStatus, restartRelay } from './calls/relay.ts'
import { request } from './calls/request.ts'
import { setDeepLink } from './calls/setDeepLink.ts'
import { loadSignIn } from './loadSignIn.ts'
import { loadWallet } from './loadWallet.ts'

/** What each call of a client does. */
export const CALLS: { readonly [Name in keyof SignClientCalls]: Call<Name> } = {
  connect,
  awaitSession,
  pair: async (...args) => (await loadWallet()).pair(...args),
  approve: async (...args) => (await loadWallet()).approve(...args),
  awaitAcknowledged: async (...args) => (await loadWallet()).awaitAcknowledged(...args),
  reject: async (...args) => (await loadWallet()).reject(...args),
  update: async (...args) => (await loadWallet()).update(...args),
  extend: async (...args) => (await loadWallet()).extend(...args),
  awaitAnswer,
  request,
  respond: async (...args) => (await loadWallet()).respond(...args),
  emit: async (...args) => (await loadWallet()).emit(...args),
  ping: async (...args) => (await loadWallet()).ping(...args),
  disconnect,
  authenticate: async (...args) => (await loadSignIn()).authenticate(...args),
  awaitAuthentication: async (...args) => (await loadSignIn()).awaitAuthentication(...args),
  approveSessionAuthenticate: async (...args) => (await loadSignIn()).approveSessionAuthenticate(...args),
  rejectSessionAuthenticate: async (...args) => (await loadSignIn()).rejectSessionAuthenticate(...args),
  receiveLink: async (...args) => (await loadWallet()).receiveLink(...args),
  setDeepLink,
  relayStatus,
  restartRelay,
}
