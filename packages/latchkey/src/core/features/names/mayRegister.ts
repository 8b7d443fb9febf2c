import { getActiveNetwork } from '../../kernel/networks/getActiveNetwork.ts'
import type { NetworksState } from '../../kernel/networks/networks.ts'
import type { Instance } from '../../types/latchkey.ts'
import { mayServe } from '../tokens/mayServe.ts'

/**
 * Whether a name may be registered for the account on the active network: an EVM one that shows names, which no testnet does, on a
 * site that wants it and with a gateway that has not said that it has no names.
 */
export function mayRegister(
  instance: Pick<Instance, 'options' | 'services'>,
  networks: NetworksState,
  known: Parameters<typeof mayServe>[3],
): boolean {
  const network = getActiveNetwork(networks)
  if (network?.chainNamespace !== 'eip155' || network.testnet === true) return false
  return mayServe(instance, 'names', network.caipNetworkId, known)
}
