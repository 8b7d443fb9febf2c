import type { Adapter, Connection, TransactionOutcome } from '../adapter.ts'
import type { LatchkeyError } from '../errors/LatchkeyError.ts'
import type { LiveSignIn } from '../features/signIn/liveSignIn.ts'
import type { Namespace } from '../network.ts'
import type { OpenResult } from './shell/modal.ts'
import type { LostWallet } from './shell/toast.ts'
import type { LiveWalletConnect } from './wallet/walletConnect/startWalletConnect.ts'

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
  /** A yes from wherever it came: the wallet's answer, its own event, another tab, or a late answer after a failure was shown. */
  readonly win: (connection: Connection) => void
  readonly lose: (error: LatchkeyError) => void
}

/** What runs in one instance and is no state: promises, stops and timers. Each has one action that owns it. */
export type Live = {
  attempt: RunningAttempt | undefined
  /** Requests that wallets have not answered yet, by `namespace/connectorId`. They outlive a closed dialog, so that choosing a wallet again joins its open window. */
  readonly requests: Map<string, Promise<Connection>>
  /** Wallets that are being asked without a prompt, as `namespace/connectorId address`, so that each is asked once. */
  readonly restoring: Set<string>
  /** Stops of `watchConnection` by `namespace/connectorId`, and of `watchConnectors` by namespace. */
  readonly watches: Map<string, () => void>
  /** Callers of `open()` and `connect()` who wait for the end of this opening. */
  readonly waiters: Set<(result: OpenResult) => void>
  /** Timer of the toast on screen: ms it has left, counted from `startedAt`; while paused that is undefined. */
  toast: { readonly stop: () => void; readonly startedAt: number | undefined; readonly leftMs: number } | undefined
  /** Cancels the toast that waits for the one before it to leave. */
  stopNextToast: (() => void) | undefined
  /** The wallet that could not be restored; said at the next opening. */
  lost: LostWallet | undefined
  /** Another tab has changed what is in use here while no modal was open; said at the next opening. */
  hasChanged?: boolean | undefined
  /** Loaded and opened once something asks for it. */
  walletConnect?: Promise<LiveWalletConnect> | undefined
  /** What serves the namespaces of the session in use. */
  readonly sessionAdapters: Partial<Record<Namespace, Adapter>>
  /** Steps after connecting that run, by `namespace/address`, and namespaces whose turn comes once they are active. */
  steps?: { readonly running: Map<string, Promise<void>>; readonly putOff: Set<Namespace> } | undefined
  /** Sign-in, once something has asked for it. */
  signIn?: LiveSignIn | undefined
  /** Transactions that left and are not settled yet, by `networkId/hash`. */
  sent?: Map<string, Promise<TransactionOutcome>> | undefined
  /** What the button under a step that waits for the visitor does, while one waits. */
  again?: (() => void) | undefined
  /** Whether the modal's code is here, and the element that it lives in is shown: a step can wait for the visitor only where they can be asked. */
  isInSight?: (() => boolean) | undefined
  /** Things said once in a page's life. */
  readonly said: Set<string>
}

/** The empty start of an instance. */
export function createLive(): Live {
  return {
    attempt: undefined,
    requests: new Map(),
    restoring: new Set(),
    watches: new Map(),
    waiters: new Set(),
    toast: undefined,
    stopNextToast: undefined,
    lost: undefined,
    sessionAdapters: {},
    said: new Set(),
  }
}
