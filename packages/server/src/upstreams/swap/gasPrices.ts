/** What gas costs now. Sources: EIP-1559, `eth_feeHistory` of the execution APIs. */
import type { GasPrice } from '@latchkey/wire/convert'
import { RequestError } from '../../RequestError.ts'
import type { RpcPool } from '../rpcPool.ts'

/** Blocks that the tips are the median of, and the parts of each block's tips that stand for the three speeds. */
const BLOCKS = 10
const PARTS = [25, 50, 90] as const

/**
 * Prices in wei for three speeds: twice the base fee, which covers six full blocks, and a tip as the last blocks had it; where a
 * chain has no base fee, its own price and a quarter and a half more. A block whose producer took a strange tip moves none of them, and
 * no speed costs less than a slower one. One round trip, which whoever asks meanwhile shares, so no one of them can end it.
 */
export async function fetchGasPrice(pool: RpcPool): Promise<GasPrice> {
  const [history, plain] = await pool.send([
    { method: 'eth_feeHistory', params: [`0x${BLOCKS.toString(16)}`, 'latest', PARTS] },
    { method: 'eth_gasPrice', params: [] },
  ])
  const tiers = readHistory(history && 'result' in history ? history.result : undefined)
  if (tiers !== undefined) return { standard: `${tiers[0]}`, fast: `${tiers[1]}`, instant: `${tiers[2]}` }
  const price = readHex(plain && 'result' in plain ? plain.result : undefined)
  if (price === undefined) {
    throw new RequestError('UPSTREAM_UNAVAILABLE', 'The chain does not say what gas costs.', { field: 'chainId' })
  }
  return { standard: `${price}`, fast: `${(price * 5n) / 4n}`, instant: `${(price * 3n) / 2n}` }
}

function readHistory(result: unknown): readonly [bigint, bigint, bigint] | undefined {
  if (typeof result !== 'object' || result === null) return undefined
  const { baseFeePerGas, reward } = result as { baseFeePerGas?: unknown; reward?: unknown }
  if (!Array.isArray(baseFeePerGas)) return undefined
  const base = readHex(baseFeePerGas.at(-1))
  // Chains without EIP-1559 answer a base fee of 0.
  if (base === undefined || base === 0n) return undefined
  const tips = PARTS.map((_part, index) => {
    const known = (Array.isArray(reward) ? reward.slice(0, BLOCKS) : []).flatMap((row: unknown) => {
      const tip = Array.isArray(row) ? readHex(row[index]) : undefined
      return tip === undefined ? [] : [tip]
    })
    return known.sort((one, other) => (one < other ? -1 : 1))[Math.floor(known.length / 2)] ?? 0n
  })
  const [low = 0n, middle = 0n, high = 0n] = tips
  const fast = middle > low ? middle : low
  return [base * 2n + low, base * 2n + fast, base * 2n + (high > fast ? high : fast)]
}

/** A number as nodes write it; undefined where it is none, or one that no price can be. */
function readHex(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,32}$/.test(value) ? BigInt(value) : undefined
}
