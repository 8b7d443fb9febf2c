import type { SignClientCalls } from '../calls.ts'
import type { Call } from './call.ts'
import { awaitAnswer, awaitSession } from './calls/awaits.ts'
import { connect } from './calls/connect.ts'
import { prepareRelay, relayStatus, restartRelay } from './calls/relay.ts'
import { loadSignIn, loadWallet } from './late.ts'
import { loadArrivals } from './loadArrivals.ts'

/** A call whose code loads with its first use. */
const late =
  <Name extends keyof SignClientCalls>(
    name: Name,
    load: () => Promise<NoInfer<Record<Name, Call<Name>>>>,
  ): Call<Name> =>
  async (...args) =>
    (await load())[name](...args)

/** What each call of a client does. */
export const CALLS: { readonly [Name in keyof SignClientCalls]: Call<Name> } = {
  connect,
  awaitSession,
  pair: late('pair', loadWallet),
  approve: late('approve', loadWallet),
  awaitAcknowledged: late('awaitAcknowledged', loadWallet),
  reject: late('reject', loadWallet),
  update: late('update', loadWallet),
  extend: late('extend', loadWallet),
  awaitAnswer,
  request: late('request', loadArrivals),
  respond: late('respond', loadWallet),
  emit: late('emit', loadWallet),
  ping: late('ping', loadWallet),
  disconnect: late('disconnect', loadArrivals),
  authenticate: late('authenticate', loadSignIn),
  awaitAuthentication: late('awaitAuthentication', loadSignIn),
  approveSessionAuthenticate: late('approveSessionAuthenticate', loadSignIn),
  rejectSessionAuthenticate: late('rejectSessionAuthenticate', loadSignIn),
  receiveLink: late('receiveLink', loadWallet),
  setDeepLink: late('setDeepLink', loadArrivals),
  relayStatus,
  prepareRelay,
  restartRelay,
}
