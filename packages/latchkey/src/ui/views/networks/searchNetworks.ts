import type { Network } from '../../../core/types/network.ts'

/** Networks whose name, coin or chain id holds the text; all of them for an empty one. Keeps their order. */
export function searchNetworks(networks: readonly Network[], query: string): readonly Network[] {
  const wanted = query.trim().toLocaleLowerCase()
  if (wanted === '') return networks
  return networks.filter(
    (network) =>
      network.name.toLocaleLowerCase().includes(wanted) ||
      network.nativeCurrency.symbol.toLocaleLowerCase().includes(wanted) ||
      String(network.id) === wanted,
  )
}
