import type { ChainConfig, Config } from '../../config.ts'
import { createRateLimiter, type RateLimiter } from '../../gateway/rateLimiter.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Storage } from '../../storage/storage.ts'
import type { TokenDetailsStore } from '../balances.ts'
import type { RpcPool } from '../rpcPool.ts'
import { createLogsHistory, createOtterscanHistory } from './evmHistory.ts'
import { createExplorerHistory } from './explorerHistory.ts'
import { createHistory, type History, type ServedChain } from './history.ts'
import { createIndexKeeper } from './indexKeeper.ts'
import { createSolanaHistory } from './solanaHistory.ts'
import { createMintFacts, createTokenFacts } from './tokenFacts.ts'
import { createTransferIndex } from './transferIndex.ts'
import type { HistoryUpstream } from './upstream.ts'

/** Builds the history from the configuration; undefined where no chain has one. */
export function openHistory(parameters: {
  config: Config
  pools: ReadonlyMap<string, RpcPool>
  storage: Storage
  tokenDetails: TokenDetailsStore
  /** Address of a token's logo, or an empty text. */
  iconUrl: (symbol: string) => string
  fetch: typeof fetch
  clock: Clock
  log: Log
}): History | undefined {
  const { config, pools, clock, log } = parameters
  const { maxIndexBytes, windows } = config.history
  const keeper = createIndexKeeper({ storage: parameters.storage, maxBytes: maxIndexBytes, clock, log })
  const limiter = createRateLimiter({ clock, ...windows })
  const chains = config.chains.flatMap((chain): ServedChain[] => {
    const pool = pools.get(chain.id)
    const isSolana = chain.id.startsWith('solana:')
    const upstream = pool && (isSolana ? openSolana(chain, pool) : openUpstream(chain, pool, limiter))
    if (pool === undefined || upstream === undefined) return []
    const { tokenDetails, iconUrl } = parameters
    return [
      {
        chain: { ...chain, wrapped: chain.wrappedNative?.toLowerCase() },
        upstream,
        tokens: isSolana
          ? createMintFacts({ chain, pool, iconUrl, clock })
          : createTokenFacts({ chain, pool, tokenDetails, iconUrl, clock }),
        nativeIconUrl: iconUrl(chain.nativeCurrency.symbol),
      },
    ]
  })
  return chains.length === 0 ? undefined : createHistory({ chains, clock, log })

  /** A Solana node is its own index: whatever else is configured, but for none, stands for that. */
  function openSolana(chain: ChainConfig, pool: RpcPool): HistoryUpstream | undefined {
    return chain.history.kind === 'none' ? undefined : createSolanaHistory({ pool })
  }

  function openUpstream(chain: ChainConfig, pool: RpcPool, limit: RateLimiter): HistoryUpstream | undefined {
    const source = chain.history
    if (source.kind === 'none') return undefined
    if (source.kind === 'explorer') {
      return createExplorerHistory({
        url: source.url,
        apiKey: source.apiKey,
        chainId: source.sendsChainId ? chain.id.slice('eip155:'.length) : undefined,
        callsPerSecond: source.callsPerSecond,
        trustInternal: source.trustInternal,
        pool,
        fetch: parameters.fetch,
        clock,
        timeoutMs: config.limits.upstreamTimeoutMs,
      })
    }
    const index = createTransferIndex({
      pool,
      store: keeper.ofChain(pool),
      windows: limit,
      windowBlocks: source.logBlocks,
      lookBackBlocks: source.lookBackBlocks,
      log,
    })
    return source.kind === 'logs' ? createLogsHistory({ pool, index }) : createOtterscanHistory({ pool, index })
  }
}
