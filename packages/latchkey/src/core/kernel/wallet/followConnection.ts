import type { Connector, SavedConnection } from '../../adapter.ts'
import type { Instance } from '../../latchkey.ts'
import { NAMESPACES, type Namespace } from '../../network.ts'
import { showToast } from '../shell/showToast.ts'
import { adoptConnection, releaseConnection } from './adoptConnection.ts'
import { applyChange, closeWithoutAddress } from './applyChange.ts'
import { getConnection } from './connection.ts'
import { getAdapter } from './getAdapter.ts'
import { findConnector, restoreNamespace } from './reconnect.ts'
import { readConnection } from './records.ts'
import { WALLET_CONNECT_ID } from './walletConnect/walletConnectId.ts'

/** Takes over what another tab did to the connection of a namespace: a new wallet, another account, or its end (F-55). */
export function followConnection(instance: Instance, namespace: Namespace): void {
  const { stores, services, options } = instance
  // Until this page has restored its own state it has nothing to compare.
  if (!stores.connection.get().restored) return
  const saved = readConnection(services.storage, namespace)
  const connection = getConnection(stores.connection.get(), namespace)
  const isSession = saved?.connectorId === WALLET_CONNECT_ID
  const connector = saved && findConnector(instance, namespace, saved.connectorId)
  if (!saved && connection) {
    releaseConnection(instance, namespace)
    void releaseSession(instance)
    tell(instance, namespace)
    closeWithoutAddress(instance, namespace)
    return
  }
  if (!saved || !options.enableReconnect || (!connector && !isSession)) return
  if (!connection) {
    void askOnce(instance, namespace, saved, () => restoreNamespace(instance, namespace, saved))
    return
  }
  const isSame = connection.connector.id === saved.connectorId && connection.accounts[0]?.address === saved.address
  if (!isSame && connector) void askOnce(instance, namespace, saved, () => followAccount(instance, connector, saved))
}

/** Lets go of the session that no namespace uses any more. */
async function releaseSession(instance: Instance): Promise<void> {
  const wc = await instance.live.walletConnect
  const { connection } = instance.stores
  const isUsed = NAMESPACES.some((each) => getConnection(connection.get(), each)?.connector.id === WALLET_CONNECT_ID)
  if (!wc || isUsed) return
  const { closeSession } = await import('./walletConnect/closeSession.ts')
  closeSession(instance, wc)
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
  const connection = await getAdapter(instance, connector)
    ?.reconnect(connector, saved)
    .catch(() => null)
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

function tell(instance: Instance, namespace: Namespace): void {
  instance.fail({ code: 'CHANGED_IN_OTHER_TAB', step: 'restore', final: false, namespace })
  if (instance.stores.modal.get().open) showToast(instance, { variant: 'success', key: 'changedInOtherTab' })
}
