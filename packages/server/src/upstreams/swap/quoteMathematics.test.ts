import { type Anvil, startAnvil } from '@latchkey/testing/anvil.ts'
import { placeMulticall } from '@latchkey/testing/placeMulticall.ts'
import { createUniswapMaker, type UniswapPlaces } from '@latchkey/testing/uniswap/placeUniswap.ts'
import fc from 'fast-check'
import { type Address, createTestClient, http, parseAbi, parseEther, publicActions, walletActions } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../../config.ts'
import { createLog } from '../../gateway/createLog.ts'
import { createRpcPool } from '../rpcPool.ts'
import type { Market } from './market.ts'
import { createUniswapMarket } from './uniswap.ts'

/**
 * Quotes compared with the pools' own mathematics, worked out here from what is in the pools. Sources: Uniswap v2 core, whitepaper
 * 1.0 (constant product, fee 0.3 %); Uniswap v3 core, whitepaper 6 (one range of liquidity, prices as square roots in Q64.96).
 */
const CHAIN = 'eip155:31337'
const MAKER: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const RUNS = { numRuns: 40 }

const v2Abi = parseAbi([
  'function getPair(address one, address other) view returns (address)',
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 at)',
])
const v3Abi = parseAbi([
  'function getPool(address one, address other, uint24 fee) view returns (address)',
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 index, uint16 cardinality, uint16 next, uint8 protocol, bool unlocked)',
  'function liquidity() view returns (uint128)',
])

let anvil: Anvil
let places: UniswapPlaces
let dollar: Address
let pine: Address
let v2: Market
let v3: Market
let reserves: readonly [dollars: bigint, pines: bigint]
let range: { readonly root: bigint; readonly liquidity: bigint; readonly isDollarFirst: boolean }

beforeAll(async () => {
  anvil = await startAnvil()
  const node = createTestClient({ mode: 'anvil', chain: foundry, transport: http(anvil.url) })
    .extend(publicActions)
    .extend(walletActions)
  await placeMulticall(anvil.url)
  const maker = createUniswapMaker({ rpcUrl: anvil.url, chainId: 31_337, maker: MAKER })
  places = await maker.place()
  dollar = await maker.deploy('ERC20', ['uint256'], [parseEther('100000000')])
  pine = await maker.deploy('ERC20', ['uint256'], [parseEther('100000000')])
  for (const fee of [undefined, 3_000]) {
    const first = { token: dollar, amount: parseEther('21500') }
    await maker.fill(places, { fee, first, second: { token: pine, amount: parseEther('100000') } })
  }
  const isDollarFirst = BigInt(dollar) < BigInt(pine)
  const pair = await node.readContract({
    address: places.v2Factory,
    abi: v2Abi,
    functionName: 'getPair',
    args: [dollar, pine],
  })
  const [first, second] = await node.readContract({ address: pair, abi: v2Abi, functionName: 'getReserves' })
  reserves = isDollarFirst ? [first, second] : [second, first]
  const address = await node.readContract({
    address: places.v3Factory,
    abi: v3Abi,
    functionName: 'getPool',
    args: [dollar, pine, 3_000],
  })
  const [root] = await node.readContract({ address, abi: v3Abi, functionName: 'slot0' })
  const liquidity = await node.readContract({ address, abi: v3Abi, functionName: 'liquidity' })
  range = { root, liquidity, isDollarFirst }
  v2 = open({ router: undefined, quoter: undefined })
  v3 = open({ v2Router: undefined })
}, 60_000)

afterAll(() => anvil.stop())

function open(without: { readonly [Name in keyof UniswapPlaces]?: undefined }): Market {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const { chains } = parseConfig({ chains: [{ id: CHAIN, name: 'Slope', rpc: [anvil.url], nativeCurrency }] })
  const [chain] = chains
  if (chain === undefined) throw new Error('the chain is there')
  const clock = { now: () => Date.now() }
  const pool = createRpcPool({ chain, clock, log: createLog('silent'), timeoutMs: 20_000, fetch })
  const { router, quoter, v2Router } = { ...places, ...without }
  return createUniswapMarket({
    pool,
    chain,
    places: { wrappedNative: places.wrappedNative, router, quoter, v2Router, fees: [3_000], via: [], fee: undefined },
  })
}

const amounts = fc.bigInt({ min: 1_000_000n, max: parseEther('9000') })

async function quote(market: Market, amount: bigint, sellsDollar: boolean): Promise<bigint> {
  const [sell, buy] = sellsDollar ? [dollar, pine] : [pine, dollar]
  const found = await market.quote({ sell, buy, amount }, undefined)
  return found?.amountOut ?? 0n
}

/** x * y = k, with 0.3 % of what is paid left out of it. */
function constantProduct(amount: bigint, paid: bigint, got: bigint): bigint {
  const counted = amount * 997n
  return (counted * got) / (paid * 1_000n + counted)
}

const Q96 = 1n << 96n
const roundUp = (value: bigint, by: bigint): bigint => (value + by - 1n) / by

/** One range of liquidity: the price moves by what is paid over the liquidity, and what comes out is the difference of the prices. */
function oneRange(amount: bigint, sellsFirst: boolean): bigint {
  const { root, liquidity } = range
  const counted = (amount * 997_000n) / 1_000_000n
  if (sellsFirst) {
    const next = roundUp((liquidity << 96n) * root, (liquidity << 96n) + counted * root)
    return (liquidity * (root - next)) / Q96
  }
  const next = root + (counted << 96n) / liquidity
  return ((liquidity << 96n) * (next - root)) / next / root
}

test('a quote of v2 is what the constant product gives, to the wei', async () => {
  await fc.assert(
    fc.asyncProperty(amounts, fc.boolean(), async (amount, sellsDollar) => {
      const [dollars, pines] = reserves
      const [paid, got] = sellsDollar ? [dollars, pines] : [pines, dollars]
      expect(await quote(v2, amount, sellsDollar)).toBe(constantProduct(amount, paid, got))
    }),
    RUNS,
  )
})

test('a quote of v3 is what one range of liquidity gives, to the wei', async () => {
  await fc.assert(
    fc.asyncProperty(amounts, fc.boolean(), async (amount, sellsDollar) => {
      expect(await quote(v3, amount, sellsDollar)).toBe(oneRange(amount, sellsDollar === range.isDollarFirst))
    }),
    RUNS,
  )
})

test('there and back gives less than was paid, and more never gives less', async () => {
  await fc.assert(
    fc.asyncProperty(amounts, amounts, fc.boolean(), fc.boolean(), async (one, other, sellsDollar, isV2) => {
      const market = isV2 ? v2 : v3
      const [less, more] = one < other ? [one, other] : [other, one]
      const [least, most] = await Promise.all([quote(market, less, sellsDollar), quote(market, more, sellsDollar)])
      expect(most).toBeGreaterThanOrEqual(least)
      if (most > 0n) expect(await quote(market, most, !sellsDollar)).toBeLessThan(more)
    }),
    RUNS,
  )
})
