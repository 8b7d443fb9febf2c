import type { Connection, Connector } from '../../adapter.ts'
import { NAMESPACES, type Namespace } from '../../network.ts'
import { type ConnectionState, getConnection } from './connection.ts'
import { getOthers } from './getOthers.ts'
import { setStatus } from './setStatus.ts'

/** What tells connections apart: one connector gives one connection in its namespace. */
export type ConnectorKey = Pick<Connector, 'namespace' | 'id'>

/** The key of a connector among those of every namespace. */
export function toKey({ namespace, id }: ConnectorKey): string {
  return `${namespace}/${id}`
}

/** Every connection of a namespace, or of all: in each namespace the one in use first. */
export function listKept(state: ConnectionState, namespace?: Namespace | undefined): readonly Connection[] {
  return NAMESPACES.filter((each) => namespace === undefined || each === namespace).flatMap((each) => [
    ...[getConnection(state, each) ?? []].flat(),
    ...getOthers(state, each),
  ])
}

/** The connection of a connector, in use or not. */
export function findKept(state: ConnectionState, { namespace, id }: ConnectorKey): Connection | undefined {
  return listKept(state, namespace).find(({ connector }) => connector.id === id)
}

/** Makes a connection the one in use of its namespace. The one that was stays connected, as the newest of the others. */
export function putInUse(state: ConnectionState, connection: Connection): ConnectionState {
  const { namespace, id } = connection.connector
  const rest = listKept(state, namespace).filter(({ connector }) => connector.id !== id)
  return setOthers(setStatus(state, namespace, 'connected', connection), namespace, rest)
}

/** Keeps a connection beside the one in use, as the oldest of the others unless it has its place already. */
export function putAside(state: ConnectionState, connection: Connection): ConnectionState {
  const { connector } = connection
  if (findKept(state, connector)) return updateKept(state, connection)
  return setOthers(state, connector.namespace, [...getOthers(state, connector.namespace), connection])
}

/** Takes over what has changed in a connection, wherever it stands. One that is gone stays gone. */
export function updateKept(state: ConnectionState, connection: Connection): ConnectionState {
  const { namespace, id } = connection.connector
  if (getConnection(state, namespace)?.connector.id === id) return setStatus(state, namespace, 'connected', connection)
  const others = getOthers(state, namespace).map((other) => (other.connector.id === id ? connection : other))
  return setOthers(state, namespace, others)
}

/** Takes a connection out. When it was in use the newest of the others takes its place. */
export function dropKept(state: ConnectionState, { namespace, id }: ConnectorKey): ConnectionState {
  const others = getOthers(state, namespace).filter(({ connector }) => connector.id !== id)
  if (getConnection(state, namespace)?.connector.id !== id) return setOthers(state, namespace, others)
  const [next, ...rest] = others
  return setOthers(setStatus(state, namespace, next ? 'connected' : 'disconnected', next), namespace, rest)
}

function setOthers(state: ConnectionState, namespace: Namespace, others: readonly Connection[]): ConnectionState {
  const entry = state.byNamespace[namespace] ?? { status: 'disconnected', connection: undefined }
  if (others.length === 0 && !entry.others) return state
  const { others: _before, ...rest } = entry
  return {
    ...state,
    byNamespace: { ...state.byNamespace, [namespace]: others.length > 0 ? { ...rest, others } : rest },
  }
}
