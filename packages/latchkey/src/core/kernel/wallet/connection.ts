import type { Connection } from '../../adapter.ts'
import type { FailureCode } from '../../errors/failureCodes.ts'
import type { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Namespace, NetworkId } from '../../network.ts'

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
}

export type ConnectionState = {
  readonly byNamespace: Readonly<
    Partial<Record<Namespace, { readonly status: ConnectionStatus; readonly connection: Connection | undefined }>>
  >
  readonly attempt: Attempt | undefined
  readonly nextAttemptId: number
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

/** Puts a namespace into a status; a connection that is not named is gone. */
export function setStatus(
  state: ConnectionState,
  namespace: Namespace,
  status: ConnectionStatus,
  connection?: Connection | undefined,
): ConnectionState {
  return { ...state, byNamespace: { ...state.byNamespace, [namespace]: { status, connection } } }
}

/** Changes the attempt of this id; one that has been replaced stays as it is. */
export function updateAttempt(
  state: ConnectionState,
  id: number,
  change: Partial<Pick<Attempt, 'phase' | 'hint' | 'error'>>,
): ConnectionState {
  if (state.attempt?.id !== id) return state
  return { ...state, attempt: { ...state.attempt, ...change } }
}
