import { getRoute } from './kernel/shell/router.ts'
import { getConnection, getStatus } from './kernel/wallet/connection.ts'
import { findNetwork, getActiveNetworkId } from './kernel/wallet/networks.ts'
import type { LatchkeyState, Stores } from './latchkey.ts'

/** The state as a host sees it, drawn from the stores. Equal input gives equal fields, so that unchanged states can be told by comparing them. */
export function readState(stores: Stores): LatchkeyState {
  const modal = stores.modal.get()
  const networks = stores.networks.get()
  const connections = stores.connection.get()
  const namespace = networks.activeNamespace
  const networkId = getActiveNetworkId(networks)
  const accounts = stores.accounts.get().byNamespace[namespace]
  const connector = getConnection(connections, namespace)?.connector
  const address = accounts?.active.address
  const status = getStatus(connections, namespace)
  return {
    open: modal.open,
    view: getRoute(stores.router.get()).view,
    loading: modal.loading.length > 0 || status === 'connecting',
    ready: connections.restored,
    status,
    namespace,
    networkId,
    network: findNetwork(networks, networkId),
    address,
    caipAddress: address === undefined ? undefined : `${networkId}:${address}`,
    accounts: accounts?.all ?? NO_ACCOUNTS,
    restoringAddress: connections.byNamespace[namespace]?.saved?.address,
    walletName: connector?.name,
    connectorId: connector?.id,
    themeMode: stores.theme.get().mode,
  }
}

const NO_ACCOUNTS: LatchkeyState['accounts'] = []
