/**
 * `npm run bench -- market`: what a quote of the gateway's own markets costs, on a dev chain with Uniswap's own contracts and seven
 * pools: calls of the node, time, and quotes a second. Beside it the floor of the same run: one `eth_call` of the quoter for one pool,
 * sent as a bare request. Cold is the first quote of services that were just made, warm every later one.
 */

import { NATIVE_TOKEN } from '@latchkey/wire/swap'
import { type Address, encodeFunctionData, parseAbi, parseEther, toHex } from 'viem'
import { parseConfig } from '../packages/server/src/config.ts'
import { createMarketServices } from '../packages/server/src/createMarketServices.ts'
import { createLog } from '../packages/server/src/gateway/createLog.ts'
import { createRpcPool } from '../packages/server/src/upstreams/rpcPool.ts'
import { startAnvil } from '../packages/testing/src/anvil.ts'
import { placeMulticall } from '../packages/testing/src/placeMulticall.ts'
import { createUniswapMaker } from '../packages/testing/src/uniswap/placeUniswap.ts'
import { quantile } from './quantile.ts'

const CHAIN = 'eip155:31337'
/** The first account of anvil's mnemonic. Source: Foundry's book. */
const MAKER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** Services that are made anew, for the median of the first quote. */
const COLD_ROUNDS = 15
/** Quotes after that, one by one. */
const WARM_ROUNDS = 60
/** Quotes and bare calls that are measured together, and how many of them are under way at once. */
const MANY = 300
const UNDER_WAY = 10
const FEES = [500, 3_000, 10_000]

const quoterAbi = parseAbi([
  'struct Asked { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'function quoteExactInputSingle(Asked asked) returns (uint256 amountOut, uint160 price, uint32 ticks, uint256 gas)',
])

const anvil = await startAnvil()
const places = await placeMarket()
export const result = await measure().finally(() => anvil.stop())

async function placeMarket() {
  await ask('anvil_setBalance', [MAKER, toHex(parseEther('100000'))])
  await placeMulticall(anvil.url)
  const maker = createUniswapMaker({ rpcUrl: anvil.url, chainId: 31_337, maker: MAKER })
  const uniswap = await maker.place()
  const [dollar, pine] = [await makeToken(), await makeToken()]
  const ether = uniswap.wrappedNative
  await maker.call(ether, 'deposit', [], parseEther('2000'))
  const pools: readonly (readonly [number | undefined, Address, string, string])[] = [
    [undefined, dollar, '100', '300000'],
    [500, dollar, '200', '600000'],
    [3_000, dollar, '100', '300100'],
    [10_000, dollar, '20', '60000'],
    [undefined, pine, '50', '50000'],
    [500, pine, '40', '40000'],
    [3_000, pine, '80', '80000'],
  ]
  for (const [fee, token, coins, tokens] of pools) {
    await maker.fill(uniswap, {
      fee,
      first: { token: ether, amount: parseEther(coins) },
      second: { token, amount: parseEther(tokens) },
    })
  }
  return { ...uniswap, dollar, pine }

  function makeToken(): Promise<Address> {
    return maker.deploy('ERC20', ['uint256'], [parseEther('100000000')])
  }
}

/** One call of the node, as bare as it gets. */
async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(anvil.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result: answer, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (error) throw new Error(`The dev chain refused ${method}: ${error.message}`)
  return answer
}

function askQuoter(): Promise<unknown> {
  const asked = { tokenIn: places.wrappedNative, tokenOut: places.dollar, amountIn: parseEther('1'), fee: 500 }
  const data = encodeFunctionData({
    abi: quoterAbi,
    functionName: 'quoteExactInputSingle',
    args: [{ ...asked, sqrtPriceLimitX96: 0n }],
  })
  return ask('eth_call', [{ to: places.quoter, data }, 'latest'])
}

