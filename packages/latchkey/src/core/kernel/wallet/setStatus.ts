import type { Connection } from '../../adapter.ts'
import type { Namespace } from '../../network.ts'
import type { ConnectionState, ConnectionStatus } from './connection.ts'

/** Puts a namespace into a status; a connection in use that is not named is gone, others stay. */
export function setStatus(
  state: ConnectionState,
  namespace: Namespace,
  status: ConnectionStatus,
  connection?: Connection | undefined,
): ConnectionState {
  const others = state.byNamespace[namespace]?.others
  return {
    ...state,
    byNamespace: { ...state.byNamespace, [namespace]: { status, connection, ...(others && { others }) } },
  }
}
