import type { Instance } from '../../types/latchkey.ts'
import type { Namespace } from '../../types/network.ts'
import { getConnection } from '../connections/connection.ts'
import { findWay } from '../way.ts'
import { findNetwork } from './networks.ts'

/**
 * Whether the visitor must be asked to change the network: connected, active, not one of the site's, the site lets the network
 * be changed and insists on its own, and it is no site without adapters whose wallet came by WalletConnect.
 */
export function isUnsupported(instance: Instance, namespace: Namespace): boolean {
  const { stores, options, adapters } = instance
  const connection = getConnection(stores.connection.get(), namespace)
  if (!connection || !options.enableNetworkSwitch || options.allowUnsupportedChain) return false
  if (Object.keys(adapters).length === 0 && findWay(instance, connection.connector.id)) return false
  const networks = stores.networks.get()
  return networks.activeNamespace === namespace && !findNetwork(networks, connection.networkId)
}
