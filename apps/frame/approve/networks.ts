/** What networks are called here, and their coins. Of others the CAIP-2 id is shown, and amounts without a symbol. */
export type NetworkWords = {
  readonly name: string
  readonly coin: { readonly symbol: string; readonly decimals: number }
}

const ETHER = { symbol: 'ETH', decimals: 18 } as const
const SOL = { symbol: 'SOL', decimals: 9 } as const

const NETWORKS: Readonly<Record<string, NetworkWords>> = {
  'eip155:42161': { name: 'Arbitrum One', coin: ETHER },
  'eip155:421614': { name: 'Arbitrum Sepolia', coin: ETHER },
  'eip155:1313161554': { name: 'Aurora', coin: ETHER },
  'eip155:43114': { name: 'Avalanche', coin: { symbol: 'AVAX', decimals: 18 } },
  'eip155:8453': { name: 'Base', coin: ETHER },
  'eip155:84532': { name: 'Base Sepolia', coin: ETHER },
  'eip155:80094': { name: 'Berachain', coin: { symbol: 'BERA', decimals: 18 } },
  'eip155:81457': { name: 'Blast', coin: ETHER },
  'eip155:56': { name: 'BNB Smart Chain', coin: { symbol: 'BNB', decimals: 18 } },
  'eip155:42220': { name: 'Celo', coin: { symbol: 'CELO', decimals: 18 } },
  'eip155:250': { name: 'Fantom', coin: { symbol: 'FTM', decimals: 18 } },
  'eip155:100': { name: 'Gnosis', coin: { symbol: 'XDAI', decimals: 18 } },
  'eip155:8217': { name: 'Kaia', coin: { symbol: 'KAIA', decimals: 18 } },
  'eip155:59144': { name: 'Linea', coin: ETHER },
  'eip155:1': { name: 'Ethereum', coin: ETHER },
  'eip155:5000': { name: 'Mantle', coin: { symbol: 'MNT', decimals: 18 } },
  'eip155:10': { name: 'OP Mainnet', coin: ETHER },
  'eip155:11155420': { name: 'OP Sepolia', coin: ETHER },
  'eip155:137': { name: 'Polygon', coin: { symbol: 'POL', decimals: 18 } },
  'eip155:80002': { name: 'Polygon Amoy', coin: { symbol: 'POL', decimals: 18 } },
  'eip155:534352': { name: 'Scroll', coin: ETHER },
  'eip155:11155111': { name: 'Sepolia', coin: ETHER },
  'eip155:130': { name: 'Unichain', coin: ETHER },
  'eip155:324': { name: 'ZKsync Era', coin: ETHER },
  'eip155:7777777': { name: 'Zora', coin: ETHER },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { name: 'Solana', coin: SOL },
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': { name: 'Solana Devnet', coin: SOL },
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': { name: 'Solana Testnet', coin: SOL },
}

/** By CAIP-2 id; `others` are what the operator of the frame says of networks of their own. */
export function findNetworkWords(id: string, others: Readonly<Record<string, NetworkWords>> = {}): NetworkWords {
  for (const known of [NETWORKS, others]) if (Object.hasOwn(known, id)) return known[id] as NetworkWords
  return { name: id, coin: id.startsWith('solana:') ? SOL : { symbol: '', decimals: 18 } }
}
