/** Reads the logs that name an account, in bounded ranges, and remembers how far it came. Source: EIP-1474. */
import type { Hex } from 'viem'
import { createExpiringCache } from '../expiringCache.ts'
import type { Clock } from '../ports.ts'
import { RequestError } from '../RequestError.ts'
import { createFirstBlock } from './firstBlock.ts'
import { type RpcAnswer, type RpcPool, sendUnlessTooLarge } from './rpcPool.ts'

/** Blocks in one request for logs: what public nodes grant without a key. */
export const RANGE_BLOCKS = 10_000n

/** Ranges that one call reads; each is one request. */
export const RANGES_PER_CALL = 10

/** Blocks at the tip that are read again, since a reorganisation may change them. */
const UNSETTLED_BLOCKS = 12n

/** How long what was read of an account is remembered, in ms. */
const MEMORY_MS = 60 * 60_000

/** Which blocks were read, both ends included, and whether something that was found was dropped for room. */
export type Stretch = { readonly from: bigint; readonly to: bigint; readonly isCut: boolean }

/** One log of a node, its shape checked. */
export type NodeLog = {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: Hex
}

/** Keeps scans between starts, by chain and address in lower case. Neither call rejects. */
export type ScanStore = {
  find(chainId: string, address: string): Promise<string | undefined>
  save(chainId: string, address: string, scan: string): Promise<void>
}

/** What is looked for, and how it is remembered. */
export type ScanSubject<Scan extends Stretch> = {
  readonly nothing: Scan
  /** The filters by topic that name the account, one request's calls. */
  topics(owner: Hex): readonly (readonly unknown[])[]
  /** What is known, with what logs newly say. */
  add(before: Scan, logs: readonly NodeLog[], pool: RpcPool): Omit<Scan, keyof Stretch> & { readonly isCut: boolean }
  /** Whether it is worth a write beside what is saved already. */
  isNews(scan: Scan, saved: Scan | undefined): boolean
  write(scan: Scan, first: string): string
  read(text: string, first: string): Scan | undefined
}

/** Reads on for an account. Throws `RequestError` UPSTREAM_UNAVAILABLE. */
export type AccountScan<Scan extends Stretch> = (parameters: { pool: RpcPool; owner: Hex }) => Promise<Scan>

/**
 * Reads logs from the newest block backwards, newest first: the next call reads the blocks since then, and goes on into the past where
 * it stopped, also after a start where there is a store.
 */
export function createAccountScan<Scan extends Stretch>(
  subject: ScanSubject<Scan>,
  { clock, store }: { readonly clock: Clock; readonly store?: ScanStore | undefined },
): AccountScan<Scan> {
  type Known = { readonly scan: Scan; readonly saved: Scan | undefined }
  const known = createExpiringCache<Known>({ clock, lifetimeMs: MEMORY_MS, maxEntries: 1_000 })
  const readFirst = createFirstBlock({ clock })
  const reading = new Map<string, Promise<Scan>>()

  async function recall(pool: RpcPool, address: string, first: string | undefined): Promise<Known> {
    const text = first === undefined ? undefined : await store?.find(pool.networkId, address)
    const saved = text === undefined || first === undefined ? undefined : subject.read(text, first)
    return { scan: saved ?? subject.nothing, saved }
  }

  async function readOnce(pool: RpcPool, owner: Hex, key: string): Promise<Scan> {
    const address = owner.toLowerCase()
    const first = store && (await readFirst(pool))
    const before = await known.get(key, () => recall(pool, address, first))
    const scan = await readOn(subject, { pool, owner, before: before.scan })
    const isWorth = first !== undefined && subject.isNews(scan, before.saved)
    await known.refresh(key, async () => ({ scan, saved: isWorth ? scan : before.saved }))
    if (isWorth) await store?.save(pool.networkId, address, subject.write(scan, first))
    return scan
  }

  return ({ pool, owner }) => {
    const key = `${pool.networkId}|${owner.toLowerCase()}`
    // Whoever asks meanwhile has what is being read.
    const running = reading.get(key) ?? readOnce(pool, owner, key).finally(() => reading.delete(key))
    reading.set(key, running)
    return running
  }
}

