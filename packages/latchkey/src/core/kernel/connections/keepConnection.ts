import type { Connection, SavedConnection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'
import { setActiveNetwork } from '../networks/networks.ts'
import { keepSaved, readLeft, writeRecent } from '../saved/savedConnections.ts'
import { getConnection } from './connection.ts'
import { removeConnection } from './connectionByConnector.ts'
import { type ConnectorKey, toKey } from './connectionList.ts'
import { setAccounts } from './makeCurrent.ts'
import { sayStorageDenied } from './sayStorageDenied.ts'

/**
 * Keeps a connection for the next page load and for other tabs, as what it is now: in use or beside that. `isChosen` where the
 * visitor chose its account, so that the wallet's own order does not win at the next load.
 */
export function saveConnection(instance: Instance, connection: Connection, isChosen = false): void {
  const { storage } = instance.services
  const { namespace, id } = connection.connector
  const isCurrent = getConnection(instance.stores.connection.get(), namespace)?.connector.id === id
  keepSaved(storage, connection, { isCurrent, isChosen })
  writeRecent(storage, instance.stores.connectors.get().recent)
  if (!storage.isPersistent()) sayStorageDenied(instance)
  followByCookie(instance)
}

/** Keeps what changed of a connection, unless another tab has left its wallet: kept anew, it would be left in neither (F-55). */
export function saveChange(instance: Instance, connection: Connection): void {
  const { namespace, id } = connection.connector
  if (!readLeft(instance.services.storage, namespace).includes(id)) saveConnection(instance, connection)
}

/** Begins to keep a copy for a server, once, where the site asked for that. */
export function followByCookie(instance: Instance): void {
  const { options, live, services } = instance
  if (options.storage !== 'cookie' || live.said.has('COOKIE')) return
  live.said.add('COOKIE')
  import('../saved/writeCookie.ts').then(
    ({ writeCookie }) => writeCookie(instance),
    (cause) => services.logger.error('Cookies could not be written.', { cause }),
  )
}

/**
 * Forgets a connection in this page; storage and the wallet are the caller's business. When it was in use the newest beside
 * it takes its place.
 */
export function releaseConnection(instance: Instance, connector: ConnectorKey): void {
  const { live, stores } = instance
  const { namespace } = connector
  const key = toKey(connector)
  live.watches.get(key)?.()
  live.watches.delete(key)
  const wasCurrent = getConnection(stores.connection.get(), namespace)?.connector.id === connector.id
  instance.batch(() => {
    stores.connection.set((state) => removeConnection(state, connector))
    if (wasCurrent) showCurrent(instance, namespace)
  })
}

/** Shows accounts and network of whatever is in use in a namespace now. */
function showCurrent(instance: Instance, namespace: Namespace): void {
  const { stores } = instance
  const next = getConnection(stores.connection.get(), namespace)
  stores.accounts.set((state) => setAccounts(state, namespace, next?.accounts ?? []))
  if (next) stores.networks.set((state) => setActiveNetwork(state, namespace, next.networkId, false))
}

/** An account that the visitor chose among several comes first, where the wallet still shares it. */
export function orderAccounts(connection: Connection, { isChosen, address }: SavedConnection): Connection {
  const chosen = isChosen && connection.accounts.find((account) => account.address === address)
  if (!chosen) return connection
  return { ...connection, accounts: [chosen, ...connection.accounts.filter((account) => account !== chosen)] }
}
