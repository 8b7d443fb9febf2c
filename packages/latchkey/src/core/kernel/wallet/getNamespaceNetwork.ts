import type { Namespace, Network } from '../../network.ts'
import { findNetwork, type NetworksState } from './networks.ts'

/** The network that a namespace stands on: the chosen one, else its first. Undefined where the site has none of it. */
export function getNamespaceNetwork(state: NetworksState, namespace: Namespace): Network | undefined {
  const chosen = state.activeByNamespace[namespace]
  return (chosen && findNetwork(state, chosen)) ?? state.all.find((network) => network.chainNamespace === namespace)
}
