import type { Connection } from '../../adapter.ts'
import type { Namespace } from '../../network.ts'
import type { ConnectionState } from './connection.ts'

/** Connections of a namespace that are not in use, newest first. */
export function getOthers(state: ConnectionState, namespace: Namespace): readonly Connection[] {
  return state.byNamespace[namespace]?.others ?? []
}
