import { approve } from './calls/approve.ts'
import { awaitAcknowledged } from './calls/awaitAcknowledged.ts'
import { emit } from './calls/emit.ts'
import { extend } from './calls/extend.ts'
import { pair } from './calls/pair.ts'
import { ping } from './calls/ping.ts'
import { receiveLink } from './calls/receiveLink.ts'
import { reject } from './calls/reject.ts'
import { respond } from './calls/respond.ts'
import { update } from './calls/update.ts'
import { onPropose } from './methods/onPropose.ts'
import { onSettled } from './methods/onSettled.ts'
import { sessionRequest } from './methods/sessionRequest.ts'
import { queueOf } from './requestQueue.ts'
import { sendKept } from './sendKept.ts'

/** What wallets do and apps seldom or never. Loaded on first use, so that apps do not carry it. */
export const walletRole = {
  approve,
  awaitAcknowledged,
  emit,
  extend,
  pair,
  ping,
  receiveLink,
  reject,
  respond,
  update,
  onPropose,
  onSettled,
  queueOf,
  sendKept,
  sessionRequest,
}
