/** An own index of the transactions in which an account sent or got tokens, from a chain's logs. Sources: EIP-1474, EIP-20, EIP-721, EIP-1155. */
import type { WireCode } from '@latchkey/wire'
import type { RateLimiter } from '../../gateway/rateLimiter.ts'
import type { Log } from '../../ports.ts'
import { RequestError } from '../../RequestError.ts'
import {
  ACCOUNT_BYTES,
  type BlockRange,
  type IndexedAccount,
  type IndexedTransaction,
  TRANSACTION_BYTES,
} from '../../storage/historyIndex.ts'
import type { RpcCall, RpcPool } from '../rpcPool.ts'
import { nodeLog, readAs, readNumber, TRANSFER, TRANSFER_BATCH, TRANSFER_SINGLE } from './evmTransaction.ts'
import { byPlace, type EvmPosition, isBefore } from './upstream.ts'

/** Blocks at the tip that a reorganisation may change: they are read again each time, and never kept. */
export const UNSETTLED_BLOCKS = 12

/** Windows of blocks that one page looks through, each one request of three calls. */
export const WINDOWS_PER_PAGE = 5

/** Smallest window that is tried where a node refuses a larger one. */
const SMALLEST_WINDOW = 16

/** Stretches of looked-through blocks that are noted of one account; of more the oldest are forgotten, and looked through again. */
const RANGES_KEPT = 50

/** Transactions that are kept of one account and chain. What is older is looked for each time. */
export const TRANSACTIONS_KEPT = 20_000

/** Where looked-through blocks are kept. */
export type TransferStore = {
  /** The account, made where it is not there yet; undefined where the client may have no more of them made. */
  open(address: string, client: string): Promise<IndexedAccount | undefined>
  read(parameters: {
    accountId: number
    low: number
    before: EvmPosition
    limit: number
  }): Promise<readonly IndexedTransaction[]>
  /** False where it was not kept. */
  save(parameters: {
    account: IndexedAccount
    ranges: readonly BlockRange[]
    transactions: readonly IndexedTransaction[]
    client: string
  }): Promise<boolean>
}

/** Transactions of an account, and how far they were looked for. */
export type FoundTransfers = {
  /** Newest first, all that were found: there may be more than were asked for. */
  readonly transactions: readonly IndexedTransaction[]
  /** Everything from this place on is here. */
  readonly horizon: EvmPosition
  /** Whether there is nothing below that will be looked through: the beginning, or the end of the look-back. */
  readonly isAtEnd: boolean
  /** Why it went no further, where something was in the way. */
  readonly code: WireCode | null
}

/** Finds transactions of one chain. */
export type TransferIndex = {
  find(query: {
    address: string
    before: EvmPosition | undefined
    limit: number
    /** Newest block. */
    tip: number
    client: string
    signal: AbortSignal
  }): Promise<FoundTransfers>
  /** Oldest block that is looked through, from the newest. */
  floor(tip: number): number
}

