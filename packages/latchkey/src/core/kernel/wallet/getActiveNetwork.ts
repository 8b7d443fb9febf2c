import type { Network } from '../../network.ts'
import { findNetwork, getActiveNetworkId, type NetworksState } from './networks.ts'

/** The active network, or undefined when the wallet is on one that the site did not ask for. */
export function getActiveNetwork(state: NetworksState): Network | undefined {
  return findNetwork(state, getActiveNetworkId(state))
}
