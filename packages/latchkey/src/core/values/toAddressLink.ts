import { EXPLORER_PAGES, type Network } from '../types/network.ts'

/** An address on the explorer of its network; undefined where the network names none. */
export function toAddressLink(network: Network | undefined, address: string): string | undefined {
  const explorer = network?.blockExplorers?.default.url.replace(/\/+$/, '')
  return network && explorer && `${explorer}/${EXPLORER_PAGES[network.chainNamespace]}/${encodeURIComponent(address)}`
}
