import type { Adapter, Connection } from '../../adapter.ts'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Instance } from '../../latchkey.ts'
import type { Namespace } from '../../network.ts'
import { getConnection } from './connection.ts'
import { getAdapter } from './getAdapter.ts'

/** The connection of a namespace (default: the active one) and its adapter; throws `NOT_CONNECTED` without one. */
export function demandConnection(
  instance: Instance,
  namespace: Namespace | undefined,
): { readonly connection: Connection; readonly adapter: Adapter } {
  const wanted = namespace ?? instance.stores.networks.get().activeNamespace
  const connection = getConnection(instance.stores.connection.get(), wanted)
  const adapter = connection && getAdapter(instance, connection.connector)
  if (connection && adapter) return { connection, adapter }
  throw new LatchkeyError('NOT_CONNECTED', `No wallet is connected for ${wanted}.`, { facts: { namespace: wanted } })
}
