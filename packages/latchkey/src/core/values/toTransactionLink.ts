import type { Network } from '../types/network.ts'

/** A transaction on the explorer of its network; undefined where the network names none. */
export function toTransactionLink(network: Network | undefined, hash: string): string | undefined {
  const explorer = network?.blockExplorers?.default.url.replace(/\/+$/, '')
  return (
    explorer && `${explorer}/${network?.chainNamespace === 'polkadot' ? 'extrinsic' : 'tx'}/${encodeURIComponent(hash)}`
  )
}
