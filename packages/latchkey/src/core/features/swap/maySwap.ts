import type { Instance } from '../../types/latchkey.ts'
import { getNamespace, type NetworkId } from '../../types/network.ts'
import { mayServe } from '../tokens/mayServe.ts'

/**
 * Whether something may be swapped on a network: the site wants it, and the gateway has not said that it serves no swaps there. On
 * Solana, where only an operator's aggregator swaps, it must have said that it does: `served` is where it has.
 */
export function maySwap(
  instance: Pick<Instance, 'options' | 'services'>,
  networkId: NetworkId,
  known: Parameters<typeof mayServe>[3] & { readonly served: NetworkId | undefined },
): boolean {
  const namespace = getNamespace(networkId)
  const isOffered = namespace === 'eip155' || (namespace === 'solana' && known.served === networkId)
  return isOffered && mayServe(instance, 'swaps', networkId, known)
}
