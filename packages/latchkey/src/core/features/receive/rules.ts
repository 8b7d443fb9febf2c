import type { Account } from '../../types/adapter.ts'
import type { Network } from '../../types/network.ts'
import { toUnits } from '../tokens/rules.ts'

/**
 * Networks on which an address can be paid, `active` first. A smart account stands on one network alone, and Bitcoin and Polkadot
 * write an address for one network.
 */
export function listReceiveNetworks(
  networks: readonly Network[],
  active: Network | undefined,
  account: Pick<Account, 'type'>,
): readonly Network[] {
  if (active === undefined) return []
  const isEverywhere = active.chainNamespace === 'eip155' || active.chainNamespace === 'solana'
  if (!isEverywhere || account.type === 'smartAccount') return [active]
  const others = networks.filter(
    (network) => network.chainNamespace === active.chainNamespace && network.caipNetworkId !== active.caipNetworkId,
  )
  return [active, ...others]
}

/**
 * A request to be paid in a network's own coin. Sources: EIP-681 (in base units, with the chain), Solana Pay, BIP-21. Undefined
 * where the namespace has no such link.
 */
export function toPaymentLink(network: Network, address: string, quantity: string): string | undefined {
  const { chainNamespace, id, nativeCurrency } = network
  if (chainNamespace === 'eip155') {
    return `ethereum:${address}@${id}?value=${toUnits(quantity, nativeCurrency.decimals) ?? 0n}`
  }
  if (chainNamespace === 'solana') return `solana:${address}?amount=${quantity}`
  return chainNamespace === 'bip122' ? `bitcoin:${address}?amount=${quantity}` : undefined
}
