import type { Connection } from '../core/adapter.ts'
import { listKept } from '../core/kernel/wallet/kept.ts'
import type { Latchkey } from '../core/latchkey.ts'
import type { Namespace } from '../core/network.ts'

/** Every connected wallet, of one namespace or of all: in each namespace the one in use first, then the newest. */
export function getConnections(latchkey: Latchkey, namespace?: Namespace): readonly Connection[] {
  return listKept(latchkey.instance.stores.connection.get(), namespace)
}
