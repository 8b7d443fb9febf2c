import type { Instance } from '../../latchkey.ts'
import { NAMESPACES, type Namespace } from '../../network.ts'
import { getConnection } from './connection.ts'
import { findNetwork, setActiveNetwork } from './networks.ts'
import { RECORDS, readActive, readConnection, readNetworkId, readRecent } from './records.ts'

/**
 * Keeps this tab in step with the site's other tabs: connections, accounts, networks and disconnects are taken over at
 * once, and everything is read again when the page becomes visible (F-55). Returns the way to stop.
 */
export function followTabs(instance: Instance): () => void {
  const { storage, browser } = instance.services
  const follow = (namespace: Namespace): void => {
    // Nothing kept and nothing connected is nothing to follow, and costs no code.
    const isIdle = !readConnection(storage, namespace) && !getConnection(instance.stores.connection.get(), namespace)
    if (isIdle || !instance.adapters[namespace]) return
    instance.live.run((actions) => actions.followConnection(instance, namespace))
  }
  const readChoices = (): void => {
    followNetworks(instance)
    const recent = readRecent(storage)
    instance.stores.connectors.set((state) => (state.recent.join() === recent.join() ? state : { ...state, recent }))
  }
  const readAll = (): void => {
    for (const namespace of NAMESPACES) follow(namespace)
    readChoices()
  }
  const stopStorage = storage.watch((name) => {
    const namespace = NAMESPACES.find((each) => name === RECORDS.connector(each))
    if (namespace) follow(namespace)
    else if (name === '') readAll()
    else readChoices()
  })
  const stopVisible = browser.watchVisible((visible) => {
    if (visible) readAll()
  })
  return () => {
    stopStorage()
    stopVisible()
  }
}

function followNetworks(instance: Instance): void {
  const { stores, services } = instance
  for (const namespace of NAMESPACES) {
    const networkId = readNetworkId(services.storage, namespace)
    // With a connection the wallet says where it is; a record only speaks for namespaces without one.
    if (!networkId || getConnection(stores.connection.get(), namespace)) continue
    if (findNetwork(stores.networks.get(), networkId)) {
      stores.networks.set((state) => setActiveNetwork(state, namespace, networkId, false))
    }
  }
  const active = readActive(services.storage)
  if (active && stores.networks.get().all.some((network) => network.chainNamespace === active)) {
    stores.networks.set((state) => (state.activeNamespace === active ? state : { ...state, activeNamespace: active }))
  }
}