/** The gateway's swaps as they are after its start, and what they have asked the node. */
function open() {
  const counted = { requests: 0, calls: 0 }
  const config = parseConfig({
    chains: [
      {
        id: CHAIN,
        name: 'Bench',
        rpc: [anvil.url],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        tokens: [
          { address: places.dollar, name: 'Dollar', symbol: 'USD' },
          { address: places.pine, symbol: 'PINE', name: 'Pine' },
        ],
        wrappedNative: places.wrappedNative,
        multicall: '0xcA11bde05977b3631167028862bE2a173976CA11',
        swaps: [
          { kind: 'uniswap', router: places.router, quoter: places.quoter, v2Router: places.v2Router, fees: FEES },
        ],
      },
    ],
  })
  const [chain] = config.chains
  if (chain === undefined) throw new Error('the chain is there')
  const clock = { now: () => Date.now() }
  const pool = createRpcPool({
    chain,
    clock,
    log: createLog('silent'),
    timeoutMs: 5_000,
    fetch: (input, init) => {
      counted.requests += 1
      counted.calls += [JSON.parse(String(init?.body)) as unknown].flat().length
      return fetch(input, init)
    },
  })
  const { swaps } = createMarketServices({
    config,
    pools: new Map([[CHAIN, pool]]),
    tokenDetails: { find: async () => new Map(), save: async () => undefined },
    fetchPrices: async () => new Map(),
    iconUrl: () => '',
    fetch,
    clock,
  })
  let units = 0n
  /** A quote that nobody has asked for before. */
  const quote = (from: Address, to: Address): Promise<unknown> => {
    units += 1n
    const amount = `${parseEther('1') + units}`
    return swaps.fetchQuotes({ from: `${CHAIN}:${from}`, to: `${CHAIN}:${to}`, amount })
  }
  return { counted, quote }
}

async function measure() {
  const { dollar, pine } = places
  const direct = (market: ReturnType<typeof open>) => market.quote(NATIVE_TOKEN, dollar)
  const overTwo = (market: ReturnType<typeof open>) => market.quote(dollar, pine)
  // The first of each kind of call pays for compiling.
  for (let round = 0; round < 20; round += 1) {
    await askQuoter()
    await direct(open())
  }
  const cold: number[] = []
  const coldCalls = { requests: 0, calls: 0 }
  const floor: number[] = []
  for (let round = 0; round < COLD_ROUNDS; round += 1) {
    floor.push(await time(askQuoter))
    const market = open()
    cold.push(await time(() => direct(market)))
    Object.assign(coldCalls, market.counted)
  }
  const market = open()
  await direct(market)
  await overTwo(market)
  const before = { ...market.counted }
  const warm: number[] = []
  const twoHops: number[] = []
  for (let round = 0; round < WARM_ROUNDS; round += 1) {
    floor.push(await time(askQuoter))
    warm.push(await time(() => direct(market)))
  }
  const warmCalls = (market.counted.calls - before.calls) / WARM_ROUNDS
  const warmRequests = (market.counted.requests - before.requests) / WARM_ROUNDS
  const middle = { ...market.counted }
  for (let round = 0; round < WARM_ROUNDS; round += 1) twoHops.push(await time(() => overTwo(market)))
  const twoHopCalls = (market.counted.calls - middle.calls) / WARM_ROUNDS
  const quotesPerSecond = await rate(() => direct(market))
  const callsPerSecond = await rate(askQuoter)
  const at = (all: number[]): number => quantile(all, 0.5)
  return {
    nodeCalls: { cold: coldCalls.calls, warm: round(warmCalls), twoHops: round(twoHopCalls) },
    nodeRequests: { cold: coldCalls.requests, warm: round(warmRequests) },
    ms: { oneCall: round(at(floor)), cold: round(at(cold)), warm: round(at(warm)), twoHops: round(at(twoHops)) },
    perOneCall: {
      cold: round(at(cold) / at(floor)),
      warm: round(at(warm) / at(floor)),
      twoHops: round(at(twoHops) / at(floor)),
    },
    perSecond: { quotes: Math.round(quotesPerSecond), bareCalls: Math.round(callsPerSecond) },
    quotesPerBareCall: round(quotesPerSecond / callsPerSecond),
  }
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await run()
  return performance.now() - begun
}

/** How many a second, so many of them under way at once. */
async function rate(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  let left = MANY
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await run()
    }
  }
  await Promise.all(Array.from({ length: UNDER_WAY }, work))
  return MANY / ((performance.now() - begun) / 1_000)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