/** Whether so much was read beyond what is saved that it is worth a write, whatever was found. */
export function isFurther(scan: Stretch, saved: Stretch): boolean {
  return scan.from !== saved.from || scan.to >= saved.to + RANGE_BLOCKS || scan.to < saved.to
}

async function readOn<Scan extends Stretch>(
  subject: ScanSubject<Scan>,
  { pool, owner, before }: { readonly pool: RpcPool; readonly owner: Hex; readonly before: Scan },
): Promise<Scan> {
  const tip = readQuantity((await pool.send([{ method: 'eth_blockNumber' }]))[0], pool)
  const isNew = before.to < 0n
  const settled = before.to - UNSETTLED_BLOCKS
  const topics = subject.topics(owner)
  let ranges = RANGES_PER_CALL
  const logs: NodeLog[] = []
  // Since the last call. Where that is longer ago than may be read, or the chain is shorter than it was, all begins anew at the tip.
  const gap = isNew ? 0n : tip - settled
  const goesOn = !isNew && gap >= 0n && gap <= RANGE_BLOCKS * BigInt(RANGES_PER_CALL)
  let from = goesOn ? before.from : tip + 1n
  if (goesOn) {
    for (let start = settled + 1n > 0n ? settled + 1n : 0n; start <= tip; start += RANGE_BLOCKS) {
      logs.push(...(await readRange(pool, topics, start, least(start + RANGE_BLOCKS - 1n, tip))))
      ranges -= 1
    }
  }
  while (ranges > 0 && from > 0n) {
    const end = from - 1n
    const start = end >= RANGE_BLOCKS ? end - RANGE_BLOCKS + 1n : 0n
    logs.push(...(await readRange(pool, topics, start, end)))
    from = start
    ranges -= 1
  }
  const old = goesOn ? before : subject.nothing
  const added = subject.add(old, logs, pool)
  return { ...old, ...added, from, to: tip, isCut: added.isCut || old.isCut }
}

async function readRange(
  pool: RpcPool,
  topics: readonly (readonly unknown[])[],
  from: bigint,
  to: bigint,
): Promise<readonly NodeLog[]> {
  const range = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}` }
  const answers = await sendUnlessTooLarge(
    pool,
    topics.map((each) => ({ method: 'eth_getLogs', params: [{ ...range, topics: each }] })),
  )
  if (answers === undefined || answers.some((answer) => !('result' in answer) || !Array.isArray(answer.result))) {
    const size = to - from + 1n
    // A node may hold a range for too long, or its answer for too large: the halves may pass.
    if (size < 2n || size < RANGE_BLOCKS / 16n) {
      throw new RequestError('UPSTREAM_UNAVAILABLE', `No node of ${pool.networkId} tells logs.`, { field: 'chainId' })
    }
    const middle = from + size / 2n
    return [...(await readRange(pool, topics, middle, to)), ...(await readRange(pool, topics, from, middle - 1n))]
  }
  return answers.flatMap((answer) => ('result' in answer ? (answer.result as unknown[]) : [])).filter(isLog)
}

/** Whether it is a log that still stands. */
function isLog(value: unknown): value is NodeLog {
  if (typeof value !== 'object' || value === null) return false
  const { address, topics, data, blockNumber, removed } = value as Record<string, unknown>
  return (
    removed !== true &&
    typeof address === 'string' &&
    /^0x[0-9a-fA-F]{40}$/.test(address) &&
    Array.isArray(topics) &&
    topics.every((topic) => typeof topic === 'string' && /^0x[0-9a-fA-F]{64}$/.test(topic)) &&
    typeof data === 'string' &&
    /^0x(?:[0-9a-fA-F]{2})*$/.test(data) &&
    typeof blockNumber === 'string' &&
    /^0x[0-9a-fA-F]{1,16}$/.test(blockNumber)
  )
}

function readQuantity(answer: RpcAnswer | undefined, pool: RpcPool): bigint {
  const result = answer !== undefined && 'result' in answer ? answer.result : undefined
  if (typeof result === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(result)) return BigInt(result)
  throw new RequestError('UPSTREAM_UNAVAILABLE', `No node of ${pool.networkId} tells its newest block.`, {
    field: 'chainId',
  })
}

/** Newest first. */
export function byBlock(a: bigint, b: bigint): number {
  return a === b ? 0 : a > b ? -1 : 1
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
