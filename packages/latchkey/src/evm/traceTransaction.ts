/**
 * What becomes of a transaction that has left: landed, replaced by another one of the same account, or waiting for the other
 * owners of a Safe. Reads only. Sources: EIP-1474; F-31 and F-32.
 */
import type { TransactionOutcome } from '../core/types/adapter.ts'
import { hasCode } from './hasCode.ts'
import { parseQuantity, toQuantity } from './hex.ts'

/** Pause between two looks, in ms. Source: F-32, three looks in 12 s. */
export const LOOK_EVERY_MS = 4_000

/** Pause once a transaction has not landed for `PATIENT_AFTER` looks, in ms. */
export const LOOK_RARELY_MS = 15_000

/** How many looks go by quickly: three minutes. */
const PATIENT_AFTER = 45

/** At how many looks in a row the account's nonce must be past ours. Source: F-31. */
const PAST_LOOKS = 2

/** At how many looks in a row our hash must be unknown: the first, and three in the 12 s after it. Source: F-32. */
const UNKNOWN_LOOKS = 4

/** How many blocks are searched for what took our place. */
const SEARCHED_BLOCKS = 128n

/**
 * `ExecutionSuccess(bytes32,uint256)` and `ExecutionFailure(bytes32,uint256)`: a Safe says under which of its own hashes it
 * has carried something out. Source: Safe contracts 1.3.0 to 1.5.0; later ones index the hash.
 */
const SAFE_TOPICS = [
  '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e',
  '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23',
] as const

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>
type Sent = { readonly from: string; readonly nonce: bigint; readonly to: string | null; readonly input: string }

/**
 * Follows a transaction until it has ended. `pause` waits between two looks, as long as the page wants; it rejects to end the
 * following, and so does this. A look that fails is made again after the next pause.
 */
export async function traceTransaction(parameters: {
  readonly hash: string
  /** The account that sent it. */
  readonly from: string
  readonly ask: Ask
  readonly pause: (delayMs: number) => Promise<void>
  /** Called once when other owners of a Safe have to agree first. */
  readonly onQueued: () => void
}): Promise<TransactionOutcome> {
  const { hash, from, ask, pause, onQueued } = parameters
  let sent: Sent | undefined
  let unknown = 0
  let past = 0
  let isQueued = false
  /** The last block in which our nonce was still to come. */
  let since: bigint | undefined

  async function look(): Promise<TransactionOutcome | undefined> {
    const status = readStatus(await ask('eth_getTransactionReceipt', [hash]))
    if (status) return { hash, status, ...(isQueued && { replaced: 'safe' }) }
    const latest = parseQuantity(await ask('eth_blockNumber', []))
    if (latest === undefined) return undefined
    since ??= latest
    const found = readSent(await ask('eth_getTransactionByHash', [hash]))
    sent ??= found
    unknown = found ? 0 : unknown + 1
    if (sent) return lookForOther(sent, latest)
    if (unknown < UNKNOWN_LOOKS) return undefined
    if (!isQueued && !(await hasCode(ask, from))) return undefined
    if (!isQueued) onQueued()
    isQueued = true
    return lookForExecution()
  }

  async function lookForOther(ours: Sent, latest: bigint): Promise<TransactionOutcome | undefined> {
    const count = parseQuantity(await ask('eth_getTransactionCount', [ours.from, 'latest']))
    if (count === undefined || count <= ours.nonce) {
      past = 0
      since = latest
      return undefined
    }
    past += 1
    if (past < PAST_LOOKS) return undefined
    const first = since !== undefined && latest - since < SEARCHED_BLOCKS ? since : latest - SEARCHED_BLOCKS
    for (let number = first < 0n ? 0n : first; number <= latest; number += 1n) {
      const other = findSent(await ask('eth_getBlockByNumber', [toQuantity(number), true]), ours)
      if (!other) continue
      const isSame = other.to === ours.to && other.input === ours.input
      const status = readStatus(await ask('eth_getTransactionReceipt', [other.hash]))
      if (other.hash === hash) return status && { hash, status }
      return { hash: other.hash, status, replaced: isSame ? 'spedUp' : 'cancelled' }
    }
    return { hash: undefined, status: undefined, replaced: 'spedUp' }
  }

  async function lookForExecution(): Promise<TransactionOutcome | undefined> {
    const logs = await ask('eth_getLogs', [
      { address: from, fromBlock: toQuantity(since ?? 0n), toBlock: 'latest', topics: [SAFE_TOPICS] },
    ])
    for (const log of Array.isArray(logs) ? (logs as unknown[]) : []) {
      const { topics, data, transactionHash } = log as { topics?: unknown; data?: unknown; transactionHash?: unknown }
      const [topic, indexed] = Array.isArray(topics) ? (topics as unknown[]) : []
      const named = typeof indexed === 'string' ? indexed : typeof data === 'string' ? data.slice(0, 66) : ''
      if (named.toLowerCase() !== hash.toLowerCase() || typeof transactionHash !== 'string') continue
      return { hash: transactionHash, status: topic === SAFE_TOPICS[0] ? 'success' : 'reverted', replaced: 'safe' }
    }
    return undefined
  }

  for (let looks = 1; ; looks += 1) {
    // A node that does not answer is asked again at the next look.
    const outcome = await look().catch(() => undefined)
    if (outcome) return outcome
    await pause(looks < PATIENT_AFTER ? LOOK_EVERY_MS : LOOK_RARELY_MS)
  }
}

function readStatus(receipt: unknown): 'success' | 'reverted' | undefined {
  const { status, blockNumber } = (receipt ?? {}) as { status?: unknown; blockNumber?: unknown }
  if (parseQuantity(blockNumber) === undefined) return undefined
  return parseQuantity(status) === 0n ? 'reverted' : 'success'
}

function readSent(value: unknown): (Sent & { readonly hash: string }) | undefined {
  const { hash, from, nonce, to, input } = (value ?? {}) as Record<string, unknown>
  const number = parseQuantity(nonce)
  if (typeof hash !== 'string' || typeof from !== 'string' || number === undefined) return undefined
  const text = (part: unknown): string => (typeof part === 'string' ? part.toLowerCase() : '')
  return { hash, from: text(from), nonce: number, to: text(to), input: text(input) }
}

/** The transaction of a block that used up the same nonce. */
function findSent(block: unknown, { from, nonce }: Sent): (Sent & { readonly hash: string }) | undefined {
  const { transactions } = (block ?? {}) as { transactions?: unknown }
  return (Array.isArray(transactions) ? (transactions as unknown[]) : [])
    .map(readSent)
    .find((one) => one?.from === from && one.nonce === nonce)
}
