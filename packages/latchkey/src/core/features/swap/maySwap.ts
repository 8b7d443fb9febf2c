import type { Instance } from '../../types/latchkey.ts'
import { getNamespace, type NetworkId } from '../../types/network.ts'
import { mayServe } from '../tokens/mayServe.ts'

/** Whether something may be swapped on a network: the site wants it, and the gateway has not said that it serves no swaps there. */
export function maySwap(
  instance: Pick<Instance, 'options' | 'services'>,
  networkId: NetworkId,
  known: Parameters<typeof mayServe>[3],
): boolean {
  return getNamespace(networkId) === 'eip155' && mayServe(instance, 'swaps', networkId, known)
}
