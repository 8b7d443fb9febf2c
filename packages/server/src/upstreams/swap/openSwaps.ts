import type { ConvertToken } from '@latchkey/wire/convert'
import { NATIVE_TOKEN, PUBLISHED_MARKETS, SOLANA_COIN } from '@latchkey/wire/swap'
import { encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import type { ChainConfig } from '../../config.ts'
import { createExpiringCache } from '../../expiringCache.ts'
import type { Clock } from '../../ports.ts'
import { TOKEN_LIFETIME_MS } from '../balances.ts'
import { FACTS_PER_PAGE, type TokenFactsReader } from '../history/tokenFacts.ts'
import { callMany, split } from '../multicall.ts'
import type { RpcPool } from '../rpcPool.ts'
import { createAggregatorMarket } from './aggregatorMarket.ts'
import { type AskAggregator, createAskAggregator } from './askAggregator.ts'
import { createInchSwap } from './inchSwap.ts'
import { createJupiterSwap } from './jupiterSwap.ts'
import { createKyberSwap } from './kyberSwap.ts'
import type { Market } from './market.ts'
import { createSolanaSwaps } from './solanaSwaps.ts'
import { createSwaps, type Swaps } from './swaps.ts'
import { createUniswapMarket, type UniswapPlaces } from './uniswap.ts'
import { createWrapMarket } from './wrap.ts'

const permitAbi = parseAbi([
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function nonces(address owner) view returns (uint256)',
])

/** How long an aggregator is waited for, in ms. */
const AGGREGATOR_TIMEOUT_MS = 5_000

type MarketConfig = Exclude<ChainConfig['swaps'][number], { kind: 'jupiter' }>

/** Builds the swaps of the configured chains. Their calls refuse a chain that has no market. */
export function openSwaps(parameters: {
  chains: readonly ChainConfig[]
  pools: ReadonlyMap<string, RpcPool>
  /** What tokens of a chain are called; undefined for one that is no EVM chain. */
  findFacts: (chain: ChainConfig) => TokenFactsReader | undefined
  iconUrl: (symbol: string) => string
  fetch: typeof fetch
  clock: Clock
}): Swaps {
  const { chains, pools, clock } = parameters
  const ask = createAskAggregator({ fetch: parameters.fetch, timeoutMs: AGGREGATOR_TIMEOUT_MS })
  const lists = createExpiringCache<readonly ConvertToken[]>({ clock, lifetimeMs: TOKEN_LIFETIME_MS, maxEntries: 100 })
  const markets = new Map(
    chains.map((chain) => {
      const pool = pools.get(chain.id)
      return [
        chain.id,
        pool === undefined || chain.swaps.length === 0
          ? []
          : [
              // First, because nobody gives more for the coin than it is.
              ...openWrapper(chain),
              ...chain.swaps.flatMap((each) =>
                each.kind === 'jupiter' ? [] : [openMarket({ chain, pool, market: each, ask, clock })],
              ),
            ],
      ] as const
    }),
  )

  async function describe(chain: ChainConfig): Promise<readonly ConvertToken[]> {
    const pool = pools.get(chain.id)
    const reader = parameters.findFacts(chain)
    if (pool === undefined || reader === undefined) return []
    const signal = new AbortController().signal
    const isSolana = chain.id.startsWith('solana:')
    const contracts = chain.tokens.map(({ address }) => (isSolana ? address : address.toLowerCase()))
    const pages = await Promise.all(split(contracts, FACTS_PER_PAGE).map((page) => reader.fetchFacts(page, signal)))
    const permits = isSolana ? [] : await readPermits(pool, chain, contracts)
    const facts = new Map(pages.flatMap((page) => [...page]))
    const tokens = contracts.flatMap((contract, index): ConvertToken[] => {
      const told = facts.get(contract)
      // A token that does not say its decimals cannot be shown an amount of.
      if (told === undefined || told.symbol === null || told.decimals === null) return []
      return [
        {
          name: told.name ?? told.symbol,
          symbol: told.symbol,
          address: `${chain.id}:${contract}`,
          decimals: told.decimals,
          logoUri: told.iconUrl || null,
          eip2612: isSolana ? false : (permits[index] ?? null),
        },
      ]
    })
    const { name, symbol, decimals } = chain.nativeCurrency
    const coin = { name, symbol, decimals, logoUri: parameters.iconUrl(symbol) || null, eip2612: false }
    return [{ ...coin, address: `${chain.id}:${isSolana ? SOLANA_COIN : NATIVE_TOKEN}` }, ...tokens]
  }

  const describeTokens = (chain: ChainConfig) => lists.get(chain.id, () => describe(chain))
  const evm = createSwaps({ chains, pools, markets, describeTokens, clock })
  const askers = new Map(
    chains.flatMap(({ id, swaps }) =>
      swaps.flatMap((each) => (each.kind === 'jupiter' ? [[id, createJupiterSwap({ ...each, ask })] as const] : [])),
    ),
  )
  const solana = createSolanaSwaps({ chains, askers, describeTokens })
  const find = (id: string) => (id.startsWith('solana:') ? solana : evm)
  return {
    ...evm,
    listTokens: (query) => find(query.networkId).listTokens(query),
    fetchQuotes: (query) => find(query.from).fetchQuotes(query),
    buildSwap: (query) => find(query.from).buildSwap(query),
  }
}

/** Whether tokens have what ERC-2612 asks for; a contract that merely does not revert is asked for both. */
async function readPermits(
  pool: RpcPool,
  chain: ChainConfig,
  contracts: readonly string[],
): Promise<readonly boolean[]> {
  const separator = encodeFunctionData({ abi: permitAbi, functionName: 'DOMAIN_SEPARATOR' })
  const nonce = encodeFunctionData({ abi: permitAbi, functionName: 'nonces', args: [zeroAddress] })
  const results = await callMany(
    pool,
    chain,
    contracts.flatMap((target) => [separator, nonce].map((callData) => ({ target: target as Hex, callData }))),
  )
  return contracts.map((_contract, index) => results[index * 2]?.length === 66 && results[index * 2 + 1]?.length === 66)
}

function openMarket(parameters: {
  chain: ChainConfig
  pool: RpcPool
  market: MarketConfig
  ask: AskAggregator
  clock: Clock
}): Market {
  const { chain, pool, market, ask, clock } = parameters
  if (market.kind === 'uniswap') return createUniswapMarket({ pool, chain, places: findPlaces(chain, market) })
  const findWay =
    market.kind === 'kyberswap'
      ? createKyberSwap({ ...market, chainId: chain.id, ask })
      : createInchSwap({ ...market, chainId: chain.id, ask })
  return createAggregatorMarket({ kind: market.kind, findWay, clock })
}

function openWrapper(chain: ChainConfig): readonly Market[] {
  const wrappedNative = findWrapped(chain)
  return wrappedNative === undefined ? [] : [createWrapMarket(wrappedNative)]
}

function findWrapped(chain: ChainConfig): Hex | undefined {
  return lower(chain.wrappedNative ?? PUBLISHED_MARKETS[chain.id]?.wrappedNative)
}

/** Where a market stands: as configured, else as published. */
function findPlaces(chain: ChainConfig, market: Extract<MarketConfig, { kind: 'uniswap' }>): UniswapPlaces {
  const published = PUBLISHED_MARKETS[chain.id]
  const isNamed = [market.router, market.quoter, market.v2Router].some((address) => address !== undefined)
  const { router, quoter, v2Router } = isNamed ? market : (published ?? market)
  const wrappedNative = findWrapped(chain)
  if (wrappedNative === undefined) throw new Error('a configuration that was checked names what wraps the coin')
  return {
    wrappedNative,
    router: lower(router),
    quoter: lower(quoter),
    v2Router: lower(v2Router),
    fees: market.fees,
    via: market.via.map((token) => token.toLowerCase() as Hex),
    fee: market.fee && { percent: market.fee.percent, recipient: market.fee.recipient.toLowerCase() as Hex },
  }
}

function lower(address: string | undefined): Hex | undefined {
  return address?.toLowerCase() as Hex | undefined
}
