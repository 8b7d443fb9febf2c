import { listConnections } from '../core/kernel/connections/connectionList.ts'
import type { Connection } from '../core/types/adapter.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { Namespace } from '../core/types/network.ts'

/** Every connected wallet, of one namespace or of all: in each namespace the one in use first, then the newest. */
export function getConnections(latchkey: Latchkey, namespace?: Namespace): readonly Connection[] {
  return listConnections(latchkey.instance.stores.connection.get(), namespace)
}
