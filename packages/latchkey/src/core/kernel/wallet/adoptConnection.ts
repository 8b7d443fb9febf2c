import type { Connection, ConnectionChange } from '../../adapter.ts'
import type { Instance } from '../../latchkey.ts'
import type { Namespace } from '../../network.ts'
import { sayStorageDenied } from '../shell/sayStorageDenied.ts'
import { setAccounts } from './accounts.ts'
import { addRecent } from './addRecent.ts'
import { setStatus } from './connection.ts'
import { getAdapter } from './getAdapter.ts'
import { setActiveNetwork } from './networks.ts'
import { readConnection } from './records.ts'
import { WALLET_CONNECT_ID } from './walletConnect/walletConnectId.ts'
import { writeActive, writeConnection, writeNetworkId, writeRecent } from './writeRecords.ts'

/**
 * Makes a connection the one of its namespace: stores, storage, and ears for what the wallet tells.
 * `activate` also makes its namespace the active one. `onChange` is handed every change from then on.
 */
export function adoptConnection(
  instance: Instance,
  parameters: {
    connection: Connection
    activate: boolean
    onChange: (namespace: Namespace, change: ConnectionChange) => void
  },
): void {
  const { connection, activate, onChange } = parameters
  const { stores, live } = instance
  const { namespace } = connection.connector

  live.watches.get(namespace)?.()
  live.watches.delete(namespace)
  stores.accounts.set((state) => setAccounts(state, namespace, connection.accounts))
  stores.connection.set((state) => setStatus(state, namespace, 'connected', connection))
  stores.networks.set((state) => setActiveNetwork(state, namespace, connection.networkId, activate))
  const { id, explorerId } = connection.connector
  // A session's own id says nothing of its wallet; the wallet that was chosen does, where one was.
  const recentId = id === WALLET_CONNECT_ID ? explorerId : id
  if (recentId) stores.connectors.set((state) => addRecent(state, recentId))
  saveConnection(instance, connection)
  if (activate) writeActive(instance.services.storage, namespace)

  const stop = getAdapter(instance, connection.connector)?.watchConnection(connection, (change) =>
    onChange(namespace, change),
  )
  if (stop) live.watches.set(namespace, stop)
}

/** Keeps a connection for the next page load and for other tabs. */
export function saveConnection(instance: Instance, connection: Connection): void {
  const { storage } = instance.services
  const { namespace, id: connectorId } = connection.connector
  const saved = { connectorId, networkId: connection.networkId, address: connection.accounts[0]?.address }
  const known = readConnection(storage, namespace)
  if (
    known?.connectorId !== saved.connectorId ||
    known.networkId !== saved.networkId ||
    known.address !== saved.address
  ) {
    writeConnection(storage, namespace, saved)
  }
  writeNetworkId(storage, namespace, connection.networkId)
  writeRecent(storage, instance.stores.connectors.get().recent)
  if (!storage.isPersistent()) sayStorageDenied(instance)
}

/** Forgets the connection of a namespace in this page; storage and the wallet are the caller's business. */
export function releaseConnection(instance: Instance, namespace: Namespace): void {
  instance.live.watches.get(namespace)?.()
  instance.live.watches.delete(namespace)
  instance.stores.connection.set((state) => setStatus(state, namespace, 'disconnected'))
  instance.stores.accounts.set((state) => setAccounts(state, namespace, []))
}
