import { completeConnect, sayPartial } from '../../kernel/attempt/completeConnect.ts'
import type { Instance } from '../../types/latchkey.ts'
import { followSessions } from './followSessions.ts'
import type { LiveWalletConnect, Serving, ServingWalletConnect } from './liveWalletConnect.ts'
import { leaveSession, settleSession } from './settleSession.ts'
import { takeSession } from './takeSession.ts'
import { watchRequests } from './watchRequests.ts'
import { watchSessionRelay } from './watchSessionRelay.ts'

/** Begins to serve the sessions of an instance: their requests and their relay are watched from now on. */
export function serveSessions(
  instance: Instance,
  wc: LiveWalletConnect,
  createProvider: Serving['createProvider'],
): Serving {
  const serving: Serving = {
    ...watchRequests(instance, wc.client),
    createProvider,
    complete: completeConnect,
    sayPartial,
    settle: (approved) => settleSession(instance, served, approved),
    leave: (left) => leaveSession(instance, wc, left),
    take: (wanted) => takeSession(instance, served, wanted),
    follow: () => followSessions(instance, served),
  }
  const served: ServingWalletConnect = Object.assign(wc, { serving })
  instance.tell({ kind: 'requestsWatched' })
  watchSessionRelay(instance, wc)
  return serving
}
