import type { ConnectionStatus } from '../../types/account.ts'
import type { Connection, Connector } from '../../types/adapter.ts'
import { NAMESPACES, type Namespace } from '../../types/network.ts'
import { type ConnectionState, getConnection } from './connection.ts'

/** What tells connections apart: one connector gives one connection in its namespace. */
export type ConnectorKey = Pick<Connector, 'namespace' | 'id'>

/** The key of a connector among those of every namespace. */
export function toKey({ namespace, id }: ConnectorKey): string {
  return `${namespace}/${id}`
}

/** Every connection of a namespace, or of all: in each namespace the one in use first. */
export function listConnections(state: ConnectionState, namespace?: Namespace | undefined): readonly Connection[] {
  return NAMESPACES.filter((each) => namespace === undefined || each === namespace).flatMap((each) => [
    ...[getConnection(state, each) ?? []].flat(),
    ...listBeside(state, each),
  ])
}

/** Makes a connection the one in use of its namespace. The one that was stays connected, as the newest beside it. */
export function setCurrent(state: ConnectionState, connection: Connection): ConnectionState {
  const { namespace, id } = connection.connector
  const rest = listConnections(state, namespace).filter(({ connector }) => connector.id !== id)
  return setBeside(setStatus(state, namespace, 'connected', connection), namespace, rest)
}

/** Puts other connections beside the one in use of a namespace. */
export function setBeside(
  state: ConnectionState,
  namespace: Namespace,
  beside: readonly Connection[],
): ConnectionState {
  const entry = state.byNamespace[namespace] ?? { status: 'disconnected', connection: undefined }
  if (beside.length === 0 && !entry.beside) return state
  const { beside: _before, ...rest } = entry
  return {
    ...state,
    byNamespace: { ...state.byNamespace, [namespace]: beside.length > 0 ? { ...rest, beside } : rest },
  }
}

/** Connections of a namespace that are not in use, newest first. */
export function listBeside(state: ConnectionState, namespace: Namespace): readonly Connection[] {
  return state.byNamespace[namespace]?.beside ?? []
}

/** Puts a namespace into a status; a connection in use that is not named is gone, those beside it stay. */
export function setStatus(
  state: ConnectionState,
  namespace: Namespace,
  status: ConnectionStatus,
  connection?: Connection | undefined,
): ConnectionState {
  const beside = state.byNamespace[namespace]?.beside
  return {
    ...state,
    byNamespace: { ...state.byNamespace, [namespace]: { status, connection, ...(beside && { beside }) } },
  }
}
