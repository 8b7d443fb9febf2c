/** Many reads of contracts in few requests. Source: Multicall3's published interface. */
import { decodeFunctionResult, encodeFunctionData, type Hex, multicall3Abi } from 'viem'
import type { ChainConfig } from '../config.ts'
import { type RpcAnswer, type RpcCall, type RpcPool, sendUnlessTooLarge } from './rpcPool.ts'

/** Calls in one multicall: well below the gas that public nodes grant to `eth_call`. */
export const MULTICALL_SIZE = 250

/** Calls in one JSON-RPC batch where there is no multicall. */
const SINGLE_BATCH = 100

/** One read of a contract. */
export type ContractCall = { readonly target: Hex; readonly callData: Hex }

/**
 * Many calls in few requests: through Multicall3, or, where that contract is absent or one of the calls takes all of its gas, as
 * JSON-RPC batches. A call that fails gives undefined in its place, and so do the calls of a contract that says more than a
 * node's answer may hold: one hostile contract never hides what the others say.
 */
export async function callMany(
  pool: RpcPool,
  chain: Pick<ChainConfig, 'multicall'>,
  calls: readonly ContractCall[],
  signal?: AbortSignal | undefined,
): Promise<readonly (Hex | undefined)[]> {
  if (calls.length === 0) return []
  const parts = split(calls, MULTICALL_SIZE)
  const answers = await sendUnlessTooLarge(
    pool,
    parts.map((part) => aggregate(chain, part)),
    signal,
  )
  if (answers === undefined) return callByTarget(pool, chain, calls, signal)
  const results = await Promise.all(
    parts.map(async (part, index) => {
      const found = readAggregate(answers[index], part.length)
      if (found !== undefined) return found
      const single = await Promise.all(split(part, SINGLE_BATCH).map((batch) => callSingly(pool, batch, signal)))
      return single.flat()
    }),
  )
  return results.flat()
}

async function callSingly(
  pool: RpcPool,
  calls: readonly ContractCall[],
  signal: AbortSignal | undefined,
): Promise<readonly (Hex | undefined)[]> {
  const requests = calls.map((call) => ethCall(call.target, call.callData))
  const answers = await sendUnlessTooLarge(pool, requests, signal)
  if (answers !== undefined) return answers.map(toHex)
  const half = Math.ceil(calls.length / 2)
  if (calls.length === 1) return [undefined]
  return [
    ...(await callSingly(pool, calls.slice(0, half), signal)),
    ...(await callSingly(pool, calls.slice(half), signal)),
  ]
}

/** Asks each contract by itself, one after the other, so that only what a hostile one says is lost. */
async function callByTarget(
  pool: RpcPool,
  chain: Pick<ChainConfig, 'multicall'>,
  calls: readonly ContractCall[],
  signal: AbortSignal | undefined,
): Promise<readonly (Hex | undefined)[]> {
  const results = new Array<Hex | undefined>(calls.length).fill(undefined)
  const byTarget = new Map<string, number[]>()
  for (const [index, { target }] of calls.entries()) {
    byTarget.set(target.toLowerCase(), [...(byTarget.get(target.toLowerCase()) ?? []), index])
  }
  if (byTarget.size === 1) {
    const single = await callSingly(pool, calls.slice(0, SINGLE_BATCH), signal)
    return calls.map((_call, index) => single[index])
  }
  for (const indexes of byTarget.values()) {
    const own = await callMany(
      pool,
      chain,
      indexes.flatMap((index) => calls[index] ?? []),
      signal,
    )
    for (const [place, index] of indexes.entries()) results[index] = own[place]
  }
  return results
}

function aggregate(chain: Pick<ChainConfig, 'multicall'>, calls: readonly ContractCall[]): RpcCall {
  return ethCall(
    chain.multicall as Hex,
    encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [calls.map((call) => ({ ...call, allowFailure: true }))],
    }),
  )
}

function readAggregate(answer: RpcAnswer | undefined, count: number): readonly (Hex | undefined)[] | undefined {
  const data = toHex(answer)
  if (data === undefined) return undefined
  try {
    const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data })
    if (results.length !== count) return undefined
    return results.map((each) => (each.success && each.returnData !== '0x' ? each.returnData : undefined))
  } catch {
    return undefined
  }
}

function ethCall(to: Hex, data: Hex): RpcCall {
  return { method: 'eth_call', params: [{ to, data }, 'latest'] }
}

function toHex(answer: RpcAnswer | undefined): Hex | undefined {
  if (answer === undefined || !('result' in answer)) return undefined
  const { result } = answer
  return typeof result === 'string' && /^0x(?:[0-9a-fA-F]{2})+$/.test(result) ? (result as Hex) : undefined
}

/** The first word of an answer as a number; tokens that answer less than a word are broken. */
export function toAmount(data: Hex | undefined): bigint | undefined {
  return data === undefined || data.length < 66 ? undefined : BigInt(data.slice(0, 66))
}

/** Items in parts of at most `size`. */
export function split<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const parts: Item[][] = []
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size))
  return parts
}
