/** Prices from pools on the configured chains. Sources: Uniswap v2 core; Uniswap v3 core, `observe`. */
import { decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import type { Config } from '../config.ts'
import type { Clock } from '../ports.ts'
import { canonicalId } from './namespaceOf.ts'
import type { Price, PriceSource } from './priceSource.ts'
import type { RpcCall, RpcPool } from './rpcPool.ts'
import { toChange } from './toChange.ts'

type PoolsConfig = Extract<Config['prices'][number], { kind: 'pool' }>['pools']
type PoolConfig = PoolsConfig[string]

const poolAbi = parseAbi([
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast)',
  'function observe(uint32[] secondsAgos) view returns (int56[] tickCumulatives, uint160[] secondsPerLiquidity)',
])

const DAY_SECONDS = 86_400

/** What never changes of a pool. */
type PoolSides = {
  readonly isFirst: boolean
  readonly other: Hex
  readonly decimals: number
  readonly otherDecimals: number
}

/**
 * Prices by what pools hold: of v2 the two reserves, of v3 the mean of a while, which nobody moves within a block. A pool with less
 * than the configured minimum on its other side is unknown, and so is one whose contracts do not answer. Such prices can be
 * moved by whoever pays for it: they are for show, never for limits.
 */
export function createPoolPrices(parameters: {
  pools: PoolsConfig
  chains: ReadonlyMap<string, RpcPool>
  clock: Clock
}): PriceSource {
  const pools = new Map(Object.entries(parameters.pools).map(([asset, pool]) => [canonicalId(asset), pool]))
  const sides = new Map<PoolConfig, PoolSides>()

  async function readSides(node: RpcPool, pool: PoolConfig): Promise<PoolSides | undefined> {
    const known = sides.get(pool)
    if (known !== undefined) return known
    const address = pool.address as Hex
    const [first, second] = await ask(node, [
      call(address, encodeFunctionData({ abi: poolAbi, functionName: 'token0' })),
      call(address, encodeFunctionData({ abi: poolAbi, functionName: 'token1' })),
    ])
    if (first === undefined || second === undefined) return undefined
    const tokens = [first, second].map((data) =>
      decodeFunctionResult({ abi: poolAbi, functionName: 'token0', data }).toLowerCase(),
    )
    const place = tokens.indexOf(pool.token.toLowerCase())
    const other = tokens[1 - place]
    if (place < 0 || other === undefined) return undefined
    const scale = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })
    const [decimals, otherDecimals] = await ask(node, [call(pool.token as Hex, scale), call(other as Hex, scale)])
    if (decimals === undefined || otherDecimals === undefined) return undefined
    const found = {
      isFirst: place === 0,
      other: other as Hex,
      decimals: Number(BigInt(decimals)),
      otherDecimals: Number(BigInt(otherDecimals)),
    }
    if (found.decimals > 36 || found.otherDecimals > 36) return undefined
    sides.set(pool, found)
    return found
  }

  async function read(pool: PoolConfig): Promise<Price | undefined> {
    const node = parameters.chains.get(pool.chainId)
    const found = node && (await readSides(node, pool))
    if (node === undefined || found === undefined) return undefined
    const told = pool.version === 'v2' ? await readReserves(node, pool, found) : await readMean(node, pool, found)
    if (told === undefined) return undefined
    const { ratio, ...change } = told
    return { amount: ratio * pool.other.price, at: parameters.clock.now(), ...change }
  }

  return {
    kind: 'pool',
    async fetchPrices(assets, currency) {
      const found = await Promise.all(
        assets.map(async (asset): Promise<[string, Price][]> => {
          const pool = pools.get(asset)
          if (pool === undefined || pool.other.currency !== currency) return []
          const price = await read(pool)
          return price === undefined ? [] : [[asset, price]]
        }),
      )
      return new Map(found.flat())
    },
  }
}

/** How much of the other side one of the asset is worth, and what that has gained in a day. */
type Ratio = { readonly ratio: number; readonly change?: number }

/** The same by two reserves, which remember nothing. */
async function readReserves(node: RpcPool, pool: PoolConfig, sides: PoolSides): Promise<Ratio | undefined> {
  const [data] = await ask(node, [
    call(pool.address as Hex, encodeFunctionData({ abi: poolAbi, functionName: 'getReserves' })),
  ])
  if (data === undefined) return undefined
  const [first, second] = decodeFunctionResult({ abi: poolAbi, functionName: 'getReserves', data })
  const own = Number(sides.isFirst ? first : second) / 10 ** sides.decimals
  const other = Number(sides.isFirst ? second : first) / 10 ** sides.otherDecimals
  return own > 0 && other >= pool.minimum ? { ratio: other / own } : undefined
}

/** The same as the mean of a while, and the mean of as long a while a day ago, where the pool remembers it. */
async function readMean(node: RpcPool, pool: PoolConfig, sides: PoolSides): Promise<Ratio | undefined> {
  const observe = (agoSeconds: number): RpcCall =>
    call(
      pool.address as Hex,
      encodeFunctionData({
        abi: poolAbi,
        functionName: 'observe',
        args: [[agoSeconds + pool.overSeconds, agoSeconds]],
      }),
    )
  const [ticks, held, oldTicks] = await ask(node, [
    observe(0),
    call(sides.other, encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [pool.address as Hex] })),
    observe(DAY_SECONDS),
  ])
  if (ticks === undefined || held === undefined) return undefined
  if (Number(BigInt(held.slice(0, 66))) / 10 ** sides.otherDecimals < pool.minimum) return undefined
  const ratio = toRatio(ticks, pool, sides)
  if (ratio === undefined) return undefined
  const old = oldTicks && toRatio(oldTicks, pool, sides)
  return { ratio, ...toChange(old === undefined ? undefined : ratio / old - 1) }
}

/** A ratio by the ticks at both ends of a while: a tick is a power of 1.0001. Undefined where there are not two. */
function toRatio(ticks: Hex, pool: PoolConfig, sides: PoolSides): number | undefined {
  const [[before, now]] = decodeFunctionResult({ abi: poolAbi, functionName: 'observe', data: ticks })
  if (before === undefined || now === undefined) return undefined
  const secondForFirst = 1.0001 ** (Number(now - before) / pool.overSeconds)
  const scaled =
    secondForFirst * 10 ** (sides.isFirst ? sides.decimals - sides.otherDecimals : sides.otherDecimals - sides.decimals)
  return sides.isFirst ? scaled : 1 / scaled
}

function call(to: Hex, data: Hex): RpcCall {
  return { method: 'eth_call', params: [{ to, data }, 'latest'] }
}

async function ask(node: RpcPool, calls: readonly RpcCall[]): Promise<readonly (Hex | undefined)[]> {
  return (await node.send(calls)).map((answer) =>
    'result' in answer && typeof answer.result === 'string' && /^0x(?:[0-9a-fA-F]{64})+$/.test(answer.result)
      ? (answer.result as Hex)
      : undefined,
  )
}
