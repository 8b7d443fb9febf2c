/** Names of Solana's networks: CAIP-2 for sites, the Wallet Standard's for wallets. Source: adapters, section 7. */
import type { Network, NetworkId } from '../../core/network.ts'

/** Ids that an older CAIP-2 profile gave; wallets still speak them over WalletConnect. */
const DEPRECATED: Readonly<Record<string, NetworkId>> = {
  'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}

const WALLET_CHAINS: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

/** The present id of a network that may be named by its old one. */
export function toPresentId(networkId: NetworkId): NetworkId {
  return DEPRECATED[networkId] ?? networkId
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
  return (
    networks.find(({ caipNetworkId }) => caipNetworkId === networkId) ??
    networks.find(({ caipNetworkId }) => toPresentId(caipNetworkId) === toPresentId(networkId))
  )
}
