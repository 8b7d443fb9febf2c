import type { Instance } from '../../latchkey.ts'
import { NAMESPACES, type Namespace } from '../../network.ts'
import { setConnectors } from './connectors.ts'

/** Starts discovery in every namespace and keeps the connectors store up to date. */
export function watchAdapters(instance: Instance): void {
  for (const namespace of NAMESPACES) watchAdapter(instance, namespace)
}

/** Starts discovery in one namespace, until its watch is stopped. */
export function watchAdapter(instance: Instance, namespace: Namespace): void {
  const { adapters, live, stores } = instance
  const adapter = adapters[namespace]
  const stop = adapter?.watchConnectors((connectors) =>
    stores.connectors.set((state) => setConnectors(state, namespace, connectors)),
  )
  if (stop) live.watches.set(namespace, stop)
  if (adapter?.watchHostConnections) instance.run((actions) => actions.followHost(instance, namespace))
}
