import type { Instance } from '../../latchkey.ts'
import type { Namespace, NetworkId } from '../../network.ts'
import { goBack } from '../shell/goBack.ts'
import { openModal } from '../shell/openModal.ts'
import { getRoute } from '../shell/router.ts'
import { showAlert } from '../shell/showAlert.ts'
import { getConnection } from './connection.ts'
import { findNetwork } from './networks.ts'
import { WALLET_CONNECT_ID } from './walletConnect/walletConnectId.ts'

/**
 * Draws the consequences of a network that a connected wallet moved to by itself: finishes a switch that waited for it,
 * asks the visitor to leave a network the site does not work on, or takes that question away. Source: views, 2.4; F-29.
 */
export function settleNetwork(instance: Instance, namespace: Namespace, networkId: NetworkId): void {
  const { stores, live } = instance
  const connection = getConnection(stores.connection.get(), namespace)
  if (!connection || connection.networkId !== networkId) return
  const waiting = stores.connection.get().attempt
  if (live.attempt && waiting?.kind === 'switch' && waiting.networkId === networkId) {
    live.attempt.win(connection)
    return
  }
  if (isUnsupported(instance, namespace)) {
    showUnsupported(instance)
    return
  }
  const { open, embedded } = stores.modal.get()
  const { view } = getRoute(stores.router.get())
  const isAnswered = view === 'UnsupportedChain' || (embedded && view === 'SwitchNetwork')
  if (open && isAnswered && stores.networks.get().activeNamespace === namespace) goBack(instance)
}

/**
 * Whether the visitor must be asked to change the network: connected, active, not one of the site's, the site lets the network
 * be changed and insists on its own, and it is no site without adapters whose wallet came by WalletConnect.
 * Source: product, section 2, "UnsupportedChain".
 */
export function isUnsupported(instance: Instance, namespace: Namespace): boolean {
  const { stores, options, adapters } = instance
  const connection = getConnection(stores.connection.get(), namespace)
  if (!connection || !options.enableNetworkSwitch || options.allowUnsupportedChain) return false
  if (Object.keys(adapters).length === 0 && connection.connector.id === WALLET_CONNECT_ID) return false
  const networks = stores.networks.get()
  return networks.activeNamespace === namespace && !findNetwork(networks, connection.networkId)
}

/** Opens the question on the wrong network; an open modal moves there. */
export function showUnsupported(instance: Instance): void {
  const { stores, options } = instance
  const namespace = stores.networks.get().activeNamespace
  const connection = getConnection(stores.connection.get(), namespace)
  if (!connection) return
  const { networkId, connector } = connection
  instance.fail({
    code: 'NETWORK_NOT_OFFERED',
    step: 'switch',
    final: false,
    namespace,
    connectorId: connector.id,
    walletName: connector.name,
    networkId,
  })
  if (options.debug) showAlert(instance, 'NETWORK_NOT_FOUND', networkId)
  if (getRoute(stores.router.get()).view === 'UnsupportedChain' && stores.modal.get().open) return
  void openModal(instance, { view: 'UnsupportedChain' })
}
