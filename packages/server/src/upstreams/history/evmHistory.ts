/** History from an EVM chain's nodes: with Otterscan's calls, or from plain logs alone. Sources: Otterscan's JSON-RPC extension, EIP-1474. */
import { HISTORY_PAGE_SIZE, type HistoryGap, type WireCode } from '@latchkey/wire'
import * as v from 'valibot'
import { RequestError } from '../../RequestError.ts'
import type { RpcAnswer, RpcCall, RpcPool } from '../rpcPool.ts'
import {
  type NodeReceipt,
  type NodeTransaction,
  nodeReceipt,
  nodeTransaction,
  placeOf,
  readAs,
  readNumber,
  readTransaction,
} from './evmTransaction.ts'
import { findMoves } from './frames.ts'
import { type FoundTransfers, readTip, type TransferIndex, WINDOWS_PER_PAGE } from './transferIndex.ts'
import { byPlace, type EvmPosition, type HistoryUpstream, isBefore, readPosition, writePosition } from './upstream.ts'

/** Calls in one JSON-RPC batch. */
const BATCH = 50

/** Transactions whose traces are asked for in one request: those are the largest answers. */
const TRACE_BATCH = 8

/**
 * Requests that one page of one chain sends to its nodes at most, where the nodes answer: the newest block with the search, the windows of
 * logs, transactions with receipts and times, and traces by two methods that are tried once. Names of tokens come on top.
 */
export const NODE_REQUESTS_PER_PAGE =
  1 + WINDOWS_PER_PAGE + Math.ceil((3 * HISTORY_PAGE_SIZE + 1) / BATCH) + 2 + Math.ceil(HISTORY_PAGE_SIZE / TRACE_BATCH)

/** Entries of one page of a search that are read; a page never splits a block, so that it may be longer than was asked for. */
const SEARCH_LIMIT = 2_000

const searchPage = v.object({
  txs: v.array(v.unknown()),
  receipts: v.array(v.unknown()),
  lastPage: v.boolean(),
})

type Found = { readonly transaction: NodeTransaction; readonly receipt: NodeReceipt; readonly at: number }
type Reference = EvmPosition & { readonly hash: string }

/** What plain logs do not tell. */
const LOGS_MISS: readonly HistoryGap[] = ['transactions', 'internal']

/** History from plain logs: token transfers, with the transactions around them. */
export function createLogsHistory(parameters: { pool: RpcPool; index: TransferIndex }): HistoryUpstream {
  const { pool, index } = parameters
  return {
    kind: 'logs',
    isPosition: (text) => readPosition(text) !== undefined,
    async readPage({ address, before, limit, client, signal }) {
      const place = before === undefined ? undefined : readPosition(before)
      const [answer] = await pool.send([{ method: 'eth_blockNumber' }], signal)
      const tip = readTip(answer)
      const found = await index.find({ address, before: place, limit, tip, client, signal })
      const references = found.transactions.slice(0, limit)
      const span = describeSpan(references, found.transactions.length > limit, [found])
      const details = await fetchDetails(pool, references, span.block, signal)
      return {
        transactions: details.found.map((each) => readTransaction({ account: address, ...each, trace: undefined })),
        next: span.next,
        missing: [...LOGS_MISS, ...older(index, tip)],
        code: found.code ?? details.code,
        since: span.next === undefined && index.floor(tip) === 0 ? null : details.since,
      }
    },
  }
}

/**
 * History from a node that has Otterscan's search, which knows every transaction and contract's payment of native coin that
 * touches an account, and nothing of tokens that others send: those come from logs. A page ends where the shorter of the two
 * does. What moved inside a transaction is read from its trace, because the search lists frames that were undone.
 */
