/** A transaction of eip155 that waits for its block, and what another one takes to have its place. Sources: EIP-1474; EIP-1559. */
import type { AskNode } from '@latchkey/wire/guard'
import { isHex, parseQuantity } from '../../evm/hex.ts'
import type { TransactionRequest } from '../types/adapter.ts'

/** What one unit of gas may cost at most, and what of it is the miner's, in wei. */
export type GasPrices = { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }

/** A transaction as a node knows it. `request` is undefined where it makes a contract. */
export type WaitingTransaction = GasPrices & {
  readonly from: string
  readonly nonce: bigint
  readonly isMined: boolean
  readonly request: TransactionRequest | undefined
}

/** Reads a transaction by its hash; undefined where the node knows none, or says nothing that could be believed. */
export async function readWaiting(ask: AskNode, hash: string): Promise<WaitingTransaction | undefined> {
  const answer = Object(await ask('eth_getTransactionByHash', [hash])) as Readonly<Record<string, unknown>>
  const { from, to, input } = answer
  const [nonce, value, gas] = [answer.nonce, answer.value, answer.gas].map(parseQuantity)
  const maxFeePerGas = parseQuantity(answer.maxFeePerGas ?? answer.gasPrice)
  const maxPriorityFeePerGas = parseQuantity(answer.maxPriorityFeePerGas ?? answer.gasPrice)
  if (typeof from !== 'string' || nonce === undefined || value === undefined || gas === undefined) return undefined
  if (maxFeePerGas === undefined || maxPriorityFeePerGas === undefined || !isHex(input)) return undefined
  return {
    from,
    nonce,
    isMined: typeof answer.blockHash === 'string',
    request: typeof to === 'string' ? { to, value, data: input, gas } : undefined,
    maxFeePerGas,
    maxPriorityFeePerGas,
  }
}

/**
 * The prices that another transaction of the same nonce needs: an eighth above those of the one that waits, since nodes want
 * both a tenth higher (`txpool.pricebump` of geth), and no less than what the network asks of anybody now.
 */
export async function fetchHigherPrices(ask: AskNode, waiting: GasPrices): Promise<GasPrices> {
  const [block, asked] = await Promise.all([
    ask('eth_getBlockByNumber', ['latest', false]),
    // A node without this method has no wish of its own.
    ask('eth_maxPriorityFeePerGas', []).catch(() => undefined),
  ])
  const base = parseQuantity((Object(block) as { baseFeePerGas?: unknown }).baseFeePerGas) ?? 0n
  const maxPriorityFeePerGas = greater(raise(waiting.maxPriorityFeePerGas), parseQuantity(asked) ?? 0n)
  const maxFeePerGas = greater(raise(waiting.maxFeePerGas), 2n * base + maxPriorityFeePerGas)
  return { maxFeePerGas, maxPriorityFeePerGas }
}

function raise(price: bigint): bigint {
  return price + price / 8n + 1n
}

function greater(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
