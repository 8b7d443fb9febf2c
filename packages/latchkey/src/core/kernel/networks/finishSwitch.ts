import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'
import { getConnection } from '../connections/connection.ts'

/** Ends a switch that waits for the network on which the wallet in use of a namespace is now. Returns whether one did. */
export function finishSwitch({ stores, live }: Instance, namespace: Namespace): boolean {
  const state = stores.connection.get()
  const connection = getConnection(state, namespace)
  const { attempt } = state
  if (!connection || !live.attempt || attempt?.kind !== 'switch' || attempt.networkId !== connection.networkId)
    return false
  live.attempt.win(connection)
  return true
}
