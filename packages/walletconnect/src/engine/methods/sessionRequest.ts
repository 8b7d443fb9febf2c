import { loadWallet } from '../loadWallet.ts'
import type { Method } from '../method.ts'

/** `wc_sessionRequest`: an app asks the wallet's owner for something. */
export const sessionRequest: Method = {
  on: 'session',
  onRequest: async (...args) => (await loadWallet()).onSessionRequest(...args),
}
