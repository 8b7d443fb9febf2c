import type { Connector, SavedConnection } from '../../adapter.ts'
import type { Instance } from '../../latchkey.ts'
import { NAMESPACES, type Namespace } from '../../network.ts'
import { adoptConnection, releaseConnection } from './adoptConnection.ts'
import { applyChange, closeWithoutAddress } from './applyChange.ts'
import { getConnection } from './connection.ts'
import { findNetwork, setActiveNetwork } from './networks.ts'
import { findConnector, restoreNamespace } from './reconnect.ts'
import { RECORDS, readActive, readConnection, readNetworkId, readRecent } from './records.ts'

/**
 * Keeps this tab in step with the site's other tabs: connections, accounts, networks and disconnects are taken over at
 * once, and everything is read again when the page becomes visible (F-55). Returns the way to stop.
 */
export function followTabs(instance: Instance): () => void {
  const { storage, browser } = instance.services
  const readChoices = (): void => {
    followNetworks(instance)
    const recent = readRecent(storage)
    instance.stores.connectors.set((state) => (state.recent.join() === recent.join() ? state : { ...state, recent }))
  }
  const readAll = (): void => {
    for (const namespace of NAMESPACES) followConnection(instance, namespace)
    readChoices()
  }
  const stopStorage = storage.watch((name) => {
    const namespace = NAMESPACES.find((each) => name === RECORDS.connector(each))
    if (namespace) followConnection(instance, namespace)
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

function followConnection(instance: Instance, namespace: Namespace): void {
  const { stores, services, adapters, options } = instance
  const adapter = adapters[namespace]
  // Until this page has restored its own state it has nothing to compare.
  if (!adapter || !stores.connection.get().restored) return
  const saved = readConnection(services.storage, namespace)
  const connection = getConnection(stores.connection.get(), namespace)
  const connector = saved && findConnector(instance, namespace, saved.connectorId)
  if (!saved && connection) {
    releaseConnection(instance, namespace)
    tell(instance, namespace)
    closeWithoutAddress(instance, namespace)
    return
  }
  if (!saved || !options.enableReconnect || !connector) return
  if (!connection) {
    void askOnce(instance, namespace, saved, () => restoreNamespace(instance, namespace, saved))
    return
  }
  const isSame = connection.connector.id === saved.connectorId && connection.accounts[0]?.address === saved.address
  if (!isSame) void askOnce(instance, namespace, saved, () => followAccount(instance, connector, saved))
}

/** One quiet question a wallet and account at a time: a write in another tab is heard more than once. */
async function askOnce(
  instance: Instance,
  namespace: Namespace,
  saved: SavedConnection,
  ask: () => Promise<void>,
): Promise<void> {
  const { restoring } = instance.live
  const key = `${namespace}/${saved.connectorId} ${saved.address}`
  if (restoring.has(key)) return
  restoring.add(key)
  await ask()
  restoring.delete(key)
}

/** Takes over another account or wallet, once the wallet itself agrees; otherwise two tabs could overrule each other for ever. */
async function followAccount(instance: Instance, connector: Connector, saved: SavedConnection): Promise<void> {
  const { namespace } = connector
  const connection = await instance.adapters[namespace]?.reconnect(connector, saved).catch(() => null)
  if (!connection || instance.signal.aborted || connection.accounts[0]?.address !== saved.address) return
  const now = getConnection(instance.stores.connection.get(), namespace)
  const isSame = now?.connector.id === saved.connectorId && now.accounts[0]?.address === saved.address
  if (!now || isSame || readConnection(instance.services.storage, namespace)?.address !== saved.address) return
  adoptConnection(instance, {
    connection,
    activate: false,
    onChange: (changed, change) => applyChange(instance, changed, change),
  })
  tell(instance, namespace)
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

function tell(instance: Instance, namespace: Namespace): void {
  instance.fail({ code: 'CHANGED_IN_OTHER_TAB', step: 'restore', final: false, namespace })
  if (!instance.stores.modal.get().open) return
  void import('../shell/showToast.ts').then(({ showToast }) =>
    showToast(instance, { variant: 'success', key: 'changedInOtherTab' }),
  )
}
