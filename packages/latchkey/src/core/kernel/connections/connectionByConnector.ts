import type { Connection } from '../../types/adapter.ts'
import { type ConnectionState, getConnection } from './connection.ts'
import { type ConnectorKey, listBeside, listConnections, setBeside, setStatus } from './connectionList.ts'

/** The connection of a connector, in use or not. */
export function findConnection(state: ConnectionState, { namespace, id }: ConnectorKey): Connection | undefined {
  return listConnections(state, namespace).find(({ connector }) => connector.id === id)
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
