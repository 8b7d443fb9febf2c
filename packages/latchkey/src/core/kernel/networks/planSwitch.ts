import type { Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Network, NetworkId } from '../../types/network.ts'
import { getConnection } from '../connections/connection.ts'
import { listConnections } from '../connections/connectionList.ts'
import { findNetwork } from './networks.ts'

/** What going to a network takes. */
export type SwitchPlan =
  /** The site has no such network. */
  | { readonly kind: 'unknown' }
  /** No wallet is asked: nothing is connected, or the wallet of its namespace is there already. */
  | { readonly kind: 'activate'; readonly network: Network }
  /** No wallet of its namespace is connected while one of another namespace is: the visitor connects one (view SwitchActiveChain). */
  | { readonly kind: 'connect'; readonly network: Network }
  /** This wallet has to go there first. `isApproved` is false when it has not approved that network for the site. */
  | { readonly kind: 'ask'; readonly network: Network; readonly connection: Connection; readonly isApproved: boolean }

/** What going to a network takes, as things are now. Reads only. */
export function planSwitch({ stores }: Pick<Instance, 'stores'>, networkId: NetworkId): SwitchPlan {
  const network = findNetwork(stores.networks.get(), networkId)
  if (!network) return { kind: 'unknown' }
  const state = stores.connection.get()
  const connection = getConnection(state, network.chainNamespace)
  if (!connection) return { kind: listConnections(state).length > 0 ? 'connect' : 'activate', network }
  if (connection.networkId === networkId) return { kind: 'activate', network }
  const isApproved = connection.approvedNetworkIds?.includes(networkId) ?? true
  return { kind: 'ask', network, connection, isApproved }
}
