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

/** The connection of a connector, in use or not. */
export function findConnection(state: ConnectionState, { namespace, id }: ConnectorKey): Connection | undefined {
  return listConnections(state, namespace).find(({ connector }) => connector.id === id)
}

/** Makes a connection the one in use of its namespace. The one that was stays connected, as the newest beside it. */
export function setCurrent(state: ConnectionState, connection: Connection): ConnectionState {
  const { namespace, id } = connection.connector
  const rest = listConnections(state, namespace).filter(({ connector }) => connector.id !== id)
  return setBeside(setStatus(state, namespace, 'connected', connection), namespace, rest)
}

/** Keeps a connection beside the one in use, as the oldest there unless it has its place already. */
export function addConnection(state: ConnectionState, connection: Connection): ConnectionState {
  const { connector } = connection
  if (findConnection(state, connector)) return updateConnection(state, connection)
  return setBeside(state, connector.namespace, [...listBeside(state, connector.namespace), connection])
}

/** Takes over what has changed in a connection, wherever it stands. One that is gone stays gone. */
export function updateConnection(state: ConnectionState, connection: Connection): ConnectionState {
  const { namespace, id } = connection.connector
  if (getConnection(state, namespace)?.connector.id === id) return setStatus(state, namespace, 'connected', connection)
  const beside = listBeside(state, namespace).map((other) => (other.connector.id === id ? connection : other))
  return setBeside(state, namespace, beside)
}

/** Takes a connection out. When it was in use the newest beside it takes its place. */
export function removeConnection(state: ConnectionState, { namespace, id }: ConnectorKey): ConnectionState {
  const beside = listBeside(state, namespace).filter(({ connector }) => connector.id !== id)
  if (getConnection(state, namespace)?.connector.id !== id) return setBeside(state, namespace, beside)
  const [next, ...rest] = beside
  return setBeside(setStatus(state, namespace, next ? 'connected' : 'disconnected', next), namespace, rest)
}

function setBeside(state: ConnectionState, namespace: Namespace, beside: readonly Connection[]): ConnectionState {
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
