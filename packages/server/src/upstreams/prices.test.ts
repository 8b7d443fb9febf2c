import { encodeAbiParameters, type Hex, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { BREAKER_FAILURES } from './breaker.ts'
import type { GuardedFetch } from './guardedFetch.ts'
import { createPoolPrices } from './poolPrices.ts'
import type { PriceSource } from './priceSource.ts'
import { createHttpPrices, createPriceFeeds, createPrices, createPriceTable } from './prices.ts'
import type { RpcPool } from './rpcPool.ts'

const ether = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const dollar = `eip155:1:0x${'d'.repeat(40)}`
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('several sources', () => {
  const clock = { now: () => 0 }
  const source = (prices: Record<string, number>): PriceSource => ({
    kind: 'scripted',
    fetchPrices: async (assets) =>
      new Map(
        Object.entries(prices).flatMap(([asset, amount]) =>
          assets.includes(asset) ? [[asset, { amount, at: 0 }]] : [],
        ),
      ),
  })

  test('the first that knows an asset wins, and what nobody knows is absent', async () => {
    const fetchPrices = createPrices({
      sources: [source({ [ether]: 1 }), source({ [ether]: 2, [dollar]: 3 })],
      clock,
      log: quiet,
    })
    expect([...(await fetchPrices([ether, dollar, 'eip155:1:0xunknown'], 'usd'))]).toEqual([
      [ether, { amount: 1, at: 0 }],
      [dollar, { amount: 3, at: 0 }],
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
    expect([...(await fetchPrices([ether], 'usd'))]).toEqual([[ether, { amount: 2, at: 0 }]])
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
        return new Map([[ether, { amount: asked, at: time.now }]])
      },
    }
    const fetchPrices = createPrices({ sources: [counted], clock: { now: () => time.now }, log: quiet })
    await fetchPrices([ether], 'usd')
    time.now = 59_999
    expect([...(await fetchPrices([ether.replace('0xeeee', '0xEEEE')], 'usd'))]).toEqual([
      [ether, { amount: 1, at: 0 }],
    ])
    time.now = 60_000
    expect([...(await fetchPrices([ether], 'usd'))]).toEqual([[ether, { amount: 2, at: 60_000 }]])
  })
})

test('a table knows the currencies that it has and no others', async () => {
  const table = createPriceTable({ [dollar.toUpperCase().replace('EIP155', 'eip155')]: { usd: 1 } }, 5)
  expect([...(await table.fetchPrices([dollar], 'usd'))]).toEqual([[dollar, { amount: 1, at: 5 }]])
  expect([...(await table.fetchPrices([dollar], 'eur'))]).toEqual([])
})

test('each asset is remembered by itself, known or not: another account asks for what is new alone', async () => {
  const asked: (readonly string[])[] = []
  const source: PriceSource = {
    kind: 'scripted',
    fetchPrices: async (assets) => {
      asked.push(assets)
      return new Map([[ether, { amount: 1, at: 0 }]])
    },
  }
  const fetchPrices = createPrices({ sources: [source], clock: { now: () => 0 }, log: quiet })
  await Promise.all([fetchPrices([ether, dollar], 'usd'), fetchPrices([ether], 'usd')])
  await fetchPrices([ether, dollar, 'eip155:1:0xnew'], 'usd')
  expect(asked).toEqual([[ether, dollar], ['eip155:1:0xnew']])
})

test('addresses whose case counts keep it', async () => {
  const mint = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const table = createPriceTable({ [mint]: { usd: 1 } }, 0)
  const fetchPrices = createPrices({ sources: [table], clock: { now: () => 0 }, log: quiet })
  expect((await fetchPrices([mint], 'usd')).get(mint)).toEqual({ amount: 1, at: 0 })
})

test('a source that keeps failing is left alone for a while, and the next one asked', async () => {
  let asked = 0
  const down: PriceSource = {
    kind: 'scripted',
    fetchPrices: async () => {
      asked += 1
      throw new Error('down')
    },
  }
  const table = createPriceTable({ [ether]: { usd: 2 } }, 0)
  const fetchPrices = createPrices({ sources: [down, table], clock: { now: () => 0 }, log: quiet })
  for (let count = 0; count < 20; count += 1) expect((await fetchPrices([ether], 'usd')).get(ether)?.amount).toBe(2)
  expect(asked).toBe(BREAKER_FAILURES)
})

describe('pools on the chain', () => {
  const word = (value: bigint | string) =>
    typeof value === 'string'
      ? value.slice(2).toLowerCase().padStart(64, '0')
      : encodeAbiParameters([{ type: 'int256' }], [value]).slice(2)
  const PINE = `0x${'1'.repeat(40)}` as const
  const PAIR = `0x${'2'.repeat(40)}` as const
  const DOLLAR = `0x${'3'.repeat(40)}` as const
  const pine = `eip155:1:${PINE}`

  const ask = async (
    version: 'v2' | 'v3',
    contracts: {
      tokens?: readonly string[]
      reserves?: readonly bigint[]
      ticks?: readonly bigint[]
      /** A day ago. */
      oldTicks?: readonly bigint[]
      held?: bigint
    },
    other: { currency: 'usd' | 'eur'; price: number } = { currency: 'usd', price: 1 },
  ) => {
    const [first, second] = contracts.tokens ?? [PINE, DOLLAR]
    const [reserve0 = 0n, reserve1 = 0n] = contracts.reserves ?? []
    const pool: RpcPool = {
      networkId: 'eip155:1',
      send: async (calls) =>
        calls.map((call) => {
          const [{ to, data }] = call.params as [{ to: Hex; data: Hex }]
          const is = (signature: string) => data.startsWith(toFunctionSelector(signature))
          if (is('token0()')) return { result: `0x${word(first ?? '0x')}` }
          if (is('token1()')) return { result: `0x${word(second ?? '0x')}` }
          if (is('decimals()')) return { result: `0x${word(to === PINE ? 18n : 6n)}` }
          if (is('getReserves()')) return { result: `0x${word(reserve0)}${word(reserve1)}${word(0n)}` }
          if (is('balanceOf(address)')) return { result: `0x${word(contracts.held ?? 0n)}` }
          const isOld = BigInt(`0x${data.slice(-128, -64)}`) > 86_400n
          const known = isOld ? contracts.oldTicks : contracts.ticks
          if (known === undefined) return { error: { code: 3, message: 'OLD' } }
          const ticks = `${word(2n)}${known.map(word).join('')}`
          return { result: `0x${word(64n)}${word(160n)}${ticks}${word(2n)}${word(0n)}${word(0n)}` }
        }),
    }
    const config = {
      chainId: 'eip155:1',
      address: PAIR,
      version,
      token: PINE,
      other,
      minimum: 10_000,
      overSeconds: 1_800,
    }
    const source = createPoolPrices({
      pools: { [pine]: config },
      chains: new Map([['eip155:1', pool]]),
      clock: { now: () => 7 },
    })
    return (await source.fetchPrices([pine, ether], 'usd')).get(pine)
  }

  test('of v2 the reserves are the price, whichever side the token is on', async () => {
    expect(await ask('v2', { reserves: [65_536n * 10n ** 18n, 16_384n * 10n ** 6n] })).toEqual({
      amount: 0.25,
      at: 7,
    })
    const turned = { tokens: [DOLLAR, PINE], reserves: [16_384n * 10n ** 6n, 65_536n * 10n ** 18n] }
    expect((await ask('v2', turned))?.amount).toBe(0.25)
  })

  test('of v3 the mean of half an hour is the price', async () => {
    // 1.0001^-276324 is 1e-12, the difference of the decimals: a price of one.
    const found = await ask('v3', { ticks: [0n, -276_324n * 1_800n], held: 50_000n * 10n ** 6n })
    expect(found?.amount).toBeCloseTo(1, 3)
    const turned = await ask('v3', {
      tokens: [DOLLAR, PINE],
      ticks: [0n, 276_324n * 1_800n],
      held: 50_000n * 10n ** 6n,
    })
    expect(turned?.amount).toBeCloseTo(1, 3)
  })

  test('of v3 the change is told where the pool remembers a day, and unknown where it does not', async () => {
    const held = 50_000n * 10n ** 6n
    // A tick more is a ten-thousandth more of the other side for the first one.
    const ticks = [0n, -276_124n * 1_800n]
    const risen = await ask('v3', { ticks, oldTicks: [0n, -276_324n * 1_800n], held })
    expect(risen?.change).toBeCloseTo(1.0001 ** 200 - 1, 9)
    const turned = await ask('v3', {
      tokens: [DOLLAR, PINE],
      ticks: [0n, 276_124n * 1_800n],
      oldTicks: [0n, 276_324n * 1_800n],
      held,
    })
    expect(turned?.change).toBeCloseTo(1.0001 ** 200 - 1, 9)
    expect(await ask('v3', { ticks, held })).not.toHaveProperty('change')
  })

  test.each([
    ['a pool that is thin', 'v2', { reserves: [10n ** 18n, 9_999n * 10n ** 6n] }],
    ['a pool that is empty', 'v2', { reserves: [0n, 0n] }],
    ['a v3 pool that is thin', 'v3', { ticks: [0n, 0n], held: 1n }],
    ['a v3 pool that does not remember so long', 'v3', { held: 50_000n * 10n ** 6n }],
    ['a pool of other tokens', 'v2', { tokens: [PAIR, DOLLAR], reserves: [10n ** 18n, 10n ** 12n] }],
  ] as const)('%s is unknown, never 0', async (_what, version, contracts) => {
    expect(await ask(version, contracts)).toBeUndefined()
  })

  test('a pool answers in the currency of its other side alone', async () => {
    expect(await ask('v2', { reserves: [10n ** 23n, 10n ** 12n] }, { currency: 'eur', price: 1 })).toBeUndefined()
  })
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
    expect(await ask(round(264_012_345_678n, BigInt(now / 1000 - 60)))).toEqual({
      amount: 2640.12345678,
      at: now - 60_000,
    })
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
      clock: { now: () => 1_700_000_000_000 },
    })
    return { asked, prices: [...(await source.fetchPrices([ether, dollar, 'eip155:2:0xa'], currency))] }
  }

  test('is asked by its names for chains and coins, and believed where it gives numbers', async () => {
    const zero = `ethereum:0x${'0'.repeat(40)}`
    const other = `ethereum:0x${'d'.repeat(40)}`
    const { asked, prices } = await ask({
      coins: { [zero]: { price: 2640, timestamp: 1_699_999_990 }, [other]: { price: '1' } },
    })
    expect(asked).toEqual([`https://prices.example/current/${zero},${other}`])
    expect(prices).toEqual([[ether, { amount: 2640, at: 1_699_999_990_000 }]])
  })

  test('tells what a price has gained where the operator names where to ask, and the price alone where that fails', async () => {
    const zero = `ethereum:0x${'0'.repeat(40)}`
    const other = `ethereum:0x${'d'.repeat(40)}`
    const read = async (changes: unknown, status = 200) => {
      const asked: string[] = []
      const source = createHttpPrices({
        url: 'https://prices.example/current',
        changeUrl: 'https://prices.example/percentage/',
        slugs: { 'eip155:1': 'ethereum' },
        guardedFetch: async (url) => {
          asked.push(url)
          const isChange = url.includes('/percentage/')
          const body = isChange ? changes : { coins: { [zero]: { price: 2 }, [other]: { price: 1 } } }
          const answer = new TextEncoder().encode(JSON.stringify(body))
          return { status: isChange ? status : 200, contentType: 'application/json', body: answer }
        },
        clock: { now: () => 5 },
      })
      return { asked, prices: [...(await source.fetchPrices([ether, dollar], 'usd')).values()] }
    }
    const told = await read({ coins: { [zero]: -12.5, [other]: 0 } })
    expect(told.asked).toContain(`https://prices.example/percentage/${zero},${other}`)
    expect(told.prices).toEqual([
      { amount: 2, at: 5, change: -0.125 },
      { amount: 1, at: 5, change: 0 },
    ])
    const alone = [
      { amount: 2, at: 5 },
      { amount: 1, at: 5 },
    ]
    for (const coins of [{}, { [zero]: '3' }, { [zero]: null }, { [zero]: -100 }, { [zero]: 1e300 }, []]) {
      expect((await read({ coins })).prices).toEqual(alone)
    }
    expect((await read('<h1>', 503)).prices).toEqual(alone)
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
