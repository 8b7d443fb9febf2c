import type { Session } from '@latchkey/walletconnect'
import { completeConnect, sayPartial } from '../../kernel/attempt/completeConnect.ts'
import type { WalletConnectService } from '../../services/walletConnectService.ts'
import type { Connection, SavedConnection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'
import { followSessions } from './followSessions.ts'
import { leaveSession, settleSession } from './settleSession.ts'
import type { CurrentSession, LiveWalletConnect } from './startWalletConnect.ts'
import { takeSession } from './takeSession.ts'
import { type WatchedRequests, watchRequests } from './watchRequests.ts'
import { watchSessionRelay } from './watchSessionRelay.ts'

/** What a page does with its session. */
export type Serving = WatchedRequests & {
  readonly createProvider: Awaited<ReturnType<WalletConnectService['loadProvider']>>
  readonly complete: typeof completeConnect
  readonly sayPartial: typeof sayPartial
  /** See `settleSession`. */
  readonly settle: (approved: {
    session: Session
    namespace: Namespace
  }) => readonly [Connection, ...Connection[]] | undefined
  /** See `leaveSession`. */
  readonly leave: (left: { before: CurrentSession; connections: readonly Connection[] }) => void
  /** See `takeSession`. */
  readonly take: (wanted: { namespace: Namespace; saved: SavedConnection }) => Connection | null
  /** See `followSessions`. */
  readonly follow: () => void
}

/** A WalletConnect that may have a session. */
export type ServingWalletConnect = LiveWalletConnect & { readonly serving: Serving }

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
