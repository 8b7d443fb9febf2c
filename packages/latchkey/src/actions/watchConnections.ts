import type { Connection } from '../core/types/adapter.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { Namespace } from '../core/types/network.ts'
import { getConnections } from './getConnections.ts'

/**
 * Calls back with every connected wallet, of one namespace or of all, now and then at each change of theirs, also where another
 * namespace is the active one, of which alone `latchkey.subscribe` tells. Order as `getConnections`. Returns the way to stop.
 */
export function watchConnections(
  latchkey: Latchkey,
  listener: (connections: readonly Connection[]) => void,
  namespace?: Namespace,
): () => void {
  const { stores, services } = latchkey.instance
  let known: readonly Connection[] | undefined
  const look = (): void => {
    const next = getConnections(latchkey, namespace)
    if (known?.length === next.length && next.every((each, at) => each === known?.[at])) return
    known = next
    try {
      listener(next)
    } catch (error) {
      services.logger.error('A listener failed.', { error })
    }
  }
  const stop = stores.connection.watch(look)
  look()
  return stop
}