export function createOtterscanHistory(parameters: { pool: RpcPool; index: TransferIndex }): HistoryUpstream {
  const { pool, index } = parameters
  const fetchTraces = createTraceReader(pool)

  async function search(
    address: string,
    before: EvmPosition | undefined,
    limit: number,
    signal: AbortSignal,
  ): Promise<{ tip: number; searched: Searched | undefined }> {
    // The bound is exclusive, and 0 stands for the newest.
    const bound = before === undefined ? 0 : before.index > 0 ? before.block + 1 : before.block
    const isOver = before !== undefined && bound === 0
    const calls: RpcCall[] = [{ method: 'eth_blockNumber' }]
    if (!isOver) calls.push({ method: 'ots_searchTransactionsBefore', params: [address, bound, limit] })
    const answers = await pool.send(calls, signal)
    const tip = readTip(answers[0])
    return { tip, searched: isOver ? { found: [], horizon: undefined } : readSearch(answers[1]) }
  }

  return {
    kind: 'otterscan',
    isPosition: (text) => readPosition(text) !== undefined,
    async readPage({ address, before, limit, client, signal }) {
      const place = before === undefined ? undefined : readPosition(before)
      const { tip, searched } = await search(address, place, limit, signal)
      let transfers: FoundTransfers | undefined
      try {
        transfers = await index.find({ address, before: place, limit, tip, client, signal })
      } catch (error) {
        if (signal.aborted || searched === undefined || !(error instanceof RequestError)) throw error
      }
      if (searched === undefined && transfers === undefined) throw unavailable()

      const known = new Map(searched?.found.map((each) => [each.transaction.hash, each]))
      const all = new Map<string, Reference>()
      for (const { transaction } of known.values())
        all.set(transaction.hash, { ...placeOf(transaction), hash: transaction.hash })
      for (const reference of transfers?.transactions ?? []) all.set(reference.hash, reference)
      const horizons = [
        searched && { horizon: searched.horizon ?? BEGINNING, isAtEnd: searched.horizon === undefined },
        transfers,
      ].flatMap((each) => each ?? [])
      const reached = horizons.filter((each) => !each.isAtEnd).map((each) => each.horizon)
      const references = [...all.values()]
        .filter((each) => isBefore(each, place) && reached.every((horizon) => byPlace(each, horizon) <= 0))
        .sort(byPlace)
      const page = references.slice(0, limit)
      const span = describeSpan(page, references.length > limit, horizons)
      const details = await fetchDetails(
        pool,
        page.filter(({ hash }) => !known.has(hash)),
        span.block,
        signal,
      )
      const found = [...page.flatMap(({ hash }) => known.get(hash) ?? []), ...details.found].sort((a, b) =>
        byPlace(placeOf(a.transaction), placeOf(b.transaction)),
      )
      const traces = await fetchTraces(
        found.filter(mayPayInside).map((each) => each.transaction.hash),
        signal,
      )
      const missing: HistoryGap[] = [
        ...(searched === undefined ? (['transactions'] as const) : []),
        ...(searched === undefined || traces.isShort ? (['internal'] as const) : []),
        ...(transfers === undefined ? (['tokens'] as const) : older(index, tip)),
      ]
      return {
        transactions: found.map((each) =>
          readTransaction({ account: address, ...each, trace: traces.byHash.get(each.transaction.hash) }),
        ),
        next: span.next,
        missing,
        code:
          transfers?.code ??
          (searched === undefined || transfers === undefined || traces.hasFailed
            ? 'UPSTREAM_UNAVAILABLE'
            : details.code),
        since: span.next === undefined && index.floor(tip) === 0 ? null : details.since,
      }
    },
  }
}

type Searched = {
  readonly found: readonly Found[]
  /** Undefined: to the beginning. */
  readonly horizon: EvmPosition | undefined
}

const BEGINNING: EvmPosition = { block: 0, index: -1 }

function readSearch(answer: RpcAnswer | undefined): Searched | undefined {
  const page = answer !== undefined && 'result' in answer ? readAs(searchPage, answer.result) : undefined
  if (page === undefined) return undefined
  const receipts = new Map(
    page.receipts.slice(0, SEARCH_LIMIT).flatMap((each) => {
      const receipt = readAs(nodeReceipt, each)
      return receipt === undefined ? [] : [[receipt.transactionHash, receipt] as const]
    }),
  )
  const found = page.txs.slice(0, SEARCH_LIMIT).flatMap((each): Found[] => {
    const transaction = readAs(nodeTransaction, each)
    const receipt = transaction && receipts.get(transaction.hash)
    if (transaction === undefined || receipt?.timestamp === undefined) return []
    return [{ transaction, receipt, at: receipt.timestamp * 1000 }]
  })
  // A search that goes on but names nothing to go on from is broken.
  const lowest = Math.min(...found.map((each) => each.transaction.blockNumber))
  if (!page.lastPage && found.length === 0) return undefined
  return { found, horizon: page.lastPage ? undefined : { block: lowest, index: -1 } }
}

/** Where a page ends, and what asks for the one after. */
function describeSpan(
  page: readonly Reference[],
  isCut: boolean,
  sources: readonly { readonly horizon: EvmPosition; readonly isAtEnd: boolean }[],
): { readonly next: string | undefined; readonly block: number } {
  const last = page.at(-1)
  if (isCut && last !== undefined) return { next: writePosition(last), block: last.block }
  const open = sources.filter((each) => !each.isAtEnd).map((each) => each.horizon)
  const [newest] = [...open].sort(byPlace)
  if (newest !== undefined) return { next: writePosition(newest), block: newest.block }
  const [oldest] = sources.map((each) => each.horizon).sort(byPlace)
  return { next: undefined, block: oldest?.block ?? 0 }
}

