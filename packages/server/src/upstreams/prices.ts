import type { Currency } from '@latchkey/wire'
import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Config } from '../config.ts'
import { createExpiringCache } from '../expiringCache.ts'
import type { Clock, Log } from '../ports.ts'
import { createBreakers } from './breakers.ts'
import type { GuardedFetch } from './guardedFetch.ts'
import { canonicalId } from './namespaceOf.ts'
import { createPoolPrices } from './poolPrices.ts'
import type { Price, PriceSource, Prices } from './priceSource.ts'
import type { RpcPool } from './rpcPool.ts'
import { toChange } from './toChange.ts'

/** How long a price is remembered, in ms; a minute is what public price services refresh at. */
export const PRICE_LIFETIME_MS = 60_000

/** Last part of an EVM chain's native coin in CAIP-10 form. */
export const NATIVE_PLACEHOLDER = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Last part of native SOL in the same form, by which wrapped SOL is another asset. Source: the service's reference, 1.2. */
export const SOL_PLACEHOLDER = 'So11111111111111111111111111111111111111111'

/** Several sources as one. */
export type FetchPrices = (assets: readonly string[], currency: Currency) => Promise<Prices>

/**
 * Several sources as one: the first that knows an asset wins, and one that is down counts as not knowing. Each asset is remembered by
 * itself, also that it is unknown; a source that keeps failing is left alone for a while.
 */
