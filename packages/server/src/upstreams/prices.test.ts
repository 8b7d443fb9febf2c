import { encodeAbiParameters, type Hex, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import type { GuardedFetch } from './guardedFetch.ts'
import { createHttpPrices, createPriceFeeds, createPrices, createPriceTable, type PriceSource } from './prices.ts'
import type { RpcPool } from './rpcPool.ts'

const ether = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const dollar = `eip155:1:0x${'d'.repeat(40)}`
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('several sources', () => {
  const clock = { now: () => 0 }
  const source = (prices: Record<string, number>): PriceSource => ({
    kind: 'scripted',
    fetchPrices: async (assets) => new Map(Object.entries(prices).filter(([asset]) => assets.includes(asset))),
  })

  test('the first that knows an asset wins, and what nobody knows is absent', async () => {
    const fetchPrices = createPrices({
      sources: [source({ [ether]: 1 }), source({ [ether]: 2, [dollar]: 3 })],
      clock,
      log: quiet,
    })
    expect([...(await fetchPrices([ether, dollar, 'eip155:1:0xunknown'], 'usd'))]).toEqual([
      [ether, 1],
      [dollar, 3],
    ])
  })

  test('a source that is down counts as not knowing and is told to the operator', async () => {
    const told: unknown[] = []
    const down: PriceSource = { kind: 'scripted', fetchPrices: async () => Promise.reject(new Error('down')) }
    const fetchPrices = createPrices({
      sources: [down, source({ [ether]: 2 })],
      clock,
      log: { ...quiet, warn: (facts) => told.push(facts) },
    })
    expect([...(await fetchPrices([ether], 'usd'))]).toEqual([[ether, 2]])
    expect(told).toMatchObject([{ event: 'pricesFailed', reason: 'down' }])
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('a price of %d is no price', async (price) => {
    const fetchPrices = createPrices({ sources: [source({ [ether]: price })], clock, log: quiet })
    expect([...(await fetchPrices([ether], 'usd'))]).toEqual([])
  })

  test('a price is asked once a minute, whatever the case of the address', async () => {
    const time = { now: 0 }
    let asked = 0
    const counted: PriceSource = {
      kind: 'scripted',
      fetchPrices: async () => {
        asked += 1
        return new Map([[ether, asked]])
      },
    }
    const fetchPrices = createPrices({ sources: [counted], clock: { now: () => time.now }, log: quiet })
    await fetchPrices([ether], 'usd')
    time.now = 59_999
    expect([...(await fetchPrices([ether.replace('0xeeee', '0xEEEE')], 'usd'))]).toEqual([[ether, 1]])
    time.now = 60_000
    expect([...(await fetchPrices([ether], 'usd'))]).toEqual([[ether, 2]])
  })
})

test('a table knows the currencies that it has and no others', async () => {
  const table = createPriceTable({ [dollar.toUpperCase().replace('EIP155', 'eip155')]: { usd: 1 } })
  expect([...(await table.fetchPrices([dollar], 'usd'))]).toEqual([[dollar, 1]])
  expect([...(await table.fetchPrices([dollar], 'eur'))]).toEqual([])
})

describe('feeds on the chain', () => {
  const now = 1_700_000_000_000
  const uint = (type: string, value: bigint) => encodeAbiParameters([{ type }], [value])
  const round = (answer: bigint, updatedAt: bigint): Hex =>
    `0x${[uint('uint80', 1n), uint('int256', answer), uint('uint256', 0n), uint('uint256', updatedAt), uint('uint80', 1n)].map((each) => each.slice(2)).join('')}`
  const feed = { chainId: 'eip155:1', address: `0x${'f'.repeat(40)}`, currency: 'usd', maxAgeSeconds: 3600 } as const

  const ask = async (latest: Hex, currency: 'usd' | 'eur' = 'usd') => {
    const pool: RpcPool = {
      networkId: 'eip155:1',
      send: async (calls) =>
        calls.map((call) => {
          const [{ data }] = call.params as [{ data: Hex }]
          return { result: data.startsWith(toFunctionSelector('decimals()')) ? uint('uint8', 8n) : latest }
        }),
    }
    const feeds = createPriceFeeds({
      feeds: { [ether]: feed },
      chains: new Map([['eip155:1', pool]]),
      clock: { now: () => now },
    })
    return (await feeds.fetchPrices([ether, dollar], currency)).get(ether)
  }

  test('a fresh round is the price, by the decimals of its contract', async () => {
    expect(await ask(round(264_012_345_678n, BigInt(now / 1000 - 60)))).toBe(2640.12345678)
  })

  test.each([
    ['old', round(264_000_000_000n, BigInt(now / 1000 - 3601))],
    ['zero', round(0n, BigInt(now / 1000))],
    ['negative', round(-5n, BigInt(now / 1000))],
    ['without an answer', '0x' as const],
  ])('a round that is %s is unknown', async (_name, latest) => {
    expect(await ask(latest)).toBeUndefined()
  })

  test('a feed answers in its own currency alone', async () => {
    expect(await ask(round(264_000_000_000n, BigInt(now / 1000)), 'eur')).toBeUndefined()
  })
})

describe('a price service', () => {
  const ask = async (body: unknown, currency: 'usd' | 'eur' = 'usd', status = 200) => {
    const asked: string[] = []
    const guardedFetch: GuardedFetch = async (url) => {
      asked.push(url)
      return { status, contentType: 'application/json', body: new TextEncoder().encode(JSON.stringify(body)) }
    }
    const source = createHttpPrices({
      url: 'https://prices.example/current/',
      slugs: { 'eip155:1': 'ethereum' },
      guardedFetch,
    })
    return { asked, prices: [...(await source.fetchPrices([ether, dollar, 'eip155:2:0xa'], currency))] }
  }

  test('is asked by its names for chains and coins, and believed where it gives numbers', async () => {
    const zero = `ethereum:0x${'0'.repeat(40)}`
    const other = `ethereum:0x${'d'.repeat(40)}`
    const { asked, prices } = await ask({ coins: { [zero]: { price: 2640 }, [other]: { price: '1' } } })
    expect(asked).toEqual([`https://prices.example/current/${zero},${other}`])
    expect(prices).toEqual([[ether, 2640]])
  })

  test('is not asked for currencies that it does not speak', async () => {
    expect(await ask({}, 'eur')).toEqual({ asked: [], prices: [] })
  })

  test('that answers an error or nonsense gives no prices', async () => {
    await expect(ask({}, 'usd', 500)).rejects.toThrow('answered 500')
    expect((await ask({ coins: [] })).prices).toEqual([])
    expect((await ask(null)).prices).toEqual([])
  })
})
