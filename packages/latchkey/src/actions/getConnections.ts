import type { Connection } from '../core/adapter.ts'
import { getConnection } from '../core/kernel/wallet/connection.ts'
import { getOthers } from '../core/kernel/wallet/getOthers.ts'
import type { Latchkey } from '../core/latchkey.ts'
import { NAMESPACES, type Namespace } from '../core/network.ts'

/** Every connected wallet, of one namespace or of all: in each namespace the one in use first, then the newest. */
export function getConnections(latchkey: Latchkey, namespace?: Namespace): readonly Connection[] {
  const state = latchkey.instance.stores.connection.get()
  return NAMESPACES.filter((known) => namespace === undefined || known === namespace).flatMap((known) => [
    ...[getConnection(state, known) ?? []].flat(),
    ...getOthers(state, known),
  ])
}
