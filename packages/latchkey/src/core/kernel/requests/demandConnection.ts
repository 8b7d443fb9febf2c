import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Adapter, Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'
import { getConnection } from '../connections/connection.ts'
import { getAdapter } from '../way.ts'

/**
 * The connection of a namespace (default: the active one) and its adapter; throws `NOT_CONNECTED` without one. `meant` is the one
 * that was in use when somebody called what is asked now, while our code was being loaded: another wallet or account is never
 * asked in its place, and another network shows itself as `CHAIN_MISMATCH` (F-28).
 */
export function demandConnection(
  instance: Instance,
  namespace: Namespace | undefined,
  meant?: Connection | undefined,
): { readonly connection: Connection; readonly adapter: Adapter } {
  const wanted = namespace ?? instance.stores.networks.get().activeNamespace
  const connection = getConnection(instance.stores.connection.get(), wanted)
  const adapter = connection && getAdapter(instance, connection.connector)
  if (connection && adapter) {
    if (!meant || meant === connection) return { connection, adapter }
    if (toMark(meant) === toMark(connection)) {
      return { connection: { ...connection, networkId: meant.networkId }, adapter }
    }
  }
  throw new LatchkeyError('NOT_CONNECTED', `No wallet is connected for ${wanted}.`, { facts: { namespace: wanted } })
}

function toMark({ connector, accounts }: Connection): string {
  return `${connector.id} ${accounts[0]?.address}`
}
