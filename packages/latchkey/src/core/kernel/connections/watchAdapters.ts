import { runLater } from '../../lazy.ts'
import type { Instance } from '../../types/latchkey.ts'
import { NAMESPACES, type Namespace } from '../../types/network.ts'
import type { ConnectionState } from './connection.ts'
import { setConnectors } from './connectors.ts'

/** Starts discovery in every namespace and keeps the connectors store up to date. */
export function watchAdapters(instance: Instance): void {
  for (const namespace of NAMESPACES) watchAdapter(instance, namespace)
}

/** Starts discovery in one namespace, until its watch is stopped. */
export function watchAdapter(instance: Instance, namespace: Namespace): void {
  const { adapters, live, stores } = instance
  const adapter = adapters[namespace]
  if (!adapter) return
  const ends = [
    adapter.watchConnectors((connectors) =>
      stores.connectors.set((state) => setConnectors(state, namespace, connectors)),
    ),
  ]
  live.watches.set(namespace, () => {
    for (const end of ends) end()
  })
  if (!adapter.watchHostConnections) return
  // A page on which nobody is connected, here or in the site's own library, does without that code.
  const follow = (): void =>
    runLater(
      instance,
      () => import('./followHost.ts'),
      (code) => code.followHost(instance, namespace, ends.splice(1)),
    )
  const look = ({ byNamespace }: ConnectionState): void => {
    const { connection, beside } = byNamespace[namespace] ?? {}
    // One that is being asked is nobody's yet.
    if (connection || beside?.length) follow()
  }
  ends.push(adapter.watchHostConnections(follow), stores.connection.watch(look))
  look(stores.connection.get())
}
