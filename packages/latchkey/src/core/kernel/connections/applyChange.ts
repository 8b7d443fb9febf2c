import type { Account, Connection, ConnectionChange } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { NetworkId } from '../../types/network.ts'
import { runAfterConnect } from '../attempt/runAfterConnect.ts'
import { finishSwitch } from '../networks/finishSwitch.ts'
import { setActiveNetwork } from '../networks/networks.ts'
import { eraseSaved, readConnections } from '../saved/savedConnections.ts'
import { getConnection } from './connection.ts'
import { findConnection, updateConnection } from './connectionByConnector.ts'
import type { ConnectorKey } from './connectionList.ts'
import { orderAccounts, releaseConnection, saveChange } from './keepConnection.ts'
import { setAccounts } from './makeCurrent.ts'

/**
 * Takes over what a wallet tells about its connection by itself: other accounts, another network, or its end. What a wallet
 * tells that is not the one in use changes its stored connection only.
 */
export function applyChange(instance: Instance, connector: ConnectorKey, change: ConnectionChange): void {
  const connection = findConnection(instance.stores.connection.get(), connector)
  if (connection) instance.batch(() => apply(instance, connection, change))
}

function apply(instance: Instance, connection: Connection, change: ConnectionChange): void {
  if ('ended' in change || ('accounts' in change && change.accounts.length === 0)) endConnection(instance, connection)
  else if ('accounts' in change) changeAccounts(instance, connection, change.accounts)
  else if ('networkId' in change) changeNetwork(instance, connection, change.networkId)
  else {
    const { approvedNetworkIds } = change
    instance.stores.connection.set((state) => updateConnection(state, { ...connection, approvedNetworkIds }))
  }
}

function endConnection(instance: Instance, { connector }: Connection): void {
  const { services, stores } = instance
  const { namespace, id } = connector
  const wasCurrent = isCurrent(instance, connector)
  eraseSaved(services.storage, namespace, id)
  releaseConnection(instance, connector)
  instance.track('DISCONNECT_SUCCESS', { namespace })
  if (!wasCurrent) return
  const next = getConnection(stores.connection.get(), namespace)
  if (next) saveChange(instance, next)
  instance.tell({ kind: 'ended', namespace })
}

function changeAccounts(instance: Instance, connection: Connection, accounts: readonly Account[]): void {
  const { stores, options } = instance
  const { namespace } = connection.connector
  const next = keepChosen(instance, connection, { ...connection, accounts })
  const isNewAddress = connection.accounts[0]?.address !== next.accounts[0]?.address
  stores.connection.set((state) => updateConnection(state, next))
  const isShown = isCurrent(instance, connection.connector)
  if (isShown) stores.accounts.set((state) => setAccounts(state, namespace, next.accounts))
  saveChange(instance, next)
  // Steps such as sign-in hold for one address.
  if (!isShown || !isNewAddress || options.afterConnect.length === 0) return
  // A step that fails has told the host.
  runAfterConnect(instance, namespace).catch(() => undefined)
}

/**
 * A wallet that begins or ceases to share an account says nothing of the account that the visitor chose here; one that puts
 * another first of the same accounts, or a new one, does.
 */
function keepChosen({ services }: Instance, before: Connection, now: Connection): Connection {
  const { namespace, id } = before.connector
  const known = before.accounts.map(({ address }) => address)
  const isOther = now.accounts.length !== known.length || now.accounts.some(({ address }) => !known.includes(address))
  const saved = readConnections(services.storage, namespace).find(({ connectorId }) => connectorId === id)
  return saved && isOther && known.includes(now.accounts[0]?.address ?? '') ? orderAccounts(now, saved) : now
}

function changeNetwork(instance: Instance, connection: Connection, networkId: NetworkId): void {
  const { stores } = instance
  const { namespace } = connection.connector
  const isSame = connection.networkId === networkId
  if (!isSame) {
    const next: Connection = { ...connection, networkId }
    stores.connection.set((state) => updateConnection(state, next))
    saveChange(instance, next)
  }
  if (!isCurrent(instance, connection.connector)) return
  stores.networks.set((state) => setActiveNetwork(state, namespace, networkId, false))
  if (!isSame && stores.networks.get().activeNamespace === namespace)
    instance.track('SWITCH_NETWORK', { network: networkId })
  if (!finishSwitch(instance, namespace)) instance.tell({ kind: 'moved', connector: connection.connector })
}

function isCurrent(instance: Instance, { namespace, id }: ConnectorKey): boolean {
  return getConnection(instance.stores.connection.get(), namespace)?.connector.id === id
}
