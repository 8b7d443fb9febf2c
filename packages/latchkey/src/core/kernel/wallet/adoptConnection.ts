import type { Connection, ConnectionChange, Connector, SavedConnection } from '../../adapter.ts'
import type { Instance } from '../../latchkey.ts'
import type { Namespace } from '../../network.ts'
import { sayStorageDenied } from '../shell/sayStorageDenied.ts'
import { addRecent } from './addRecent.ts'
import { getConnection } from './connection.ts'
import { getAdapter } from './getAdapter.ts'
import { type ConnectorKey, dropKept, putAside, toKey } from './kept.ts'
import { setActiveNetwork } from './networks.ts'
import { keepSaved, readConnections } from './savedConnections.ts'
import { setAccounts } from './setAccounts.ts'
import { takeIntoUse } from './takeIntoUse.ts'
import { WALLET_CONNECT_ID } from './walletConnect/walletConnectId.ts'
import { eraseLeft, writeNetworkId, writeRecent } from './writeRecords.ts'

/** Where a connection goes: into use and its namespace into the foreground, into use, or beside the one in use. */
export type Place = 'active' | 'inUse' | 'aside'

/**
 * Takes a connection into this page: stores, storage, and ears for what the wallet tells. Whatever was in use in its namespace
 * stays connected. `onChange` is handed every change from then on.
 */
export function adoptConnection(
  instance: Instance,
  parameters: {
    connection: Connection
    place: Place
    /** False for one that only stands in for the one in use: storage goes on to name that. Default true. */
    isKept?: boolean | undefined
    onChange: (connector: Connector, change: ConnectionChange) => void
  },
): void {
  const { connection, place, isKept = true, onChange } = parameters
  const { stores, live } = instance
  const { connector } = connection
  const key = toKey(connector)

  live.watches.get(key)?.()
  live.watches.delete(key)
  if (place === 'aside') stores.connection.set((state) => putAside(state, connection))
  else takeIntoUse(instance, connection, place)
  // A session's own id says nothing of its wallet; the wallet that was chosen does, where one was.
  const recentId = connector.id === WALLET_CONNECT_ID ? connector.explorerId : connector.id
  const isNews = place === 'active' || (recentId && !stores.connectors.get().recent.includes(recentId))
  if (recentId && isNews) stores.connectors.set((state) => addRecent(state, recentId))
  if (isKept) saveConnection(instance, connection)

  const stop = getAdapter(instance, connector)?.watchConnection(connection, (change) => onChange(connector, change))
  if (stop) live.watches.set(key, stop)
}

/** Keeps a connection for the next page load and for other tabs, as what it is now: in use or beside that. */
export function saveConnection(instance: Instance, connection: Connection): void {
  const { storage } = instance.services
  const { namespace, id: connectorId } = connection.connector
  const isInUse = getConnection(instance.stores.connection.get(), namespace)?.connector.id === connectorId
  const address = connection.accounts[0]?.address
  const known = readConnections(storage, namespace).find((saved) => saved.connectorId === connectorId)
  const saved: SavedConnection = {
    connectorId,
    networkId: connection.networkId,
    ...(address !== undefined && { address }),
    ...(known?.isChosen && known.address === address && { isChosen: true }),
  }
  keepSaved(storage, namespace, { saved, isInUse })
  eraseLeft(storage, namespace, connectorId)
  if (isInUse) writeNetworkId(storage, namespace, connection.networkId)
  writeRecent(storage, instance.stores.connectors.get().recent)
  if (!storage.isPersistent()) sayStorageDenied(instance)
  followByCookie(instance)
}

/** Begins to keep a copy for a server, once, where the site asked for that. */
export function followByCookie(instance: Instance): void {
  const { options, live, services } = instance
  if (options.storage !== 'cookie' || live.said.has('COOKIE')) return
  live.said.add('COOKIE')
  import('./writeCookie.ts').then(
    ({ writeCookie }) => writeCookie(instance),
    (cause) => services.logger.error('Cookies could not be written.', { cause }),
  )
}

/**
 * Forgets a connection in this page; storage and the wallet are the caller's business. When it was in use the newest of the
 * others takes its place.
 */
export function releaseConnection(instance: Instance, connector: ConnectorKey): void {
  const { live, stores } = instance
  const { namespace } = connector
  const key = toKey(connector)
  live.watches.get(key)?.()
  live.watches.delete(key)
  const wasInUse = getConnection(stores.connection.get(), namespace)?.connector.id === connector.id
  stores.connection.set((state) => dropKept(state, connector))
  if (wasInUse) showInUse(instance, namespace)
}

/** Shows accounts and network of whatever is in use in a namespace now. */
function showInUse(instance: Instance, namespace: Namespace): void {
  const { stores } = instance
  const next = getConnection(stores.connection.get(), namespace)
  stores.accounts.set((state) => setAccounts(state, namespace, next?.accounts ?? []))
  if (next) stores.networks.set((state) => setActiveNetwork(state, namespace, next.networkId, false))
}
