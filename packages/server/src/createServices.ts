import { randomUUID } from 'node:crypto'
import { createPoolAskNode } from './auth/createPoolAskNode.ts'
import { KNOWN_NETWORKS } from './auth/knownNetworks.ts'
import { createSignIn } from './auth/signIn.ts'
import type { ChainConfig, Config } from './config.ts'
import { createProjectLookup } from './createProjectLookup.ts'
import type { Directory } from './directory/directory.ts'
import type { GatewayServices } from './gateway/environment.ts'
import { createMetrics } from './gateway/metrics.ts'
import type { Clock, Log, ResolveHost } from './ports.ts'
import { findIdentity, saveIdentity } from './storage/identityCache.ts'
import type { Storage } from './storage/storage.ts'
import { findTokenMetadata, saveTokenMetadata } from './storage/tokenMetadata.ts'
import { createBalances, TOKEN_LIFETIME_MS, type TokenDetailsStore } from './upstreams/balances.ts'
import { createGuardedFetch, type SendPinned } from './upstreams/guardedFetch.ts'
import { createIdentity, type IdentityStore } from './upstreams/identity.ts'
import { createPriceSources, createPrices } from './upstreams/prices.ts'
import { createRpcPool } from './upstreams/rpcPool.ts'

/** Builds what a gateway works with from its configuration and from the ways into the world. */
export function createServices(parameters: {
  config: Config
  /** Where clients reach the gateway; used in addresses of pictures. */
  publicUrl: string
  storage: Storage
  directory: Directory
  clock: Clock
  log: Log
  fetch: typeof fetch
  resolve: ResolveHost
  send: SendPinned
}): GatewayServices {
  const { config, storage, directory, clock, log } = parameters
  const metrics = createMetrics()
  const guardedFetch = createGuardedFetch({ resolve: parameters.resolve, send: parameters.send })
  const pools = new Map(config.chains.map((chain) => [chain.id, createPool(chain)]))

  function createPool(chain: ChainConfig) {
    return createRpcPool({
      chain,
      fetch: parameters.fetch,
      clock,
      log,
      timeoutMs: config.limits.upstreamTimeoutMs,
      onFailure: (reason) => metrics.countUpstreamFailure(chain.id, reason),
    })
  }

  return {
    clock,
    log,
    uuid: randomUUID,
    findProject: createProjectLookup({ config, storage, clock }),
    directory,
    pools,
    balances: createBalances({
      chains: config.chains,
      pools,
      fetchPrices: createPrices({
        sources: createPriceSources({ config, chains: pools, clock, guardedFetch }),
        clock,
        log,
      }),
      tokenDetails: createTokenDetailsStore(storage, clock),
      iconUrl: (symbol) => `${parameters.publicUrl}/public/getTokenImage/${encodeURIComponent(symbol)}`,
      clock,
    }),
    fetchIdentity: createIdentity({
      pool: pools.get(config.identity.networkId),
      guardedFetch,
      store: createIdentityStore(storage),
      clock,
    }),
    signIn: createSignIn({
      storage,
      clock,
      networkIds: config.signIn.networks ?? [...config.chains.map((chain) => chain.id), ...KNOWN_NETWORKS],
      askNode: createPoolAskNode(pools),
    }),
    checkReady: () => storage.ping(),
    metrics,
  }
}

function createTokenDetailsStore(storage: Storage, clock: Clock): TokenDetailsStore {
  return {
    async find(ids) {
      const found = await findTokenMetadata(storage, ids)
      const oldest = clock.now() - TOKEN_LIFETIME_MS
      return new Map([...found].filter(([, token]) => token.fetchedAt > oldest))
    },
    save: (details) =>
      saveTokenMetadata(
        storage,
        [...details].map(([caip10, token]) => ({ caip10, ...token, fetchedAt: clock.now() })),
      ),
  }
}

function createIdentityStore(storage: Storage): IdentityStore {
  return {
    async find(address, now) {
      const found = await findIdentity(storage, { address, now })
      if (found === null) return undefined
      const { name, avatar, resolvedAt, expiresAt } = found
      return { identity: { name, avatar, resolvedAt: new Date(resolvedAt).toISOString() }, expiresAt }
    },
    save: (address, held, now) =>
      saveIdentity(storage, {
        address,
        name: held.identity.name,
        avatar: held.identity.avatar,
        resolvedAt: now,
        expiresAt: held.expiresAt,
      }),
  }
}
