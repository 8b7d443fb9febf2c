/** A chain that the wallet knows. */
export type KnownChain = {
  /** CAIP-2. */
  readonly id: string
  readonly name: string
  /** Where its nodes are asked. Without it the wallet signs but sends nothing. */
  readonly rpcUrl?: string | undefined
  readonly symbol: string
  readonly decimals: number
}

/** What the server tells the wallet, at `/settings.json`. */
export type WalletSettings = {
  /** The relay, `ws://` or `wss://`. */
  readonly relayUrl: string
  /** The project under which the relay knows this page. */
  readonly projectId: string | undefined
  readonly chains: readonly KnownChain[]
  /** Origins whose pictures the page's policy allows. */
  readonly pictureOrigins: readonly string[]
}

/** Chains beyond the demo's own: signing works, sending does not. Source: CAIP-30 and CAIP-4 registrations of Solana and Bitcoin. */
export const FURTHER_CHAINS: readonly KnownChain[] = [
  { id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', name: 'Solana', symbol: 'SOL', decimals: 9 },
  { id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', name: 'Solana Devnet', symbol: 'SOL', decimals: 9 },
  { id: 'bip122:000000000019d6689c085ae165831e93', name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  { id: 'bip122:000000000933ea01ad0ee984209779ba', name: 'Bitcoin Testnet', symbol: 'BTC', decimals: 8 },
]

/** Reads settings that came over the network. Throws when they are none. */
export function parseSettings(value: unknown): WalletSettings {
  if (!isRecord(value) || typeof value.relayUrl !== 'string' || !Array.isArray(value.chains)) {
    throw new Error('This page has no settings. Start it with npm run demo.')
  }
  const chains = value.chains.filter(isRecord).flatMap((chain): KnownChain[] => {
    const { id, name, rpcUrl, symbol, decimals } = chain
    if (typeof id !== 'string' || typeof name !== 'string' || typeof symbol !== 'string') return []
    if (typeof decimals !== 'number') return []
    return [{ id, name, symbol, decimals, rpcUrl: typeof rpcUrl === 'string' ? rpcUrl : undefined }]
  })
  const origins = Array.isArray(value.pictureOrigins) ? value.pictureOrigins : []
  return {
    relayUrl: value.relayUrl,
    projectId: typeof value.projectId === 'string' ? value.projectId : undefined,
    chains: [...chains, ...FURTHER_CHAINS.filter(({ id }) => !chains.some((known) => known.id === id))],
    pictureOrigins: origins.filter((origin): origin is string => typeof origin === 'string'),
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