export function createPrices(parameters: { sources: readonly PriceSource[]; clock: Clock; log: Log }): FetchPrices {
  const { clock } = parameters
  const breakers = createBreakers({ clock })
  const caches = parameters.sources.map(() =>
    createExpiringCache<Price | undefined>({ clock, lifetimeMs: PRICE_LIFETIME_MS, maxEntries: 20_000 }),
  )

  /** Asks a source for what is not remembered of it, all in one call. */
  async function ask(place: number, assets: readonly string[], currency: Currency): Promise<Prices> {
    const source = parameters.sources[place]
    const cache = caches[place]
    if (source === undefined || cache === undefined) return new Map()
    const missing: string[] = []
    // Begins once every asset that is missing has been noted.
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const answer = begun.then(() => breakers.run(String(place), () => source.fetchPrices(missing, currency)))
    // Where everything is remembered nobody waits for it.
    answer.catch(() => undefined)
    const found = assets.map((asset) =>
      cache.get(`${currency}|${asset}`, async () => {
        missing.push(asset)
        return (await answer).get(asset)
      }),
    )
    if (missing.length > 0) begin()
    const prices = await Promise.all(found)
    return new Map(
      assets.flatMap((asset, index) => {
        const price = prices[index]
        return price === undefined ? [] : [[asset, price] as const]
      }),
    )
  }

  return async (assets, currency) => {
    const known = new Map<string, Price>()
    for (const [place, source] of parameters.sources.entries()) {
      const open = [...new Set(assets.map(canonicalId))].filter((asset) => !known.has(asset))
      if (open.length === 0) break
      try {
        for (const [asset, price] of await ask(place, open, currency))
          if (isPrice(price.amount)) known.set(asset, price)
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
    if (source.kind === 'table') return createPriceTable(source.prices, parameters.clock.now())
    if (source.kind === 'pool')
      return createPoolPrices({ pools: source.pools, chains: parameters.chains, clock: parameters.clock })
    if (source.kind === 'feed')
      return createPriceFeeds({ feeds: source.feeds, chains: parameters.chains, clock: parameters.clock })
    return createHttpPrices({
      url: source.url,
      slugs: source.slugs,
      changeUrl: source.changeUrl,
      guardedFetch: parameters.guardedFetch,
      clock: parameters.clock,
    })
  })
}

type TableConfig = Extract<Config['prices'][number], { kind: 'table' }>['prices']
type FeedsConfig = Extract<Config['prices'][number], { kind: 'feed' }>['feeds']

/** Prices written in the configuration, as old as its reading. */
export function createPriceTable(prices: TableConfig, at: number): PriceSource {
  const table = new Map(Object.entries(prices).map(([asset, byCurrency]) => [canonicalId(asset), byCurrency]))
  return {
    kind: 'table',
    async fetchPrices(assets, currency) {
      return new Map(
        assets.flatMap((asset): [string, Price][] => {
          const amount = table.get(asset)?.[currency]
          return amount === undefined ? [] : [[asset, { amount, at }]]
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
  const feeds = new Map(Object.entries(parameters.feeds).map(([asset, feed]) => [canonicalId(asset), feed]))

  async function read(feed: FeedsConfig[string]): Promise<Price | undefined> {
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
    return { amount: Number(answer) / 10 ** decimals, at: Number(updatedAt) * 1000 }
  }

  return {
    kind: 'feed',
    async fetchPrices(assets, currency) {
      const found = await Promise.all(
        assets.map(async (asset): Promise<[string, Price][]> => {
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

/** Price services know SOL by its wrapped form. */
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'

const NOTHING: Readonly<Record<string, unknown>> = {}

/** Most assets in one request to a price service. */
const HTTP_PRICE_BATCH = 50

/** Prices of an HTTP service that answers in dollars. Other currencies are unknown to it. */
export function createHttpPrices(parameters: {
  url: string
  slugs: Readonly<Record<string, string>>
  changeUrl?: string | undefined
  guardedFetch: GuardedFetch
  clock: Clock
}): PriceSource {
  const read = async (url: string, ids: readonly string[]): Promise<Record<string, unknown>> => {
    const answer = await parameters.guardedFetch(`${url.replace(/\/$/, '')}/${ids.join(',')}`)
    if (answer.status !== 200) throw new Error(`the price service answered ${answer.status}`)
    const body: unknown = JSON.parse(new TextDecoder().decode(answer.body))
    return isRecord(body) && isRecord(body.coins) ? body.coins : {}
  }

  return {
    kind: 'http',
    async fetchPrices(assets, currency) {
      if (currency !== 'usd') return new Map()
      const byId = new Map<string, string>()
      for (const asset of assets) {
        const [namespace, reference, address = ''] = asset.split(':')
        const slug = parameters.slugs[`${namespace}:${reference}`]
        const plain =
          address === NATIVE_PLACEHOLDER ? `0x${'0'.repeat(40)}` : address === SOL_PLACEHOLDER ? WRAPPED_SOL : address
        if (slug !== undefined) byId.set(`${slug}:${plain}`, asset)
      }
      const ids = [...byId.keys()]
      const known = new Map<string, Price>()
      for (let start = 0; start < ids.length; start += HTTP_PRICE_BATCH) {
        const part = ids.slice(start, start + HTTP_PRICE_BATCH)
        const { changeUrl } = parameters
        const [coins, changes] = await Promise.all([
          read(parameters.url, part),
          // A price is worth telling without its change.
          changeUrl === undefined ? NOTHING : read(changeUrl, part).catch(() => NOTHING),
        ])
        for (const [id, asset] of byId) {
          const coin = Object.hasOwn(coins, id) ? coins[id] : undefined
          const price = isRecord(coin) ? coin.price : undefined
          if (!isPrice(price)) continue
          const percent = Object.hasOwn(changes, id) ? changes[id] : undefined
          const change = toChange(typeof percent === 'number' ? percent / 100 : undefined)
          known.set(asset, { amount: price, at: readTime(coin, parameters.clock.now()), ...change })
        }
      }
      return known
    },
  }
}

/** When the service says that it was so, in its seconds; now where it says none, or a time to come. */
function readTime(coin: unknown, now: number): number {
  const told = isRecord(coin) ? coin.timestamp : undefined
  return typeof told === 'number' && told > 0 && told * 1000 < now ? Math.round(told * 1000) : now
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}
