import { runLater } from '../../lazy.ts'
import type { Connector, SavedConnection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { NAMESPACES, type Namespace } from '../../types/network.ts'
import { readConnection } from '../saved/records.ts'
import { readConnections } from '../saved/savedConnections.ts'
import { findWay, getAdapter } from '../way.ts'
import { adoptConnection } from './adoptConnection.ts'
import { getConnection } from './connection.ts'
import { findConnection } from './connectionByConnector.ts'
import { listConnections, toKey } from './connectionList.ts'
import { findConnector } from './findConnector.ts'
import { orderAccounts, releaseConnection } from './keepConnection.ts'
import { makeCurrent } from './makeCurrent.ts'
import { restoreConnection } from './reconnect.ts'

/** Takes over what another tab did to the connections of a namespace: a new wallet, another one in use, another account, or an end (F-55). */
export function followConnection(instance: Instance, namespace: Namespace): void {
  const { stores, services, options } = instance
  // Until this page has restored its own state it has nothing to compare.
  if (!stores.connection.get().restored) return
  const saved = readConnections(services.storage, namespace)
  const isChanged = instance.batch(() => {
    const isLeft = releaseGone(instance, namespace, saved)
    const [wanted] = saved
    const kept = wanted && findConnection(stores.connection.get(), { namespace, id: wanted.connectorId })
    if (!kept || getConnection(stores.connection.get(), namespace) === kept) return isLeft
    makeCurrent(instance, kept, 'current')
    return true
  })
  if (isChanged) tell(instance, namespace)
  if (options.enableReconnect) for (const each of saved) askFor(instance, namespace, each)
}

/** Forgets what another tab has left. One that this tab is leaving itself has no watch any more, and is not news. */
function releaseGone(instance: Instance, namespace: Namespace, saved: readonly SavedConnection[]): boolean {
  const { stores, live } = instance
  const gone = listConnections(stores.connection.get(), namespace).filter(
    ({ connector }) =>
      live.watches.has(toKey(connector)) && !saved.some(({ connectorId }) => connectorId === connector.id),
  )
  for (const { connector } of gone) releaseConnection(instance, connector)
  for (const { connector } of gone) releaseWay(instance, connector.id)
  return gone.length > 0
}

/** Has a way let go of what no namespace uses any more. */
function releaseWay(instance: Instance, id: string): void {
  const { connection } = instance.stores
  if (NAMESPACES.some((namespace) => findConnection(connection.get(), { namespace, id }))) return
  const way = findWay(instance, id)
  if (way)
    runLater(
      instance,
      () => way.load(),
      (calls) => void calls.release(instance),
    )
}

/** Asks quietly for a wallet that this tab lacks, and for another account of one that it has. */
function askFor(instance: Instance, namespace: Namespace, saved: SavedConnection): void {
  const connection = findConnection(instance.stores.connection.get(), { namespace, id: saved.connectorId })
  const connector = findConnector(instance, namespace, saved.connectorId)
  if (!connection) {
    if (!connector && !findWay(instance, saved.connectorId)) return
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
  // A wallet that does not answer does not agree: this tab stays with its account.
  const found = await getAdapter(instance, connector)
    ?.reconnect(connector, saved)
    .catch(() => null)
  const connection = found && orderAccounts(found, saved)
  if (!connection || instance.signal.aborted || connection.accounts[0]?.address !== saved.address) return
  const now = findConnection(stores.connection.get(), { namespace, id: connector.id })
  const wanted = readConnections(services.storage, namespace).find(({ connectorId }) => connectorId === connector.id)
  if (!now || now.accounts[0]?.address === saved.address || wanted?.address !== saved.address) return
  const isCurrent = readConnection(services.storage, namespace)?.connectorId === connector.id
  adoptConnection(instance, {
    connection,
    place: isCurrent ? 'current' : 'connected',
  })
  tell(instance, namespace)
}

/** Tells the host at once, and the visitor where they look: in the open modal, else at its next opening. */
function tell(instance: Instance, namespace: Namespace): void {
  instance.fail({ code: 'CHANGED_IN_OTHER_TAB', step: 'restore', final: false, namespace })
  instance.tell({ kind: 'changedElsewhere', namespace })
}
