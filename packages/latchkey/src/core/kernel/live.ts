import type { LatchkeyError } from '../errors/LatchkeyError.ts'
import type { Store, Teller } from '../store.ts'
import type { Connection, Connector, TransactionOutcome } from '../types/adapter.ts'
import type { SettledTransaction } from '../types/events.ts'
import type { Namespace } from '../types/network.ts'
import type { OpenResult } from '../types/openResult.ts'
import type { NetworkState } from './network.ts'
import type { Outcome } from './outcome.ts'

/** A step that waits for a person, as its own action sees it; what views see of it is in the connection store. */
export type RunningAttempt = {
  readonly id: number
  readonly kind: 'connect' | 'switch'
  /** What makes two attempts the same one: namespace and connector, or the network. */
  readonly key: string
  /** Settles once everything that follows the wallet's answer is done. Rejects when the attempt failed or was given up. */
  readonly outcome: Promise<Connection>
  /** Aborts when the attempt ends: stops its timers and probes, never the wallet's own window. */
  readonly ended: AbortController
  /** Asks the wallet, again if need be. Never two requests at a time. */
  readonly ask: () => void
  /** An approval from wherever it came: the wallet's answer, its own event, another tab, or a late answer after a failure was shown. */
  readonly win: (connection: Connection) => void
  readonly lose: (error: LatchkeyError) => void
}

/** A wallet of an earlier page load that did not come back. */
export type LostWallet = {
  readonly namespace: Namespace
  readonly connectorId: string
  /** Undefined when it was never announced: what is kept of a connection has no name. */
  readonly walletName: string | undefined
}

/**
 * What runs in one instance and is no state: promises, stops and timers. Each has one action that owns it. Rooms above the
 * kernel add what is theirs by declaring it (`declare module`), so that the kernel knows none of them.
 */
export interface Live {
  /** Stores that rooms have declared (`defineStore`) and something has asked for, by name. */
  readonly stores: Map<string, unknown>
  /** What all stores of the instance share. */
  readonly teller: Teller
  attempt?: RunningAttempt | undefined
  /** Requests that wallets have not answered yet, by `namespace/connectorId`. They outlive a closed dialog, so that choosing a wallet again joins its open window. */
  readonly requests: Map<string, Promise<Connection>>
  /** Wallets that have a request of ours open, for whoever must know that they may draw into the page. */
  asked?: Store<readonly Connector[]> | undefined
  /** Counts a request that a library of the site's makes past our actions among those; there once a wallet is connected. */
  whileAsked?: (<Answer>(connector: Connector, ask: () => Promise<Answer>) => Promise<Answer>) | undefined
  /** Wallets that are being asked without a prompt, as `namespace/connectorId address`, so that each is asked once. */
  readonly restoring: Set<string>
  /** Stops of `watchConnection` by `namespace/connectorId`, and of `watchConnectors` by namespace. */
  readonly watches: Map<string, () => void>
  /** Callers of `open()` and `connect()` who wait for the end of this opening. */
  readonly waiters: Set<(result: OpenResult) => void>
  /** Timer of the toast on screen: ms it has left, counted from `startedAt`; while paused that is undefined. */
  toast?: { readonly stop: () => void; readonly startedAt: number | undefined; readonly leftMs: number } | undefined
  /** Cancels the toast that waits for the one before it to leave. */
  stopNextToast?: (() => void) | undefined
  /** The wallet that could not be restored; said at the next opening. */
  lost?: LostWallet | undefined
  /** Another tab has changed what is in use here while no modal was open; said at the next opening. */
  hasChanged?: boolean | undefined
  /** What is known of the network, once somebody asks. */
  network?: Store<NetworkState> | undefined
  /** The id of this page's client at the relay, once there is one; goes along with calls of the gateway. */
  clientId?: string | undefined
  /** Steps after connecting that run, by `namespace/address`, and namespaces whose turn comes once they are active. */
  steps?: { readonly running: Map<string, Promise<void>>; readonly putOff: Set<Namespace> } | undefined
  /** Transactions that left and are not settled yet, by `networkId/hash`. */
  sent?: Map<string, Promise<TransactionOutcome>> | undefined
  /** What the button under a step that waits for the visitor does, while one waits. */
  again?: (() => void) | undefined
  /** What the modal shows for an outcome; at hand once the modal's rules are loaded, and then in one change with the outcome. */
  decide?: ((outcome: Outcome) => void) | undefined
  /** Whether the modal's code is here, and the element that it lives in is shown: a step can wait for the visitor only where they can be asked. */
  isInSight?: (() => boolean) | undefined
  /** Tells the visitor what became of a transaction; at hand once the modal's code is here. */
  showSettled?: ((settled: SettledTransaction) => void) | undefined
  /** Brings the modal's code onto the page, where the site has a modal. */
  mountModal?: (() => Promise<void>) | undefined
  /** Things said once in a page's life. */
  readonly said: Set<string>
}

/** The empty start of an instance. */
export function createLive(teller: Teller): Live {
  return {
    stores: new Map(),
    teller,
    requests: new Map(),
    restoring: new Set(),
    watches: new Map(),
    waiters: new Set(),
    said: new Set(),
  }
}
