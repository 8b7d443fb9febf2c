/** Names of Solana's networks: CAIP-2 for sites, the Wallet Standard's for wallets. */
import type { Network, NetworkId } from '../../core/types/network.ts'
import { findTwin, toPresentId } from '../../core/values/twinNetworkId.ts'

const WALLET_CHAINS: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

/** What wallets call a network: `solana:mainnet`, `solana:devnet`, `solana:testnet`; any other is `solana:localnet` to them. */
export function toWalletChain(networkId: NetworkId): string {
  return WALLET_CHAINS[toPresentId(networkId)] ?? 'solana:localnet'
}

/** Whether a network is one of the public ones, whose id is the beginning of its genesis hash and whose nodes wallets know. */
export function isPublicNetwork(networkId: NetworkId): boolean {
  return toPresentId(networkId) in WALLET_CHAINS
}

/** The network of an id among some, whichever of its two ids either side uses. */
export function findSameNetwork(networks: readonly Network[], networkId: NetworkId): Network | undefined {
  const id = findTwin(
    networks.map(({ caipNetworkId }) => caipNetworkId),
    networkId,
  )
  return networks.find(({ caipNetworkId }) => caipNetworkId === id)
}
