/** Which tokens came to an account, from a chain's logs. Sources: EIP-20, EIP-721, EIP-1155, EIP-1474. */
import { decodeAbiParameters, type Hex, pad } from 'viem'
import { createExpiringCache } from '../../expiringCache.ts'
import type { Clock } from '../../ports.ts'
import { RequestError } from '../../RequestError.ts'
import { createFirstBlock } from '../firstBlock.ts'
import { type RpcAnswer, type RpcCall, type RpcPool, sendUnlessTooLarge } from '../rpcPool.ts'
import type { ReceivedToken } from './receivedToken.ts'
import { readScan, type Scan, type ScanStore, tokenKey, writeScan } from './rememberedScan.ts'

/**
 * What came, newest first, each token once: NFTs, and contracts of fungible tokens in lower case. `isWhole`: the chain was read
 * back to its first block.
 */
export type ReceivedTokens = {
  readonly tokens: readonly ReceivedToken[]
  readonly coins: readonly Hex[]
  readonly isWhole: boolean
}

/** Finds the tokens that came to an account; whether it still has them is not said. Throws `RequestError` UPSTREAM_UNAVAILABLE. */
export type OwnedTokens = (parameters: { pool: RpcPool; owner: Hex }) => Promise<ReceivedTokens>

/** Blocks in one request for logs: what public nodes grant without a key. */
export const RANGE_BLOCKS = 10_000n

/** Ranges that one call reads; each is one request of two calls for logs. */
export const RANGES_PER_CALL = 10

/** NFTs that are remembered of one account and chain; of more the oldest go. */
export const RECEIVED_LIMIT = 2_000

/** Contracts of fungible tokens that are remembered of one account and chain; of more the oldest go. */
export const COIN_LIMIT = 200

/** Blocks at the tip that are read again, since a reorganisation may change them. */
const UNSETTLED_BLOCKS = 12n

/** How long what was read of an account is remembered, in ms. */
const MEMORY_MS = 60 * 60_000

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

type Found = { readonly token: ReceivedToken } | { readonly coin: Hex; readonly block: bigint }

/** What is known of an account, and the text that stands for it in the store. */
type Known = { readonly scan: Scan; readonly saved: Scan | undefined }

const NOTHING: Scan = { tokens: new Map(), coins: new Map(), from: 0n, to: -1n, isCut: false }

/**
 * Reads transfer logs from the newest block backwards in bounded ranges, newest first, and remembers how far it came: the next
 * call reads the blocks since then, and goes on into the past where it stopped, also after a start where there is a store.
 */
export function createLogScan(parameters: { clock: Clock; store?: ScanStore | undefined }): OwnedTokens {
  const { clock, store } = parameters
  const known = createExpiringCache<Known>({ clock, lifetimeMs: MEMORY_MS, maxEntries: 1_000 })
  const readFirst = createFirstBlock({ clock })

  const reading = new Map<string, Promise<Scan>>()

  async function recall(pool: RpcPool, address: string, first: string | undefined): Promise<Known> {
    const text = first === undefined ? undefined : await store?.find(pool.networkId, address)
    const saved = text === undefined || first === undefined ? undefined : readScan(text, first)
    return { scan: saved ?? NOTHING, saved }
  }

  async function readOnce(pool: RpcPool, owner: Hex, key: string): Promise<Scan> {
    const address = owner.toLowerCase()
    const first = store && (await readFirst(pool))
    const before = await known.get(key, () => recall(pool, address, first))
    const scan = await readOn(pool, owner, before.scan)
    const isWorth = first !== undefined && isNews(scan, before.saved)
    await known.refresh(key, async () => ({ scan, saved: isWorth ? scan : before.saved }))
    if (isWorth) await store?.save(pool.networkId, address, writeScan(scan, first))
    return scan
  }

  return async ({ pool, owner }) => {
    const key = `${pool.networkId}|${owner.toLowerCase()}`
    // Whoever asks meanwhile has what is being read.
    const running = reading.get(key) ?? readOnce(pool, owner, key).finally(() => reading.delete(key))
    reading.set(key, running)
    const scan = await running
    const tokens = [...scan.tokens.values()].sort((a, b) => byBlock(a.block, b.block))
    const coins = [...scan.coins].sort(([, a], [, b]) => byBlock(a, b)).map(([contract]) => contract)
    return { tokens, coins, isWhole: scan.from === 0n && !scan.isCut }
  }
}

/**
 * Whether a scan is worth a write: something came, or a good part of the chain was read since. Accounts that nothing came to are not kept, so
 * that nobody pushes others out with addresses that nobody has.
 */
function isNews(scan: Scan, saved: Scan | undefined): boolean {
  if (scan.tokens.size === 0 && scan.coins.size === 0) return false
  if (saved === undefined) return true
  return (
    scan.from !== saved.from ||
    scan.to >= saved.to + RANGE_BLOCKS ||
    scan.to < saved.to ||
    scan.tokens.size !== saved.tokens.size ||
    scan.coins.size !== saved.coins.size ||
    [...scan.tokens].some(([key, each]) => saved.tokens.get(key)?.block !== each.block) ||
    [...scan.coins.keys()].some((coin) => !saved.coins.has(coin))
  )
}

