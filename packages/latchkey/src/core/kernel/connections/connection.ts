import type { FailureCode } from '../../errors/failureCodes.ts'
import type { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { ConnectionStatus } from '../../types/account.ts'
import type { Connection, SavedConnection } from '../../types/adapter.ts'
import type { Namespace, NetworkId } from '../../types/network.ts'

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
  readonly pairing?: AttemptPairing | undefined
}

/** The pairing that a wallet scans or opens. It is gone from the state once the attempt has ended (SEC-88). */
export type AttemptPairing = {
  /** Key of the chosen wallet's listing; undefined when any wallet may scan. */
  readonly walletKey: string | undefined
  /** Undefined while it is being made. It may stand before the relay has its proposal. An expired one stays, to be drawn dimmed. */
  readonly uri: string | undefined
  /** ms since 1970; 0 until the relay has its proposal. */
  readonly expiresAt: number
  /** Silent renewals so far, at most 5 (F-13). */
  readonly renewals: number
  /** True once the renewals are used up: the visitor asks for a new one. */
  readonly isExpired: boolean
  /** True once the relay has said nothing for 4 s. Means nothing any more when `expiresAt` is set. */
  readonly isSlow?: boolean | undefined
  /** When the visitor followed a link to the wallet, ms since 1970. */
  readonly linkOpenedAt?: number | undefined
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
          /** Connected as well; the newest first. */
          readonly beside?: readonly Connection[] | undefined
          /** What is being restored, while the status is `connecting` for that. */
          readonly saved?: SavedConnection | undefined
        }
      >
    >
  >
  readonly attempt?: Attempt | undefined
  readonly nextAttemptId: number
  /** False until connections saved by an earlier page load were restored or given up. */
  readonly restored: boolean
}

export const INITIAL_CONNECTION: ConnectionState = {
  byNamespace: {},
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
