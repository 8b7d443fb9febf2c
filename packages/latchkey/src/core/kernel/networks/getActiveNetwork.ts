import type { Namespace, Network } from '../../types/network.ts'
import { findNetwork, getActiveNetworkId, type NetworksState } from './networks.ts'

/** The active network, or undefined when the wallet is on one that the site did not ask for. */
export function getActiveNetwork(state: NetworksState): Network | undefined {
  return findNetwork(state, getActiveNetworkId(state))
}

/** The network that a namespace stands on: the chosen one, else its first. Undefined where the site has none of it. */
export function getNamespaceNetwork(state: NetworksState, namespace: Namespace): Network | undefined {
  const chosen = state.activeByNamespace[namespace]
  return (chosen && findNetwork(state, chosen)) ?? state.all.find((network) => network.chainNamespace === namespace)
}
