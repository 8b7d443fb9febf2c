import { approve, sendSettlement } from './calls/approve.ts'
import { emit } from './calls/emit.ts'
import { pair } from './calls/pair.ts'
import { receiveLink } from './calls/receiveLink.ts'
import { reject } from './calls/reject.ts'
import { respond } from './calls/respond.ts'
import { update } from './calls/update.ts'
import { onPropose } from './methods/onPropose.ts'
import { onSessionRequest } from './methods/onSessionRequest.ts'

/** What only wallets do. Loaded on first use, so that apps do not carry it. */
export const walletSeat = {
  approve,
  emit,
  pair,
  receiveLink,
  reject,
  respond,
  update,
  onPropose,
  onSessionRequest,
  sendSettlement,
}
