import type { Session, SignClient } from '@latchkey/walletconnect'
import type { UniversalProvider } from '@latchkey/walletconnect/provider'
import type { completeConnect, sayPartial } from '../../kernel/attempt/completeConnect.ts'
import type { WalletConnectService } from '../../services/walletConnectService.ts'
import type { Connection, SavedConnection } from '../../types/adapter.ts'
import type { WalletListing } from '../../types/listing.ts'
import type { Namespace } from '../../types/network.ts'
import type { WalletConnectOptions } from '../../types/options.ts'
import type { Way } from '../../values/listWays.ts'
import type { WatchedRequests } from './watchRequests.ts'

/** A proposal on its way to some wallet. */
export type Pairing = {
  /** Undefined where the page was loaded anew since, which keeps no uri (SEC-88). */
  readonly uri: string | undefined
  readonly topic: string
  /** ms since 1970: the end of its life as the modal counts it. */
  readonly expiresAt: number
  readonly approval: Promise<Session>
  /** True once a wallet has approved or rejected it, or it was dropped. */
  isOver: boolean
  /** The attempt that shows it. */
  attemptId: number
}

/** How the wallet of an attempt or a session was reached. */
export type Choice = {
  readonly wallet: WalletListing | undefined
  readonly way: Exclude<Way, 'browser'>
  /** The wallet's link without a pairing in it. */
  readonly base?: string | undefined
}

/** The session that this page uses. */
export type CurrentSession = {
  readonly topic: string
  readonly provider: UniversalProvider
  /** Undefined after a page load. */
  readonly choice: Choice | undefined
  /** What the session holds of a namespace now; undefined when that is no account. */
  readonly read: (namespace: Namespace) => Connection | undefined
  /** True once this side has begun to end it. */
  isLeft: boolean
  /** Namespaces whose adapter knows the session. */
  readonly handed: Set<Namespace>
  /** Aborts when the session is no longer the one of this page. */
  readonly over: AbortController
}

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

/** WalletConnect of one instance, once something has asked for it. */
export type LiveWalletConnect = {
  readonly service: WalletConnectService
  /** What the site wants to be asked in the place of what is usual. */
  readonly asked: WalletConnectOptions
  readonly client: SignClient
  /** What sessions need, once one was approved, was kept, or was made by another tab. */
  serving: Serving | undefined
  /** Place of the relay's address in use. */
  relayAt: number
  /** Whether a socket to the relay is open. */
  isConnected: boolean
  /** One that a wallet may still answer, where pairings outlive the modal. */
  pairing: Pairing | undefined
  choice: Choice
  session: CurrentSession | undefined
}

/** A WalletConnect that may have a session. */
export type ServingWalletConnect = LiveWalletConnect & { readonly serving: Serving }