/** What was looked through does not reach the beginning. */
function older(index: TransferIndex, tip: number): readonly HistoryGap[] {
  return index.floor(tip) === 0 ? [] : ['older']
}

/** Transactions with receipts and times, and the time of one more block. What a reorganisation took away meanwhile is left out. */
async function fetchDetails(
  pool: RpcPool,
  references: readonly Reference[],
  block: number,
  signal: AbortSignal,
): Promise<{ found: readonly Found[]; since: number | null; code: WireCode | null }> {
  const blocks = [...new Set([...references.map((each) => each.block), block])]
  const calls: RpcCall[] = [
    ...references.flatMap(({ hash }) => [
      { method: 'eth_getTransactionByHash', params: [hash] },
      { method: 'eth_getTransactionReceipt', params: [hash] },
    ]),
    ...blocks.map((each) => ({ method: 'eth_getBlockByNumber', params: [`0x${each.toString(16)}`, false] })),
  ]
  const answers: RpcAnswer[] = []
  for (let start = 0; start < calls.length; start += BATCH) {
    answers.push(...(await pool.send(calls.slice(start, start + BATCH), signal)))
  }
  const resultOf = (index: number): unknown => {
    const answer = answers[index]
    return answer !== undefined && 'result' in answer ? answer.result : undefined
  }
  const times = new Map(
    blocks.flatMap((each, index) => {
      const head = resultOf(references.length * 2 + index)
      const seconds = readNumber((head as { timestamp?: unknown } | null | undefined)?.timestamp)
      return seconds === undefined ? [] : [[each, seconds * 1000] as const]
    }),
  )
  let code: WireCode | null = null
  const found = references.flatMap((reference, index): Found[] => {
    const [first, second] = [resultOf(index * 2), resultOf(index * 2 + 1)]
    if (first === null || second === null) return []
    const transaction = readAs(nodeTransaction, first)
    const receipt = readAs(nodeReceipt, second)
    const at = times.get(reference.block)
    if (transaction === undefined || receipt === undefined || at === undefined) {
      code = 'UPSTREAM_UNAVAILABLE'
      return []
    }
    if (transaction.hash !== reference.hash || transaction.blockNumber !== reference.block) return []
    return [{ transaction, receipt, at }]
  })
  return { found, since: times.get(block) ?? null, code }
}

/** Whether a contract ran that may have paid somebody. */
function mayPayInside({ transaction, receipt }: Found): boolean {
  return BigInt(receipt.status) !== 0n && (transaction.input !== '0x' || (receipt.gasUsed ?? 0n) > 21_000n)
}

const TRACERS: readonly ((hash: string) => RpcCall)[] = [
  (hash) => ({ method: 'debug_traceTransaction', params: [hash, { tracer: 'callTracer' }] }),
  (hash) => ({ method: 'trace_transaction', params: [hash] }),
]

/** Makes the reader of what transactions did inside, by whichever call the nodes have. */
export function createTraceReader(pool: RpcPool) {
  let tracer = 0

  return async (hashes: readonly string[], signal: AbortSignal) => {
    const byHash = new Map<string, unknown>()
    let hasFailed = false
    for (let start = 0; start < hashes.length && tracer < TRACERS.length; ) {
      const part = hashes.slice(start, start + TRACE_BATCH)
      const make = TRACERS[tracer]
      if (make === undefined) break
      let answers: readonly RpcAnswer[]
      try {
        answers = await pool.send(part.map(make), signal)
      } catch (error) {
        if (signal.aborted || !(error instanceof RequestError)) throw error
        // Too much for one answer, most likely. What these paid inside stays unknown, and that is said.
        hasFailed = true
        start += TRACE_BATCH
        continue
      }
      if (answers.every((answer) => 'error' in answer && isUnknownMethod(answer.error))) {
        tracer += 1
        continue
      }
      for (const [place, answer] of answers.entries()) {
        const hash = part[place]
        if (hash === undefined) continue
        const isRead = 'result' in answer && findMoves(answer.result) !== undefined
        if (isRead) byHash.set(hash, answer.result)
        else hasFailed = true
      }
      start += TRACE_BATCH
    }
    return { byHash, hasFailed, isShort: hashes.some((hash) => !byHash.has(hash)) }
  }
}

/** Source: JSON-RPC 2.0 (-32601); nodes that hide a namespace say so in words too. */
function isUnknownMethod({ code, message }: { code: number; message: string }): boolean {
  return code === -32601 || /method.*(not found|not available|not supported|does not exist|disabled)/i.test(message)
}

function unavailable(): RequestError {
  return new RequestError('UPSTREAM_UNAVAILABLE', 'No node tells what this account did.', { field: 'chainId' })
}
