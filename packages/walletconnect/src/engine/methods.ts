import type { SignMethodName } from '@latchkey/wire'
import { loadChanges, loadSignIn, loadWallet } from './late.ts'
import type { Method } from './method.ts'
import { pairingDelete } from './methods/pairingDelete.ts'
import { pairingPing } from './methods/pairingPing.ts'
import { sessionDelete } from './methods/sessionDelete.ts'
import { sessionPing } from './methods/sessionPing.ts'
import { sessionPropose } from './methods/sessionPropose.ts'
import { sessionSettle } from './methods/sessionSettle.ts'

/** A method whose code loads with its first message. Without a say in answers: those are kept for who waits. */
const late = (on: Method['on'], loadMethod: () => Promise<Method>): Method => ({
  on,
  onRequest: async (...args) => (await loadMethod()).onRequest(...args),
  onRepeat: async (...args) => (await loadMethod()).onRepeat?.(...args),
})

/** What each peer method does. */
export const METHODS: Readonly<Record<SignMethodName, Method>> = {
  wc_pairingDelete: pairingDelete,
  wc_pairingPing: pairingPing,
  wc_sessionPropose: sessionPropose,
  wc_sessionSettle: sessionSettle,
  wc_sessionUpdate: late('session', async () => (await loadChanges()).sessionUpdate),
  wc_sessionExtend: late('session', async () => (await loadChanges()).sessionExtend),
  wc_sessionRequest: late('session', async () => (await loadWallet()).sessionRequest),
  wc_sessionEvent: late('session', async () => (await loadChanges()).sessionEvent),
  wc_sessionDelete: sessionDelete,
  wc_sessionPing: sessionPing,
  wc_sessionAuthenticate: {
    ...late('pairing', async () => (await loadSignIn()).sessionAuthenticate),
    onResponse: async (...args) => (await loadSignIn()).sessionAuthenticate.onResponse(...args),
  },
}