async function readOn(pool: RpcPool, owner: Hex, before: Scan): Promise<Scan> {
  const tip = readQuantity((await pool.send([{ method: 'eth_blockNumber' }]))[0], pool)
  const isNew = before.to < 0n
  const settled = before.to - UNSETTLED_BLOCKS
  let ranges = RANGES_PER_CALL
  const found: Found[] = []
  // Since the last call. Where that is longer ago than may be read, or the chain is shorter than it was, all begins anew at the tip.
  const gap = isNew ? 0n : tip - settled
  const goesOn = !isNew && gap >= 0n && gap <= RANGE_BLOCKS * BigInt(RANGES_PER_CALL)
  let from = goesOn ? before.from : tip + 1n
  if (goesOn) {
    for (let start = settled + 1n > 0n ? settled + 1n : 0n; start <= tip; start += RANGE_BLOCKS) {
      found.push(...(await readRange(pool, owner, start, least(start + RANGE_BLOCKS - 1n, tip))))
      ranges -= 1
    }
  }
  while (ranges > 0 && from > 0n) {
    const end = from - 1n
    const start = end >= RANGE_BLOCKS ? end - RANGE_BLOCKS + 1n : 0n
    found.push(...(await readRange(pool, owner, start, end)))
    from = start
    ranges -= 1
  }
  const tokens = new Map(goesOn ? before.tokens : [])
  const coins = new Map(goesOn ? before.coins : [])
  for (const each of found) {
    if ('coin' in each) {
      if ((coins.get(each.coin) ?? -1n) < each.block) coins.set(each.coin, each.block)
      continue
    }
    const { token } = each
    const id = tokenKey(token)
    if ((tokens.get(id)?.block ?? -1n) < token.block) tokens.set(id, token)
  }
  const newestCoins = [...coins].sort(([, a], [, b]) => byBlock(a, b)).slice(0, COIN_LIMIT)
  const newestTokens = [...tokens].sort(([, a], [, b]) => byBlock(a.block, b.block)).slice(0, RECEIVED_LIMIT)
  const isAll = newestCoins.length === coins.size && newestTokens.length === tokens.size
  return {
    tokens: new Map(newestTokens),
    coins: new Map(newestCoins),
    from,
    to: tip,
    isCut: !isAll || (goesOn && before.isCut),
  }
}

async function readRange(pool: RpcPool, owner: Hex, from: bigint, to: bigint): Promise<readonly Found[]> {
  const whom = pad(owner).toLowerCase()
  const range = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}` }
  const logs = (topics: readonly unknown[]): RpcCall => ({ method: 'eth_getLogs', params: [{ ...range, topics }] })
  const answers = await sendUnlessTooLarge(pool, [
    logs([TRANSFER, null, whom]),
    logs([[TRANSFER_SINGLE, TRANSFER_BATCH], null, null, whom]),
  ])
  if (answers === undefined || answers.some((answer) => !('result' in answer) || !Array.isArray(answer.result))) {
    const size = to - from + 1n
    // A node may hold a range for too long, or its answer for too large: the halves may pass.
    if (size < 2n || size < RANGE_BLOCKS / 16n) {
      throw new RequestError('UPSTREAM_UNAVAILABLE', `No node of ${pool.networkId} tells logs.`, { field: 'chainId' })
    }
    const middle = from + size / 2n
    return [...(await readRange(pool, owner, middle, to)), ...(await readRange(pool, owner, from, middle - 1n))]
  }
  return answers.flatMap((answer) => ('result' in answer ? (answer.result as unknown[]) : [])).flatMap(readLog)
}

/** The tokens of one log; none of a log that is not what was asked for. */
function readLog(log: unknown): readonly Found[] {
  if (!isLog(log) || log.removed === true) return []
  const [kind, , , last] = log.topics
  const contract = log.address.toLowerCase() as Hex
  const block = BigInt(log.blockNumber)
  if (kind === TRANSFER) {
    // ERC-20 tells the amount in the data, ERC-721 the id in a topic.
    if (last === undefined) return [{ coin: contract, block }]
    return [{ token: { standard: 'ERC721', contract, tokenId: BigInt(last), block } }]
  }
  try {
    const ids =
      kind === TRANSFER_SINGLE
        ? [decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], log.data)[0]]
        : decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], log.data)[0]
    return ids.slice(0, RECEIVED_LIMIT).map((tokenId) => ({ token: { standard: 'ERC1155', contract, tokenId, block } }))
  } catch {
    return []
  }
}

type Log = { address: Hex; topics: readonly Hex[]; data: Hex; blockNumber: Hex; removed?: unknown }

function isLog(value: unknown): value is Log {
  if (typeof value !== 'object' || value === null) return false
  const { address, topics, data, blockNumber } = value as Record<string, unknown>
  return (
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
function byBlock(a: bigint, b: bigint): number {
  return a === b ? 0 : a > b ? -1 : 1
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
