import type { Connection, SavedConnection } from '../../adapter.ts'
import type { FailureCode } from '../../errors/failureCodes.ts'
import type { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Namespace, NetworkId } from '../../network.ts'
import type { WalletListing } from '../shell/views.ts'
import type { SignedIn, SignInQuestion } from './signIn.ts'

/** Source: product, section 4. */
export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected'

/** A step that waits for a person in their wallet: connecting, or switching a network. */
export type Attempt = {
  readonly id: number
  readonly kind: 'connect' | 'switch'
  readonly namespace: Namespace
  readonly connectorId: string
  readonly networkId: NetworkId | undefined
  readonly phase: 'waiting' | 'failed'
  /** While waiting: what we believe holds it up. */
  readonly hint: FailureCode | undefined
  /** Once failed. */
  readonly error: LatchkeyError | undefined
  /** Present when the wallet is reached through WalletConnect; `connectorId` is then `walletConnect`. */
  readonly pairing?: PairingCode | undefined
}

/** The code that a wallet scans or opens. It is gone from the state once the attempt has ended (SEC-88). */
export type PairingCode = {
  /** Key of the chosen wallet's listing; undefined when any wallet may scan. */
  readonly walletKey: string | undefined
  /** Undefined while the code is being made. An expired one stays, to be drawn dimmed. */
  readonly uri: string | undefined
  /** ms since 1970; 0 while the code is being made. */
  readonly expiresAt: number
  /** Silent renewals so far, at most 5 (F-13). */
  readonly renewals: number
  /** True once the renewals are used up: the visitor asks for a new code. */
  readonly isExpired: boolean
  /** When the visitor followed a link to the wallet, ms since 1970. */
  readonly linkOpenedAt?: number | undefined
}

/** A request that a wallet on the other side of a session has not answered yet. */
export type OpenRequest = {
  readonly id: number
  readonly namespace: Namespace
  readonly walletName: string
  /** After a `send` has left the page no button sends it again. */
  readonly kind: 'sign' | 'send' | 'other'
  /** What holds it up, as we believe: `OPEN_WALLET_NEEDED` or `REQUEST_UNANSWERED`. */
  readonly hint: FailureCode | undefined
  /** Leads to this request in the session's own wallet; undefined when no link of that wallet is known (F-23). */
  readonly link: string | undefined
}

/** Something that happened to a session and that a view may offer a way on for. */
export type SessionNotice = {
  readonly code: 'NAMESPACES_PARTIAL' | 'SESSION_ENDED' | 'RETURNED_ELSEWHERE'
  readonly walletName: string
  /** The wallet as it was chosen, to connect it again; undefined when any wallet scanned. */
  readonly wallet: WalletListing | undefined
  /** Namespaces without an account (`NAMESPACES_PARTIAL`), or those that have ended. */
  readonly namespaces: readonly Namespace[]
}

/** What became of a transaction of the site's, or why it was not sent, and what a view may offer for it. */
export type TransactionNotice = {
  readonly code:
    | 'CHAIN_MISMATCH'
    | 'GAS_TOO_LOW'
    | 'TX_REPLACED'
    | 'SAFE_QUEUED'
    | 'SOLANA_TX_EXPIRED'
    // These two while whoever asked still waits, and no longer.
    | 'ACCOUNT_NOT_SHARED'
    | 'HARDWARE_NOT_READY'
  readonly namespace: Namespace
  readonly walletName: string
  /** The network that the transaction is for. */
  readonly networkId: NetworkId
  /** Where the wallet was instead (`CHAIN_MISMATCH`). */
  readonly walletNetworkId?: NetworkId | undefined
  /** What it takes at most, in whole coins (`GAS_TOO_LOW`). */
  readonly quantity?: string | undefined
  /** The one that took its place (`TX_REPLACED`), or the one that waits (`SAFE_QUEUED`). */
  readonly transactionId?: string | undefined
  /** The account that sent. */
  readonly address: string
  /** Nothing was sent, and whoever asked for it still waits: the button goes on with it. */
  readonly isOffered?: boolean | undefined
}

export type ConnectionState = {
  readonly byNamespace: Readonly<
    Partial<
      Record<
        Namespace,
        {
          readonly status: ConnectionStatus
          /** The one in use. */
          readonly connection: Connection | undefined
          /** Connected as well, and not in use; the newest first. */
          readonly others?: readonly Connection[] | undefined
          /** What is being restored, while the status is `connecting` for that. */
          readonly saved?: SavedConnection | undefined
        }
      >
    >
  >
  readonly attempt: Attempt | undefined
  readonly nextAttemptId: number
  /** The newest request that a wallet on a phone has not answered. */
  readonly request?: OpenRequest | undefined
  readonly notice?: SessionNotice | undefined
  /** The newest thing to know about a transaction; gone with the next one. */
  readonly transaction?: TransactionNotice | undefined
  /** Asked, and not answered yet. */
  readonly signIn?: SignInQuestion | undefined
  /** The sign-in of the account in use, by namespace. */
  readonly signedIn?: Readonly<Partial<Record<Namespace, SignedIn>>> | undefined
  /** What keeps the relay of the session in use away, once it has been away for long. Gone by itself when it is back. */
  readonly relayTrouble?: 'RELAY_UNREACHABLE' | 'CLOCK_WRONG' | 'SITE_REFUSED' | undefined
  /** False until connections saved by an earlier page load were restored or given up. */
  readonly restored: boolean
}

export const INITIAL_CONNECTION: ConnectionState = {
  byNamespace: {},
  attempt: undefined,
  nextAttemptId: 1,
  restored: false,
}

/** The connection of a namespace, if any. */
export function getConnection(state: ConnectionState, namespace: Namespace): Connection | undefined {
  return state.byNamespace[namespace]?.connection
}

export function getStatus(state: ConnectionState, namespace: Namespace): ConnectionStatus {
  return state.byNamespace[namespace]?.status ?? 'disconnected'
}
