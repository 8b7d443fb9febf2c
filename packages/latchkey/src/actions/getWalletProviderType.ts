import { getConnection } from '../core/kernel/connections/connection.ts'
import type { ConnectorType } from '../core/types/adapter.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { Namespace } from '../core/types/network.ts'

/** How the wallet in use of a namespace (default: the active one) is reached; undefined where none is. */
export function getWalletProviderType(latchkey: Latchkey, namespace?: Namespace): ConnectorType | undefined {
  const { connection, networks } = latchkey.instance.stores
  return getConnection(connection.get(), namespace ?? networks.get().activeNamespace)?.connector.type
}
