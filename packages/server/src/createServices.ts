import { randomUUID } from 'node:crypto'
import { atMost } from './atMost.ts'
import { createPoolAskNode } from './auth/createPoolAskNode.ts'
import { KNOWN_NETWORKS } from './auth/namespaces.ts'
import { createSignIn } from './auth/signIn.ts'
import type { ChainConfig, Config } from './config.ts'
import { createMarketServices } from './createMarketServices.ts'
import { createNftServices } from './createNftServices.ts'
import { createProjectLookup } from './createProjectLookup.ts'
import type { Directory } from './directory/directory.ts'
import type { GatewayServices } from './gateway/environment.ts'
import { createMetrics } from './gateway/metrics.ts'
import { nameFromZone } from './names/nameFromZone.ts'
import { createOffchainResolver } from './names/offchainResolver.ts'
import { createZone } from './names/zone.ts'
import { openOnramp } from './onramp/openOnramp.ts'
import type { Clock, Log, ResolveHost } from './ports.ts'
import { findAccountScan, type ScanTable, saveAccountScan } from './storage/accountScans.ts'
import { findIdentity, saveIdentity } from './storage/identityCache.ts'
import { chargeSponsor } from './storage/sponsorBudgets.ts'
import type { Storage } from './storage/storage.ts'
import { approvalScans, receivedTokens } from './storage/tables.ts'
import { findTokenMetadata, saveTokenMetadata } from './storage/tokenMetadata.ts'
import type { ScanStore } from './upstreams/accountScan.ts'
import { createApprovalScan } from './upstreams/approvals/approvalScan.ts'
import { createApprovals } from './upstreams/approvals/approvals.ts'
import { createBalances, TOKEN_LIFETIME_MS, type TokenDetailsStore } from './upstreams/balances.ts'
import { createBundlers } from './upstreams/bundler/bundlers.ts'
import { createGuardedFetch, type SendPinned } from './upstreams/guardedFetch.ts'
import { openHistory } from './upstreams/history/openHistory.ts'
import { createIdentity, type IdentityStore } from './upstreams/identity.ts'
import { createLogScan } from './upstreams/nfts/ownedTokens.ts'
import { createPriceSources, createPrices } from './upstreams/prices.ts'
import { createResolveName } from './upstreams/resolveName.ts'
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
  /** Address of a folder that has the image library; without it NFTs have no pictures. */
  imageLibrary?: string | undefined
}): GatewayServices {
  const { config, storage, directory, clock, log } = parameters
  const metrics = createMetrics()
  const guardedFetch = createGuardedFetch({ resolve: parameters.resolve, send: parameters.send })
  const pools = new Map(config.chains.map((chain) => [chain.id, createPool(chain)]))

  const { universalResolver } = config.identity
  const namesPool = pools.get(config.identity.networkId)
  const findReceived = createLogScan({ clock, store: createScanStore(receivedTokens) })

  function createScanStore(table: ScanTable): ScanStore {
    const sayAway = (cause: unknown): undefined => {
      log.warn({ event: 'scanNotKept', err: cause }, 'what was found in logs for accounts could not be read or written')
    }
    return {
      find: (chainId, address) =>
        atMost(DATABASE_LIMIT_MS, findAccountScan(storage, table, { chainId, address }), sayAway).catch(sayAway),
      save: (chainId, address, scan) =>
        atMost(
          DATABASE_LIMIT_MS,
          saveAccountScan(storage, table, { chainId, address, scan, now: clock.now(), maxBytes: SCAN_BYTES }),
          sayAway,
        ).catch(sayAway),
    }
  }

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

  const tokenDetails = createTokenDetailsStore(storage, clock, log)
  // An address that would answer 404 is none.
  const iconUrl = (symbol: string): string =>
    directory.image('token', symbol) ? `${parameters.publicUrl}/public/getTokenImage/${encodeURIComponent(symbol)}` : ''

  const fetchPrices = createPrices({
    sources: createPriceSources({ config, chains: pools, clock, guardedFetch }),
    clock,
    log,
  })

  const askNode = createPoolAskNode(pools)
  const zone = createZone({ config, storage, clock, askNode })
  const fetchIdentity = createIdentity({
    pool: namesPool,
    universalResolver,
    guardedFetch,
    store: createIdentityStore(storage, log),
    clock,
  })

  const markets = createMarketServices({
    config,
    pools,
    tokenDetails,
    fetchPrices,
    iconUrl,
    fetch: parameters.fetch,
    clock,
  })

  return {
    clock,
    log,
    uuid: randomUUID,
    findProject: createProjectLookup({ config, storage, clock }),
    directory,
    pools,
    bundlers: createBundlers({
      chains: config.chains,
      fetch: parameters.fetch,
      clock,
      log,
      timeoutMs: config.limits.upstreamTimeoutMs,
      charge: (charged) => chargeSponsor(storage, charged),
    }),
    balances: createBalances({
      chains: config.chains,
      pools,
      fetchPrices,
      findReceived,
      tokenDetails,
      iconUrl,
      clock,
    }),
    approvals: createApprovals({
      chains: config.chains,
      pools,
      findGiven: createApprovalScan({
        clock,
        store: createScanStore(approvalScans),
        listed: new Map(
          config.chains.map(({ id, tokens }) => [id, new Set(tokens.map(({ address }) => address.toLowerCase()))]),
        ),
      }),
      fetchPrices,
      tokenDetails,
      iconUrl,
      clock,
    }),
    history: openHistory({ config, pools, storage, tokenDetails, iconUrl, fetch: parameters.fetch, clock, log }),
    ...createNftServices({ ...parameters, imageLibrary: parameters.imageLibrary, pools, findReceived, guardedFetch }),
    ...markets,
    onramp: openOnramp({ ...parameters, fetchPrices }),
    resolveName: namesPool && createResolveName({ pool: namesPool, universalResolver, guardedFetch }),
    zone,
    answerResolver: createOffchainResolver({ config, zone, clock }),
    fetchIdentity: zone === undefined ? fetchIdentity : nameFromZone({ zone, fetchIdentity, clock }),
    signIn: createSignIn({
      storage,
      clock,
      networkIds: config.signIn.networks ?? [...config.chains.map((chain) => chain.id), ...KNOWN_NETWORKS],
      askNode,
    }),
    checkReady: () => storage.ping(),
    metrics,
  }
}

