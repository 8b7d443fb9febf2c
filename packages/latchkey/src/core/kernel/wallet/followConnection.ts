import type { Connector, SavedConnection } from '../../adapter.ts'
import type { Instance } from '../../latchkey.ts'
import { NAMESPACES, type Namespace } from '../../network.ts'
import { adoptConnection, releaseConnection } from './adoptConnection.ts'
import { applyChange, closeWithoutAddress } from './applyChange.ts'
import { getConnection } from './connection.ts'
import { getAdapter } from './getAdapter.ts'
import { findKept, listKept, toKey } from './kept.ts'
import { orderAccounts } from './orderAccounts.ts'
import { findConnector, restoreConnection } from './reconnect.ts'
import { readConnection } from './records.ts'
import { readConnections } from './savedConnections.ts'
import { takeIntoUse } from './takeIntoUse.ts'
import { WALLET_CONNECT_ID } from './walletConnect/walletConnectId.ts'

/** Takes over what another tab did to the connections of a namespace: a new wallet, another one in use, another account, or an end (F-55). */
export function followConnection(instance: Instance, namespace: Namespace): void {
  const { stores, services, options } = instance
  // Until this page has restored its own state it has nothing to compare.
  if (!stores.connection.get().restored) return
  const saved = readConnections(services.storage, namespace)
  let isChanged = releaseGone(instance, namespace, saved)
  const [wanted] = saved
  const kept = wanted && findKept(stores.connection.get(), { namespace, id: wanted.connectorId })
  if (kept && getConnection(stores.connection.get(), namespace) !== kept) {
    takeIntoUse(instance, kept, 'inUse')
    isChanged = true
  }
  if (isChanged && !getConnection(stores.connection.get(), namespace)) closeWithoutAddress(instance, namespace)
  if (isChanged) tell(instance, namespace)
  if (options.enableReconnect) for (const each of saved) askFor(instance, namespace, each)
}

/** Forgets what another tab has left. One that this tab is leaving itself has no watch any more, and is not news. */
function releaseGone(instance: Instance, namespace: Namespace, saved: readonly SavedConnection[]): boolean {
  const { stores, live } = instance
  const gone = listKept(stores.connection.get(), namespace).filter(
    ({ connector }) =>
      live.watches.has(toKey(connector)) && !saved.some(({ connectorId }) => connectorId === connector.id),
  )
  for (const { connector } of gone) releaseConnection(instance, connector)
  if (gone.length > 0) void releaseSession(instance)
  return gone.length > 0
}

/** Lets go of the session that no namespace uses any more. */
async function releaseSession(instance: Instance): Promise<void> {
  const wc = await instance.live.walletConnect
  const { connection } = instance.stores
  if (!wc || NAMESPACES.some((namespace) => findKept(connection.get(), { namespace, id: WALLET_CONNECT_ID }))) return
  const { closeSession } = await import('./walletConnect/closeSession.ts')
  closeSession(instance, wc)
}

/** Asks quietly for a wallet that this tab lacks, and for another account of one that it has. */
function askFor(instance: Instance, namespace: Namespace, saved: SavedConnection): void {
  const connection = findKept(instance.stores.connection.get(), { namespace, id: saved.connectorId })
  const connector = findConnector(instance, namespace, saved.connectorId)
  if (!connection) {
    if (!connector && saved.connectorId !== WALLET_CONNECT_ID) return
    void askOnce(instance, namespace, saved, () => restoreConnection(instance, namespace, saved))
  } else if (connector && connection.accounts[0]?.address !== saved.address) {
    void askOnce(instance, namespace, saved, () => followAccount(instance, connector, saved))
  }
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

/** Takes over another account, once the wallet itself agrees; otherwise two tabs could overrule each other for ever. */
async function followAccount(instance: Instance, connector: Connector, saved: SavedConnection): Promise<void> {
  const { namespace } = connector
  const { stores, services } = instance
  const found = await getAdapter(instance, connector)
    ?.reconnect(connector, saved)
    .catch(() => null)
  const connection = found && orderAccounts(found, saved)
  if (!connection || instance.signal.aborted || connection.accounts[0]?.address !== saved.address) return
  const now = findKept(stores.connection.get(), { namespace, id: connector.id })
  const wanted = readConnections(services.storage, namespace).find(({ connectorId }) => connectorId === connector.id)
  if (!now || now.accounts[0]?.address === saved.address || wanted?.address !== saved.address) return
  const isInUse = readConnection(services.storage, namespace)?.connectorId === connector.id
  adoptConnection(instance, {
    connection,
    place: isInUse ? 'inUse' : 'aside',
    onChange: (told, change) => applyChange(instance, told, change),
  })
  tell(instance, namespace)
}

/** Tells the host at once, and the visitor where they look: in the open modal, else at its next opening. */
function tell(instance: Instance, namespace: Namespace): void {
  instance.fail({ code: 'CHANGED_IN_OTHER_TAB', step: 'restore', final: false, namespace })
  // After a close that the change itself has brought.
  instance.run((actions) => {
    if (instance.stores.modal.get().open)
      actions.showToast(instance, { variant: 'notice', code: 'CHANGED_IN_OTHER_TAB' })
    else instance.live.hasChanged = true
  })
}
