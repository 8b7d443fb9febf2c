import type { Currency } from '@latchkey/wire'
import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Config } from '../config.ts'
import { createExpiringCache } from '../expiringCache.ts'
import type { Clock, Log } from '../ports.ts'
import type { GuardedFetch } from './guardedFetch.ts'
import type { RpcPool } from './rpcPool.ts'

/** How long a price is remembered, in ms; a minute is what public price services refresh at. */
export const PRICE_LIFETIME_MS = 60_000

/** Last part of an EVM chain's native coin in CAIP-10 form. Source: service reference, section 8.1. */
export const NATIVE_PLACEHOLDER = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Prices by CAIP-10 id in lower case. What is not known is absent, never 0. */
export type Prices = ReadonlyMap<string, number>

/** One source of prices. Answers what it knows; throws when it could not be asked. */
export type PriceSource = {
  readonly kind: string
  fetchPrices(assets: readonly string[], currency: Currency): Promise<Prices>
}

/** Several sources as one: the first that knows an asset wins, and one that is down counts as not knowing. */
export function createPrices(parameters: {
  sources: readonly PriceSource[]
  clock: Clock
  log: Log
}): (assets: readonly string[], currency: Currency) => Promise<Prices> {
  const cache = createExpiringCache<Prices>({ clock: parameters.clock, lifetimeMs: PRICE_LIFETIME_MS, maxEntries: 500 })
  return async (assets, currency) => {
    const known = new Map<string, number>()
    for (const source of parameters.sources) {
      const open = assets.map((asset) => asset.toLowerCase()).filter((asset) => !known.has(asset))
      if (open.length === 0) break
      const key = `${source.kind}|${parameters.sources.indexOf(source)}|${currency}|${[...open].sort().join()}`
      try {
        const found = await cache.get(key, () => source.fetchPrices(open, currency))
        for (const [asset, price] of found) if (!known.has(asset) && isPrice(price)) known.set(asset, price)
      } catch (error) {
        parameters.log.warn(
          { event: 'pricesFailed', source: source.kind, reason: error instanceof Error ? error.message : 'unknown' },
          'a price source could not be asked',
        )
      }
    }
    return known
  }
}

/** The sources that a configuration names, in its order. */
export function createPriceSources(parameters: {
  config: Pick<Config, 'prices'>
  chains: ReadonlyMap<string, RpcPool>
  clock: Clock
  guardedFetch: GuardedFetch
}): readonly PriceSource[] {
  return parameters.config.prices.map((source) => {
    if (source.kind === 'table') return createPriceTable(source.prices)
    if (source.kind === 'feed')
      return createPriceFeeds({ feeds: source.feeds, chains: parameters.chains, clock: parameters.clock })
    return createHttpPrices({ url: source.url, slugs: source.slugs, guardedFetch: parameters.guardedFetch })
  })
}

type TableConfig = Extract<Config['prices'][number], { kind: 'table' }>['prices']
type FeedsConfig = Extract<Config['prices'][number], { kind: 'feed' }>['feeds']

/** Prices written in the configuration. */
export function createPriceTable(prices: TableConfig): PriceSource {
  const table = new Map(Object.entries(prices).map(([asset, byCurrency]) => [asset.toLowerCase(), byCurrency]))
  return {
    kind: 'table',
    async fetchPrices(assets, currency) {
      return new Map(
        assets.flatMap((asset): [string, number][] => {
          const price = table.get(asset)?.[currency]
          return price === undefined ? [] : [[asset, price]]
        }),
      )
    },
  }
}

const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  'function decimals() view returns (uint8)',
])

/** Prices that contracts on the configured chains publish. A round that is too old, zero or negative is unknown. */
export function createPriceFeeds(parameters: {
  feeds: FeedsConfig
  chains: ReadonlyMap<string, RpcPool>
  clock: Clock
}): PriceSource {
  const feeds = new Map(Object.entries(parameters.feeds).map(([asset, feed]) => [asset.toLowerCase(), feed]))

  async function read(feed: FeedsConfig[string]): Promise<number | undefined> {
    const pool = parameters.chains.get(feed.chainId)
    if (pool === undefined) return undefined
    const call = (functionName: 'latestRoundData' | 'decimals') => ({
      method: 'eth_call',
      params: [{ to: feed.address, data: encodeFunctionData({ abi: feedAbi, functionName }) }, 'latest'],
    })
    const [round, scale] = (await pool.send([call('latestRoundData'), call('decimals')])).map((answer) =>
      'result' in answer && typeof answer.result === 'string' && answer.result.length > 2
        ? (answer.result as Hex)
        : undefined,
    )
    if (round === undefined || scale === undefined) return undefined
    const [, answer, , updatedAt] = decodeFunctionResult({ abi: feedAbi, functionName: 'latestRoundData', data: round })
    const decimals = decodeFunctionResult({ abi: feedAbi, functionName: 'decimals', data: scale })
    const ageSeconds = parameters.clock.now() / 1000 - Number(updatedAt)
    if (answer <= 0n || ageSeconds > feed.maxAgeSeconds) return undefined
    return Number(answer) / 10 ** decimals
  }

  return {
    kind: 'feed',
    async fetchPrices(assets, currency) {
      const found = await Promise.all(
        assets.map(async (asset): Promise<[string, number][]> => {
          const feed = feeds.get(asset)
          if (feed === undefined || feed.currency !== currency) return []
          const price = await read(feed)
          return price === undefined ? [] : [[asset, price]]
        }),
      )
      return new Map(found.flat())
    },
  }
}

/** Most assets in one request to a price service. */
const HTTP_PRICE_BATCH = 50

/** Prices of an HTTP service that answers in dollars. Other currencies are unknown to it. */
export function createHttpPrices(parameters: {
  url: string
  slugs: Readonly<Record<string, string>>
  guardedFetch: GuardedFetch
}): PriceSource {
  return {
    kind: 'http',
    async fetchPrices(assets, currency) {
      if (currency !== 'usd') return new Map()
      const byId = new Map<string, string>()
      for (const asset of assets) {
        const [namespace, reference, address = ''] = asset.split(':')
        const slug = parameters.slugs[`${namespace}:${reference}`]
        const plain = address === NATIVE_PLACEHOLDER ? `0x${'0'.repeat(40)}` : address
        if (slug !== undefined) byId.set(`${slug}:${plain}`, asset)
      }
      const ids = [...byId.keys()]
      const known = new Map<string, number>()
      for (let start = 0; start < ids.length; start += HTTP_PRICE_BATCH) {
        const part = ids.slice(start, start + HTTP_PRICE_BATCH)
        const answer = await parameters.guardedFetch(`${parameters.url.replace(/\/$/, '')}/${part.join(',')}`)
        if (answer.status !== 200) throw new Error(`the price service answered ${answer.status}`)
        const body: unknown = JSON.parse(new TextDecoder().decode(answer.body))
        const coins = isRecord(body) && isRecord(body.coins) ? body.coins : {}
        for (const [id, asset] of byId) {
          const coin = Object.hasOwn(coins, id) ? coins[id] : undefined
          const price = isRecord(coin) ? coin.price : undefined
          if (isPrice(price)) known.set(asset, price)
        }
      }
      return known
    },
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}
