import type { ChainConfig, Config } from './config.ts'
import type { GatewayServices } from './gateway/environment.ts'
import type { Clock } from './ports.ts'
import type { TokenDetailsStore } from './upstreams/balances.ts'
import { createMintFacts, createTokenFacts, type TokenFactsReader } from './upstreams/history/tokenFacts.ts'
import type { FetchPrices } from './upstreams/prices.ts'
import type { RpcPool } from './upstreams/rpcPool.ts'
import { createAssetPrices } from './upstreams/swap/assetPrices.ts'
import { openSwaps } from './upstreams/swap/openSwaps.ts'

/** Builds what a gateway swaps and prices with. */
export function createMarketServices(parameters: {
  config: Pick<Config, 'chains'>
  pools: ReadonlyMap<string, RpcPool>
  tokenDetails: TokenDetailsStore
  fetchPrices: FetchPrices
  /** Address of a token's logo, or an empty text. */
  iconUrl: (symbol: string) => string
  fetch: typeof fetch
  clock: Clock
}): Pick<GatewayServices, 'swaps' | 'fetchAssetPrices'> {
  const { pools, tokenDetails, iconUrl, clock } = parameters
  const { chains } = parameters.config
  const facts = new Map(
    chains.flatMap((chain): [string, TokenFactsReader][] => {
      const pool = pools.get(chain.id)
      if (pool === undefined) return []
      const reader = { chain, pool, tokenDetails, iconUrl, clock }
      return [[chain.id, chain.id.startsWith('solana:') ? createMintFacts(reader) : createTokenFacts(reader)]]
    }),
  )
  const findFacts = ({ id }: ChainConfig): TokenFactsReader | undefined => facts.get(id)
  return {
    swaps: openSwaps({ chains, pools, findFacts, iconUrl, fetch: parameters.fetch, clock }),
    fetchAssetPrices: createAssetPrices({ chains, findFacts, fetchPrices: parameters.fetchPrices, iconUrl }),
  }
}