/** Makes the index of one chain. */
export function createTransferIndex(parameters: {
  pool: RpcPool
  store: TransferStore
  /** Windows that each client may have looked through. */
  windows: RateLimiter
  /** Blocks in one request for logs. */
  windowBlocks: number
  /** Blocks before the newest that are looked through at all. */
  lookBackBlocks: number
  log: Log
}): TransferIndex {
  const { pool, store, log } = parameters
  // What the nodes grant turns out as they refuse.
  let windowBlocks = parameters.windowBlocks
  const floor = (tip: number) => Math.max(0, tip - parameters.lookBackBlocks + 1)

  async function scan(address: string, low: number, high: number, signal: AbortSignal) {
    const whom = `0x${address.slice(2).padStart(64, '0')}`
    const range = { fromBlock: `0x${low.toString(16)}`, toBlock: `0x${high.toString(16)}` }
    const ask = (...topics: readonly unknown[]): RpcCall => ({ method: 'eth_getLogs', params: [{ ...range, topics }] })
    const answers = await pool.send(
      [
        ask([TRANSFER], whom),
        // The receiver of a plain transfer, and the sender of several kinds at once, stand in the same place.
        ask([TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH], null, whom),
        ask([TRANSFER_SINGLE, TRANSFER_BATCH], null, null, whom),
      ],
      signal,
    )
    const found = new Map<string, IndexedTransaction>()
    for (const answer of answers) {
      if ('error' in answer || !Array.isArray(answer.result)) {
        throw new RequestError('UPSTREAM_UNAVAILABLE', 'A node refuses to look through blocks.')
      }
      for (const entry of answer.result as readonly unknown[]) {
        const read = readAs(nodeLog, entry)
        if (read === undefined || read.removed) continue
        const { blockNumber: block, transactionIndex: index, transactionHash: hash } = read
        // A node that answers more than it was asked is not believed.
        if (block < low || block > high || !read.topics.slice(1).includes(whom)) continue
        found.set(`${block}.${index}`, { block, index, hash })
      }
    }
    return [...found.values()].sort(byPlace)
  }

  async function find(query: Parameters<TransferIndex['find']>[0]): Promise<FoundTransfers> {
    const { address, tip, signal } = query
    const lowest = floor(tip)
    const settled = tip - UNSETTLED_BLOCKS
    let account = await open(address, query.client)
    let ranges = account?.ranges ?? []
    const found: IndexedTransaction[] = []
    // The place may be in the middle of a block.
    let at = Math.min(
      query.before === undefined ? tip : query.before.index > 0 ? query.before.block : query.before.block - 1,
      tip,
    )
    let windows = WINDOWS_PER_PAGE
    let failures = 0
    let code: WireCode | null = null
    let mayKeep = account !== undefined && account.bytes < ACCOUNT_BYTES + TRANSACTIONS_KEPT * TRANSACTION_BYTES
    const answer = (cut?: EvmPosition): FoundTransfers => ({
      transactions: found,
      horizon: cut ?? { block: at + 1, index: -1 },
      isAtEnd: cut === undefined && at < lowest,
      code,
    })

    while (at >= lowest && found.length < query.limit) {
      const known = ranges.find(([low, high]) => low <= at && at <= high)
      if (known !== undefined && account !== undefined) {
        const wanted = query.limit - found.length
        const before = isBefore({ block: at + 1, index: 0 }, query.before)
          ? { block: at + 1, index: 0 }
          : (query.before ?? { block: at + 1, index: 0 })
        const kept = await read(account, Math.max(known[0], lowest), before, wanted + 1)
        if (kept === undefined) {
          // Without its index the gateway looks itself.
          account = undefined
          ranges = []
          continue
        }
        found.push(...kept.slice(0, wanted))
        if (kept.length > wanted) return answer(kept[wanted - 1])
        at = known[0] - 1
        continue
      }
      if (windows === 0) return answer()
      if (parameters.windows.take(query.client, 1) !== undefined) {
        code = 'RATE_LIMITED'
        return answer()
      }
      windows -= 1
      const below = Math.max(lowest, ...ranges.filter(([, high]) => high < at).map(([, high]) => high + 1))
      const low = Math.max(below, at - windowBlocks + 1)
      let fresh: readonly IndexedTransaction[]
      try {
        fresh = await scan(address, low, at, signal)
        failures = 0
      } catch (error) {
        if (signal.aborted || !(error instanceof RequestError)) throw error
        failures += 1
        // Nodes limit blocks or logs, each in its own words: a smaller window is what helps against all of them.
        if (failures <= 2 && at > low && windowBlocks > SMALLEST_WINDOW) {
          windowBlocks = Math.max(SMALLEST_WINDOW, Math.floor(Math.min(windowBlocks, at - low + 1) / 4))
          continue
        }
        if (found.length === 0 && at === Math.min(tip, query.before?.block ?? tip)) throw error
        code = 'UPSTREAM_UNAVAILABLE'
        return answer()
      }
      found.push(...fresh.filter((each) => isBefore(each, query.before)))
      const kept = Math.min(at, settled)
      if (account !== undefined && mayKeep && kept >= low) {
        const merged = addRange(ranges, [low, kept])
        const transactions = fresh.filter((each) => each.block <= kept)
        mayKeep = await save(account, merged, transactions, query.client)
        if (mayKeep) ranges = merged
      }
      at = low - 1
      if (windowBlocks < parameters.windowBlocks) windowBlocks = Math.min(parameters.windowBlocks, windowBlocks * 2)
    }
    return answer()
  }

  async function open(address: string, client: string): Promise<IndexedAccount | undefined> {
    return store.open(address, client).catch(noteFailure)
  }

  async function read(account: IndexedAccount, low: number, before: EvmPosition, limit: number) {
    return store.read({ accountId: account.id, low, before, limit }).catch(noteFailure)
  }

  async function save(
    account: IndexedAccount,
    ranges: readonly BlockRange[],
    transactions: readonly IndexedTransaction[],
    client: string,
  ): Promise<boolean> {
    return (await store.save({ account, ranges, transactions, client }).catch(noteFailure)) ?? false
  }

  /** A database that is away costs speed and nothing else: what is not kept is looked for again. */
  function noteFailure(err: unknown): undefined {
    log.warn({ event: 'historyIndexFailed', networkId: pool.networkId, err }, 'the index of transfers was passed over')
    return undefined
  }

  return { find, floor }
}

/** Adds blocks to the ones that were looked through: disjoint, highest first, neighbours joined. */
export function addRange(ranges: readonly BlockRange[], added: BlockRange): readonly BlockRange[] {
  let [low, high] = added
  const apart: BlockRange[] = []
  for (const range of ranges) {
    if (range[0] > high + 1 || range[1] < low - 1) apart.push(range)
    else {
      low = Math.min(low, range[0])
      high = Math.max(high, range[1])
    }
  }
  return [...apart, [low, high] as const].sort((a, b) => b[0] - a[0]).slice(0, RANGES_KEPT)
}

/** Reads the number of the newest block. */
export function readTip(answer: Awaited<ReturnType<RpcPool['send']>>[number] | undefined): number {
  const tip = answer !== undefined && 'result' in answer ? readNumber(answer.result) : undefined
  if (tip === undefined) throw new RequestError('UPSTREAM_UNAVAILABLE', 'No node tells its newest block.')
  return tip
}
