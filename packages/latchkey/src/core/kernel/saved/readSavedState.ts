import type { SavedConnection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { NAMESPACES, type Namespace } from '../../types/network.ts'
import type { InitialState } from '../../types/options.ts'
import { type ConnectionState, getConnection } from '../connections/connection.ts'
import { findNetwork, setActiveNetwork } from '../networks/networks.ts'
import { readActive, readConnection, readNetworkId, readRecent } from './records.ts'

/** Takes over what earlier page loads kept. Reads only. Returns the connections in use then, which wait to be restored. */
export function readSavedState(instance: Instance): NonNullable<InitialState['connections']> {
  const { stores, services, options } = instance
  const connections: Partial<Record<Namespace, SavedConnection>> = {}
  for (const namespace of NAMESPACES) {
    const saved =
      options.enableReconnect && isServed(instance, namespace) && readConnection(services.storage, namespace)
    if (saved) connections[namespace] = saved
  }
  instance.batch(() => {
    readChoices(instance)
    stores.connection.set((state) => waitFor(state, connections))
  })
  return connections
}

/** The state in which saved connections are being restored, and nothing else is. */
export function waitFor(state: ConnectionState, connections: InitialState['connections'] = {}): ConnectionState {
  const waiting = Object.entries(connections).map(([namespace, saved]) => [namespace, { status: 'connecting', saved }])
  return { ...state, byNamespace: Object.fromEntries(waiting) }
}

/** Takes over the networks, the active namespace and the recent wallets as storage has them now. */
export function readChoices({ stores, services, options }: Instance): void {
  const { storage } = services
  for (const namespace of NAMESPACES) {
    const networkId = readNetworkId(storage, namespace)
    // With a connection the wallet says where it is; a record only speaks for namespaces without one.
    if (!networkId || getConnection(stores.connection.get(), namespace)) continue
    if (findNetwork(stores.networks.get(), networkId)) {
      stores.networks.set((state) => setActiveNetwork(state, namespace, networkId, false))
    }
  }
  const active = readActive(storage)
  if (active && options.networks.some((network) => network.chainNamespace === active)) {
    stores.networks.set((state) => (state.activeNamespace === active ? state : { ...state, activeNamespace: active }))
  }
  const recent = readRecent(storage)
  stores.connectors.set((state) => (state.recent.join() === recent.join() ? state : { ...state, recent }))
}

/** Whether anything here can hold a connection of a namespace: its adapter, or a way. */
export function isServed(instance: Instance, namespace: Namespace): boolean {
  return !!instance.adapters[namespace] || Object.values(instance.ways).some((way) => way.serves(instance, namespace))
}
