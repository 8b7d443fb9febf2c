/**
 * What became of a user operation: the bundler may say where it is, what happened there the chain alone (SEC-54). That it never will be
 * carried out is said only after the chain was looked through, because whoever hears it may send it anew.
 */
import type { Hex } from '@latchkey/wire/guard'
import { ENTRY_POINT } from '@latchkey/wire/smartAccount'
import * as v from 'valibot'
import { isHex, readQuantity } from '../hex.ts'
import type { SentCalls } from './callsId.ts'
import { type Chain, callBundler, nonsense, readChainTime } from './fillOperation.ts'

/** `UserOperationEvent`, `BeforeExecution`: hashed. Source: EntryPoint 0.7. */
const OPERATION_EVENT: Hex = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
const BEFORE_EXECUTION: Hex = '0xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972'

const hex = v.custom<Hex>((value) => isHex(value), 'expected bytes in hex')
const quantity = v.pipe(v.string(), v.regex(/^0x[\da-f]{1,64}$/iu))

const receipt = v.object({
  transactionHash: hex,
  blockHash: hex,
  blockNumber: quantity,
  gasUsed: quantity,
  logs: v.array(v.object({ address: hex, data: hex, topics: v.array(hex) })),
})

/** How long an operation may wait for its block (s); after that it is carried out never. */
export const OPERATION_LIFE = 600

/** Blocks in one request for logs, which nodes of public chains grant. */
const LOG_BLOCKS = 1_000

/** Receipts as EIP-5792 has them. */
export type CallsReceipt = {
  readonly logs: readonly { readonly address: Hex; readonly data: Hex; readonly topics: readonly Hex[] }[]
  readonly status: '0x1' | '0x0'
  readonly blockHash: Hex
  readonly blockNumber: string
  readonly gasUsed: string
  readonly transactionHash: Hex
}

/** The receipt of an operation in a transaction; undefined where the node has none of it there. */
const readReceipt = async (chain: Chain, hash: Hex, transactionHash: string): Promise<CallsReceipt | undefined> => {
  const read = v.safeParse(receipt, await chain.ask('eth_getTransactionReceipt', [transactionHash]))
  // The node has not come so far yet.
  if (!read.success) return undefined
  const { logs, ...rest } = read.output
  const isOf = (topic: Hex) => (log: (typeof logs)[number]) =>
    log.address.toLowerCase() === ENTRY_POINT.toLowerCase() && log.topics[0] === topic
  const end = logs.findIndex((log) => isOf(OPERATION_EVENT)(log) && log.topics[1] === hash)
  const event = logs[end]
  if (!event) return undefined
  const before = logs.slice(0, end)
  const start = before.findLastIndex((log) => isOf(OPERATION_EVENT)(log) || isOf(BEFORE_EXECUTION)(log))
  // The second word: whether the calls went well.
  const isGood = BigInt(`0x${event.data.slice(66, 130) || '0'}`) === 1n
  return { ...rest, logs: before.slice(start + 1), status: isGood ? '0x1' : '0x0' }
}

/** The receipt of an operation where the bundler says that it is; undefined where it does not say so. */
export const readOutcome = async (chain: Chain, hash: Hex): Promise<CallsReceipt | undefined> => {
  const told = await callBundler(chain, 'eth_getUserOperationReceipt', [hash])
  return told === null ? undefined : readReceipt(chain, hash, told.receipt.transactionHash)
}

const readBlock = async ({ ask }: Chain, at: bigint | 'latest') => {
  const block = Object(await ask('eth_getBlockByNumber', [at === 'latest' ? at : toQuantity(at), false])) as {
    readonly number?: unknown
    readonly timestamp?: unknown
  }
  const [number, time] = [readQuantity(block.number), readQuantity(block.timestamp)]
  if (number === undefined || time === undefined) throw nonsense()
  return { number, time: Number(time) }
}

const toQuantity = (value: bigint): string => `0x${value.toString(16)}`

/** The number of the newest block that is not younger than a moment. */
const findBlock = async (chain: Chain, moment: number): Promise<bigint> => {
  const latest = await readBlock(chain, 'latest')
  if (latest.time <= moment) return latest.number
  let [low, high] = [0n, latest.number]
  // From the end, because it was lately.
  for (let step = 1_024n; step < high; step *= 4n) {
    const { number, time } = await readBlock(chain, high - step)
    if (time <= moment) {
      low = number
      break
    }
    high = number
  }
  while (high - low > 1n) {
    const { number, time } = await readBlock(chain, (low + high) / 2n)
    if (time <= moment) low = number
    else high = number
  }
  return low
}

const events = v.array(v.object({ transactionHash: hex }))

/** Looks for an operation in all blocks that it may be in. Rejects where a node does not let it look. */
const searchOutcome = async (chain: Chain, { hash, validUntil }: SentCalls): Promise<CallsReceipt | undefined> => {
  const last = await findBlock(chain, validUntil)
  for (let from = await findBlock(chain, validUntil - OPERATION_LIFE); from <= last; from += BigInt(LOG_BLOCKS)) {
    const end = from + BigInt(LOG_BLOCKS) - 1n
    const filter = {
      address: ENTRY_POINT,
      topics: [OPERATION_EVENT, hash],
      fromBlock: toQuantity(from),
      toBlock: toQuantity(end < last ? end : last),
    }
    const read = v.safeParse(events, await chain.ask('eth_getLogs', [filter]))
    if (!read.success) throw nonsense()
    const [found] = read.output
    if (found) return readReceipt(chain, hash, found.transactionHash)
  }
  return undefined
}

/** What became of an operation: by the bundler's word, and by the chain's where it gives none or the operation's time is over. */
const settle = async (chain: Chain, calls: SentCalls) => {
  const told = await readOutcome(chain, calls.hash).catch(() => 'silent' as const)
  if (told !== 'silent' && told !== undefined) return { found: told, isOver: false }
  const isOver = (await readChainTime(chain)) > calls.validUntil
  const found = isOver || told === 'silent' ? await searchOutcome(chain, calls) : undefined
  return { found, isOver }
}

/** Whether an operation is carried out, or never will be; false while neither is known. */
export const isSettled = async (chain: Chain, calls: SentCalls): Promise<boolean> => {
  const { found, isOver } = await settle(chain, calls)
  return isOver || found !== undefined
}

/** The answer to `wallet_getCallsStatus`. Source: EIP-5792: 100 pending, 200 done, 400 never will be, 500 reverted. */
export const readCallsStatus = async (chain: Chain, id: string, calls: SentCalls) => {
  const { found, isOver } = await settle(chain, calls)
  const status = found ? (found.status === '0x1' ? 200 : 500) : isOver ? 400 : 100
  return {
    version: '2.0.0',
    id,
    chainId: toQuantity(BigInt(calls.network.slice('eip155:'.length))),
    status,
    atomic: true,
    ...(found && { receipts: [found] }),
  }
}
