import type { SignMethodName } from '@latchkey/wire'
import type { Method } from './method.ts'
import { pairingDelete } from './methods/pairingDelete.ts'
import { pairingPing } from './methods/pairingPing.ts'
import { sessionAuthenticate } from './methods/sessionAuthenticate.ts'
import { sessionDelete } from './methods/sessionDelete.ts'
import { sessionEvent } from './methods/sessionEvent.ts'
import { sessionExtend } from './methods/sessionExtend.ts'
import { sessionPing } from './methods/sessionPing.ts'
import { sessionPropose } from './methods/sessionPropose.ts'
import { sessionRequest } from './methods/sessionRequest.ts'
import { sessionSettle } from './methods/sessionSettle.ts'
import { sessionUpdate } from './methods/sessionUpdate.ts'

/** What each peer method does. */
export const METHODS: Readonly<Record<SignMethodName, Method>> = {
  wc_pairingDelete: pairingDelete,
  wc_pairingPing: pairingPing,
  wc_sessionPropose: sessionPropose,
  wc_sessionSettle: sessionSettle,
  wc_sessionUpdate: sessionUpdate,
  wc_sessionExtend: sessionExtend,
  wc_sessionRequest: sessionRequest,
  wc_sessionEvent: sessionEvent,
  wc_sessionDelete: sessionDelete,
  wc_sessionPing: sessionPing,
  wc_sessionAuthenticate: sessionAuthenticate,
}
