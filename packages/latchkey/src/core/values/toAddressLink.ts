import { EXPLORER_PAGES, type Network } from '../types/network.ts'

/** An address on the explorer of its network; undefined where the network names none. */
export function toAddressLink(network: Network | undefined, address: string): string | undefined {
  const explorer = network?.blockExplorers?.default.url.replace(/\/+$/, '')
  return network && explorer && `${explorer}/${EXPLORER_PAGES[network.chainNamespace]}/${encodeURIComponent(address)}`
}

/** A transaction on the explorer of its network; undefined where the network names none. */
export function toTransactionLink(network: Network | undefined, hash: string): string | undefined {
  const explorer = network?.blockExplorers?.default.url.replace(/\/+$/, '')
  return (
    explorer && `${explorer}/${network?.chainNamespace === 'polkadot' ? 'extrinsic' : 'tx'}/${encodeURIComponent(hash)}`
  )
}
