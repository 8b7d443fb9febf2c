import type { SignClientCalls } from '../calls.ts'
import type { Call } from './call.ts'
import { approve } from './calls/approve.ts'
import { approveSessionAuthenticate } from './calls/approveSessionAuthenticate.ts'
import { authenticate } from './calls/authenticate.ts'
import { awaitAcknowledged, awaitAnswer, awaitAuthentication, awaitSession } from './calls/awaits.ts'
import { connect } from './calls/connect.ts'
import { disconnect } from './calls/disconnect.ts'
import { emit } from './calls/emit.ts'
import { extend } from './calls/extend.ts'
import { pair } from './calls/pair.ts'
import { ping } from './calls/ping.ts'
import { receiveLink } from './calls/receiveLink.ts'
import { reject } from './calls/reject.ts'
import { rejectSessionAuthenticate } from './calls/rejectSessionAuthenticate.ts'
import { relayStatus, restartRelay } from './calls/relay.ts'
import { request } from './calls/request.ts'
import { respond } from './calls/respond.ts'
import { setDeepLink } from './calls/setDeepLink.ts'
import { update } from './calls/update.ts'

/** What each call of a client does. */
export const CALLS: { readonly [Name in keyof SignClientCalls]: Call<Name> } = {
  connect,
  awaitSession,
  pair,
  approve,
  awaitAcknowledged,
  reject,
  update,
  extend,
  awaitAnswer,
  request,
  respond,
  emit,
  ping,
  disconnect,
  authenticate,
  awaitAuthentication,
  approveSessionAuthenticate,
  rejectSessionAuthenticate,
  receiveLink,
  setDeepLink,
  relayStatus,
  restartRelay,
}
