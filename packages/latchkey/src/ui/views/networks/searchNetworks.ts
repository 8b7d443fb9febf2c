import type { Network } from '../../../core/types/network.ts'
import { foldText } from '../../../core/values/foldText.ts'

/** Networks whose name, coin or chain id holds the text; all of them for an empty one. Keeps their order. */
export function searchNetworks(networks: readonly Network[], query: string): readonly Network[] {
  const wanted = foldText(query.trim())
  if (wanted === '') return networks
  return networks.filter(
    (network) =>
      foldText(network.name).includes(wanted) ||
      foldText(network.nativeCurrency.symbol).includes(wanted) ||
      String(network.id) === wanted,
  )
}
