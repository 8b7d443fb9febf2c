import type { Namespace, Network, NetworkId, NetworkInput } from '../core/types/network.ts'

/**
 * A network of your own in its full form: `chainNamespace` is `eip155` and `caipNetworkId` follows from it unless you say
 * otherwise. Chains of viem fit. What is wrong with a network is told by `createLatchkey`, as `OPTION_INVALID`.
 */
export function defineNetwork<const Input extends NetworkInput>(
  input: Input,
): Omit<Input, 'chainNamespace' | 'caipNetworkId'> & Network {
  const chainNamespace: Namespace = input.chainNamespace ?? 'eip155'
  const caipNetworkId: NetworkId = input.caipNetworkId ?? `${chainNamespace}:${input.id}`
  return { ...input, chainNamespace, caipNetworkId }
}
