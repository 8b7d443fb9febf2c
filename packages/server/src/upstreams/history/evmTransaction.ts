/** What a node says about transactions, read strictly. Sources: EIP-1474, EIP-20, EIP-721, EIP-1155. */
import { HISTORY_TRANSFER_LIMIT } from '@latchkey/wire'
import * as v from 'valibot'
import { decodeAbiParameters, type Hex } from 'viem'
import { findMoves } from './frames.ts'
import { type EvmPosition, type RawMove, type RawTransaction, writePosition } from './upstream.ts'

/** Topics of the transfer events. */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
export const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
export const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

/** Logs of one transaction that are looked at: a hostile contract writes thousands. */
const LOG_LIMIT = 2_000

/** Longest data of one log that is decoded, in characters: a batch of 150 NFTs. */
const DATA_LIMIT = 20_000

const quantity = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{1,64}$/))
const place = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{1,12}$/), v.transform(Number))
const address = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{40}$/),
  v.transform((text) => text.toLowerCase()),
)
const hash = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{64}$/),
  v.transform((text) => text.toLowerCase()),
)
const bytes = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2})*$/))
const amount = v.pipe(
  quantity,
  v.transform((text) => BigInt(text)),
)

/** A log, as far as it is read here. */
export const nodeLog = v.object({
  address,
  topics: v.pipe(v.array(hash), v.maxLength(4)),
  data: bytes,
  blockNumber: place,
  transactionIndex: place,
  transactionHash: hash,
  removed: v.optional(v.boolean(), false),
})

/** A log, read. */
export type NodeLog = v.InferOutput<typeof nodeLog>

/** A transaction as `eth_getTransactionByHash` tells it. */
export const nodeTransaction = v.object({
  hash,
  blockNumber: place,
  transactionIndex: place,
  from: address,
  to: v.optional(v.nullable(address), null),
  nonce: place,
  input: v.optional(bytes, '0x'),
  value: amount,
})

const receiptLog = v.pick(nodeLog, ['address', 'topics', 'data'])

/** A receipt. Otterscan's have the block's time beside. */
export const nodeReceipt = v.object({
  transactionHash: hash,
  blockNumber: place,
  status: v.optional(quantity, '0x1'),
  gasUsed: v.optional(amount),
  effectiveGasPrice: v.optional(v.nullable(amount)),
  // What a rollup takes for the chain below (OP Stack).
  l1Fee: v.optional(v.nullable(v.fallback(amount, 0n))),
  logs: v.optional(v.array(v.unknown()), []),
  timestamp: v.optional(v.union([v.number(), v.pipe(quantity, v.transform(Number))])),
})

/** A transaction as `ots_searchTransactionsBefore` and `eth_getTransactionByHash` tell it, read. */
export type NodeTransaction = v.InferOutput<typeof nodeTransaction>

/** A receipt, read. */
export type NodeReceipt = v.InferOutput<typeof nodeReceipt>

/** Reads a value, or gives undefined where it does not fit. */
export function readAs<Output>(schema: v.GenericSchema<unknown, Output>, value: unknown): Output | undefined {
  const result = v.safeParse(schema, value)
  return result.success ? result.output : undefined
}

/** A block number or another whole number that a node answers. */
export function readNumber(value: unknown): number | undefined {
  return readAs(place, value)
}

/** The place of a transaction. */
export function placeOf(transaction: NodeTransaction): EvmPosition {
  return { block: transaction.blockNumber, index: transaction.transactionIndex }
}

/**
 * One transaction of an account from what a node says of it. `trace` is what it did inside: without one, of the native coin
 * only the transaction's own value is known.
 */
export function readTransaction(parameters: {
  account: string
  transaction: NodeTransaction
  receipt: NodeReceipt
  /** ms since 1970. */
  at: number
  trace: unknown
}): RawTransaction {
  const { account, transaction, receipt } = parameters
  const hasFailed = BigInt(receipt.status) === 0n
  const logs = receipt.logs.slice(0, LOG_LIMIT).flatMap((log) => readAs(receiptLog, log) ?? [])
  const inside = hasFailed ? [] : findMoves(parameters.trace)
  const own: RawMove = {
    kind: 'native',
    contract: undefined,
    tokenId: undefined,
    amount: transaction.value,
    from: transaction.from,
    to: transaction.to ?? '',
  }
  const native = hasFailed ? [] : (inside ?? (transaction.value > 0n ? [own] : []))
  const tokens = hasFailed ? [] : logs.flatMap(readMoves)
  const moves = [...native, ...tokens].filter((move) => move.from === account || move.to === account)
  const gas = receipt.gasUsed
  const price = receipt.effectiveGasPrice
  return {
    hash: transaction.hash,
    block: transaction.blockNumber,
    index: transaction.transactionIndex,
    at: parameters.at,
    from: transaction.from,
    to: transaction.to,
    nonce: transaction.nonce,
    hasFailed,
    fee: gas === undefined || price === undefined || price === null ? null : gas * price + (receipt.l1Fee ?? 0n),
    input: transaction.input,
    moves: moves.slice(0, HISTORY_TRANSFER_LIMIT),
    moreMoves: Math.max(0, moves.length - HISTORY_TRANSFER_LIMIT),
    isApproval: !hasFailed && moves.length === 0 && isApproval(transaction.input),
    position: writePosition(placeOf(transaction)),
  }
}

/** Whether call data grants a right: `approve(address,uint256)`, `setApprovalForAll(address,bool)`, `increaseAllowance(address,uint256)`. */
export function isApproval(input: string): boolean {
  return /^0x(095ea7b3|a22cb465|39509351)/i.test(input)
}

/** What a transfer event says. An event of another shape, as any contract may write it, says nothing. */
export function readMoves(log: Pick<NodeLog, 'address' | 'topics' | 'data'>): readonly RawMove[] {
  const [kind, first, second, third] = log.topics
  const contract = log.address
  if (kind === TRANSFER && first !== undefined && second !== undefined) {
    const ends = { contract, from: readAddress(first), to: readAddress(second) }
    if (third !== undefined) return [{ ...ends, kind: 'nft', tokenId: BigInt(third), amount: 1n }]
    if (log.data.length !== 66) return []
    return [{ ...ends, kind: 'fungible', tokenId: undefined, amount: BigInt(log.data) }]
  }
  if (first === undefined || second === undefined || third === undefined) return []
  const ends = { contract, kind: 'nft' as const, from: readAddress(second), to: readAddress(third) }
  if (kind === TRANSFER_SINGLE && log.data.length === 130) {
    return [{ ...ends, tokenId: BigInt(log.data.slice(0, 66)), amount: BigInt(`0x${log.data.slice(66)}`) }]
  }
  if (kind === TRANSFER_BATCH && log.data.length <= DATA_LIMIT) {
    const [ids, amounts] = decodeBatch(log.data as Hex)
    if (ids.length !== amounts.length) return []
    return ids.map((tokenId, index) => ({ ...ends, tokenId, amount: amounts[index] ?? 0n }))
  }
  return []
}

function decodeBatch(data: Hex): readonly [readonly bigint[], readonly bigint[]] {
  try {
    return decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data)
  } catch {
    return [[], []]
  }
}

function readAddress(topic: string): string {
  return `0x${topic.slice(-40)}`
}
