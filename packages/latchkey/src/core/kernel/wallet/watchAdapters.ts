import type { Instance } from '../../latchkey.ts'
import { NAMESPACES } from '../../network.ts'
import { setConnectors } from './connectors.ts'

/** Starts discovery in every namespace and keeps the connectors store up to date. Returns the way to stop. */
export function watchAdapters(instance: Instance): () => void {
  const stops = NAMESPACES.flatMap((namespace) => {
    const adapter = instance.adapters[namespace]
    if (!adapter) return []
    return adapter.watchConnectors((connectors) =>
      instance.stores.connectors.set((state) => setConnectors(state, namespace, connectors)),
    )
  })
  return () => {
    for (const stop of stops) stop()
  }
}
