/** What became of a user operation: where it is, the bundler says; what happened there, the chain alone (SEC-124). */
import type { Hex } from '@latchkey/wire/guard'
import { ENTRY_POINT } from '@latchkey/wire/smartAccount'
import * as v from 'valibot'
import { isHex } from '../hex.ts'
import type { SentCalls } from './callsId.ts'
import { type Chain, callBundler, readChainTime } from './fillOperation.ts'

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

/** Receipts as EIP-5792 has them. */
export type CallsReceipt = {
  readonly logs: readonly { readonly address: Hex; readonly data: Hex; readonly topics: readonly Hex[] }[]
  readonly status: '0x1' | '0x0'
  readonly blockHash: Hex
  readonly blockNumber: string
  readonly gasUsed: string
  readonly transactionHash: Hex
}

/** The receipt of an operation that is on the chain; undefined while it is not. */
export const readOutcome = async (chain: Chain, hash: Hex): Promise<CallsReceipt | undefined> => {
  const told = await callBundler(chain, 'eth_getUserOperationReceipt', [hash])
  if (told === null) return undefined
  const read = v.safeParse(receipt, await chain.ask('eth_getTransactionReceipt', [told.receipt.transactionHash]))
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

/** The answer to `wallet_getCallsStatus`. Source: EIP-5792: 100 pending, 200 done, 400 never will be, 500 reverted. */
export const readCallsStatus = async (chain: Chain, id: string, { hash, network, validUntil }: SentCalls) => {
  const found = await readOutcome(chain, hash)
  const isOver = found === undefined && (await readChainTime(chain)) > validUntil
  const status = found ? (found.status === '0x1' ? 200 : 500) : isOver ? 400 : 100
  return {
    version: '2.0.0',
    id,
    chainId: `0x${BigInt(network.slice('eip155:'.length)).toString(16)}`,
    status,
    atomic: true,
    ...(found && { receipts: [found] }),
  }
}
