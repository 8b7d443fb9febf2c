import type { Account, Connection, ConnectionChange } from '../../adapter.ts'
import type { Instance } from '../../latchkey.ts'
import type { Namespace, NetworkId } from '../../network.ts'
import { setAccounts } from './accounts.ts'
import { releaseConnection, saveConnection } from './adoptConnection.ts'
import { getConnection, setStatus } from './connection.ts'
import { findNetwork, setActiveNetwork } from './networks.ts'
import { eraseConnection } from './writeRecords.ts'

/** Takes over what a wallet tells about its connection by itself: other accounts, another network, or its end. Source: adapters, section 12. */
export function applyChange(instance: Instance, namespace: Namespace, change: ConnectionChange): void {
  const connection = getConnection(instance.stores.connection.get(), namespace)
  if (!connection) return
  if ('ended' in change || ('accounts' in change && change.accounts.length === 0)) endConnection(instance, connection)
  else if ('accounts' in change) changeAccounts(instance, connection, change.accounts)
  else changeNetwork(instance, connection, change.networkId)
}

function endConnection(instance: Instance, connection: Connection): void {
  const { namespace } = connection.connector
  eraseConnection(instance.services.storage, namespace)
  releaseConnection(instance, namespace)
  instance.track('DISCONNECT_SUCCESS', { namespace })
  closeWithoutAddress(instance, namespace)
}

/**
 * Closes the modal when the address it showed is gone. A visitor who is connecting another wallet, or who has an address
 * in the active namespace still, is left alone. Source: views, 2.4.
 */
export function closeWithoutAddress(instance: Instance, namespace: Namespace): void {
  const { modal, connection, networks } = instance.stores
  if (!modal.get().open || connection.get().attempt?.kind === 'connect') return
  if (networks.get().activeNamespace !== namespace) return
  instance.run((actions) => actions.closeModal(instance, 'disconnected'))
}

function changeAccounts(instance: Instance, connection: Connection, accounts: readonly Account[]): void {
  const { stores, options } = instance
  const { namespace } = connection.connector
  const next: Connection = { ...connection, accounts }
  const isNewAddress = connection.accounts[0]?.address !== accounts[0]?.address
  stores.connection.set((state) => setStatus(state, namespace, 'connected', next))
  stores.accounts.set((state) => setAccounts(state, namespace, accounts))
  saveConnection(instance, next)
  // Steps such as sign-in hold for one address (decisions, section 5).
  if (!isNewAddress || options.afterConnect.length === 0) return
  instance.run((actions) => void actions.runAfterConnect(instance, namespace).catch(() => undefined))
}

function changeNetwork(instance: Instance, connection: Connection, networkId: NetworkId): void {
  const { stores } = instance
  const { namespace } = connection.connector
  const isSame = connection.networkId === networkId
  if (!isSame) {
    const next: Connection = { ...connection, networkId }
    stores.connection.set((state) => setStatus(state, namespace, 'connected', next))
    saveConnection(instance, next)
  }
  stores.networks.set((state) => setActiveNetwork(state, namespace, networkId, false))
  if (!isSame && stores.networks.get().activeNamespace === namespace)
    instance.track('SWITCH_NETWORK', { network: networkId })
  const isWaitedFor = stores.connection.get().attempt?.kind === 'switch'
  const isListed = findNetwork(stores.networks.get(), networkId) !== undefined
  if (!isWaitedFor && isListed && !stores.modal.get().open) return
  instance.run((actions) => actions.settleNetwork(instance, namespace, networkId))
}
