import { findNetwork, type NetworksState } from '../../core/kernel/networks/networks.ts'
import type { NetworkId } from '../../core/types/network.ts'
import type { Translate } from '../text.ts'

/** A network as people call it; one that the site did not name, by its chain id. */
export function toNetworkName(t: Translate, networks: Pick<NetworksState, 'all'>, networkId: NetworkId): string {
  return (
    findNetwork(networks, networkId)?.name ??
    t('networks.unknown', { chainId: networkId.slice(networkId.indexOf(':') + 1) })
  )
}
