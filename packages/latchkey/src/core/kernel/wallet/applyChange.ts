import type { Account, Connection, ConnectionChange } from '../../adapter.ts'
import type { Instance } from '../../latchkey.ts'
import type { Namespace, NetworkId } from '../../network.ts'
import { releaseConnection, saveConnection } from './adoptConnection.ts'
import { getConnection } from './connection.ts'
import { isOnWallets } from './isOnWallets.ts'
import { type ConnectorKey, findKept, updateKept } from './kept.ts'
import { findNetwork, setActiveNetwork } from './networks.ts'
import { orderAccounts } from './orderAccounts.ts'
import { eraseSaved, readConnections } from './savedConnections.ts'
import { setAccounts } from './setAccounts.ts'
import { settleNetwork } from './settleNetwork.ts'

/**
 * Takes over what a wallet tells about its connection by itself: other accounts, another network, or its end. What a wallet
 * tells that is not the one in use changes its stored connection only. Sources: adapters, sections 2 and 12.
 */
export function applyChange(instance: Instance, connector: ConnectorKey, change: ConnectionChange): void {
  const connection = findKept(instance.stores.connection.get(), connector)
  if (!connection) return
  if ('ended' in change || ('accounts' in change && change.accounts.length === 0)) endConnection(instance, connection)
  else if ('accounts' in change) changeAccounts(instance, connection, change.accounts)
  else if ('networkId' in change) changeNetwork(instance, connection, change.networkId)
  else {
    const { approvedNetworkIds } = change
    instance.stores.connection.set((state) => updateKept(state, { ...connection, approvedNetworkIds }))
  }
}

function endConnection(instance: Instance, { connector }: Connection): void {
  const { services, stores } = instance
  const { namespace, id } = connector
  const wasInUse = isInUse(instance, connector)
  eraseSaved(services.storage, namespace, id)
  releaseConnection(instance, connector)
  instance.track('DISCONNECT_SUCCESS', { namespace })
  if (!wasInUse) return
  const next = getConnection(stores.connection.get(), namespace)
  if (next) saveConnection(instance, next)
  else closeWithoutAddress(instance, namespace)
  const isShown = stores.modal.get().open && stores.connection.get().attempt?.kind !== 'connect'
  if (!next && !isShown) return
  instance.run((actions) => {
    if (next) settleNetwork(instance, namespace, next.networkId)
    // Where it has not closed: with another wallet in use, on the list of wallets, or embedded.
    if (isShown && stores.modal.get().open) actions.showToast(instance, { variant: 'success', key: 'walletRemoved' })
  })
}

/**
 * Closes the modal when the address it showed is gone. A visitor who is connecting another wallet, who looks at the list of
 * wallets, or who has an address in the active namespace still, is left alone. Source: views, 2.4.
 */
export function closeWithoutAddress(instance: Instance, namespace: Namespace): void {
  const { modal, connection, networks } = instance.stores
  if (!modal.get().open || connection.get().attempt?.kind === 'connect') return
  if (networks.get().activeNamespace !== namespace || isOnWallets(instance)) return
  instance.run((actions) => actions.closeModal(instance, 'disconnected'))
}

function changeAccounts(instance: Instance, connection: Connection, accounts: readonly Account[]): void {
  const { stores, options } = instance
  const { namespace } = connection.connector
  const next = keepChosen(instance, connection, { ...connection, accounts })
  const isNewAddress = connection.accounts[0]?.address !== next.accounts[0]?.address
  stores.connection.set((state) => updateKept(state, next))
  const isShown = isInUse(instance, connection.connector)
  if (isShown) stores.accounts.set((state) => setAccounts(state, namespace, next.accounts))
  saveConnection(instance, next)
  // Steps such as sign-in hold for one address (decisions, section 5).
  if (!isShown || !isNewAddress || options.afterConnect.length === 0) return
  instance.run((actions) => void actions.runAfterConnect(instance, namespace).catch(() => undefined))
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
    stores.connection.set((state) => updateKept(state, next))
    saveConnection(instance, next)
  }
  if (!isInUse(instance, connection.connector)) return
  stores.networks.set((state) => setActiveNetwork(state, namespace, networkId, false))
  if (!isSame && stores.networks.get().activeNamespace === namespace)
    instance.track('SWITCH_NETWORK', { network: networkId })
  const isWaitedFor = stores.connection.get().attempt?.kind === 'switch'
  const isListed = findNetwork(stores.networks.get(), networkId) !== undefined
  if (!isWaitedFor && isListed && !stores.modal.get().open) return
  settleNetwork(instance, namespace, networkId)
}

function isInUse(instance: Instance, { namespace, id }: ConnectorKey): boolean {
  return getConnection(instance.stores.connection.get(), namespace)?.connector.id === id
}
