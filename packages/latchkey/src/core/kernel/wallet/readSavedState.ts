import type { Instance } from '../../latchkey.ts'
import { NAMESPACES } from '../../network.ts'
import { setStatus } from './connection.ts'
import { findNetwork, setActiveNetwork } from './networks.ts'
import { readActive, readConnection, readNetworkId, readRecent } from './records.ts'

/** Takes over what earlier page loads kept: networks, the active namespace, recent wallets. Reads only. Returns whether a connection waits to be restored. */
export function readSavedState(instance: Instance): boolean {
  const { stores, services, options } = instance
  let isWaiting = false
  stores.connectors.set((state) => ({ ...state, recent: readRecent(services.storage) }))
  for (const namespace of NAMESPACES) {
    const networkId = readNetworkId(services.storage, namespace)
    if (networkId && findNetwork(stores.networks.get(), networkId)) {
      stores.networks.set((state) => setActiveNetwork(state, namespace, networkId, false))
    }
    if (options.enableReconnect && instance.adapters[namespace] && readConnection(services.storage, namespace)) {
      stores.connection.set((state) => setStatus(state, namespace, 'connecting'))
      isWaiting = true
    }
  }
  const active = readActive(services.storage)
  if (active && options.networks.some((network) => network.chainNamespace === active)) {
    stores.networks.set((state) => ({ ...state, activeNamespace: active }))
  }
  return isWaiting
}