/**
 * How long an answer waits for what the database remembers of tokens or names, in ms. The embedded database starts with its first
 * query, in seconds on a busy machine, and the chain tells the same.
 */
const DATABASE_LIMIT_MS = 500

/** What the database remembers of one kind of search for accounts, in bytes: beyond it those go that were saved the longest ago. */
const SCAN_BYTES = 128 * 1024 * 1024

function createTokenDetailsStore(storage: Storage, clock: Clock, log: Log): TokenDetailsStore {
  const sayLate = (cause: unknown): void => {
    log.warn({ event: 'tokensNotKept', err: cause }, 'what is remembered of tokens could not be read or written')
  }
  return {
    async find(ids) {
      const found = await atMost(DATABASE_LIMIT_MS, findTokenMetadata(storage, ids), sayLate)
      const oldest = clock.now() - TOKEN_LIFETIME_MS
      return new Map([...(found ?? [])].filter(([, token]) => token.fetchedAt > oldest))
    },
    async save(details) {
      const rows = [...details].map(([caip10, token]) => ({ caip10, ...token, fetchedAt: clock.now() }))
      await atMost(DATABASE_LIMIT_MS, saveTokenMetadata(storage, rows), sayLate)
    },
  }
}

function createIdentityStore(storage: Storage, log: Log): IdentityStore {
  const sayLate = (cause: unknown): void => {
    log.warn({ event: 'identityNotKept', err: cause }, 'what is remembered of names could not be read or written')
  }
  return {
    async find(asked, now) {
      const found = await atMost(DATABASE_LIMIT_MS, findIdentity(storage, { address: asked, now }), sayLate)
      if (!found) return undefined
      const { name, avatar, resolvedAt, expiresAt } = found
      return { identity: { name, avatar, resolvedAt: new Date(resolvedAt).toISOString() }, expiresAt }
    },
    async save(asked, held, now) {
      const { name, avatar } = held.identity
      const kept = { address: asked, name, avatar, resolvedAt: now, expiresAt: held.expiresAt }
      await atMost(DATABASE_LIMIT_MS, saveIdentity(storage, kept), sayLate)
    },
  }
}
