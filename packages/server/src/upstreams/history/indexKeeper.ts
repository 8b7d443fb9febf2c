import { createRateLimiter } from '../../gateway/rateLimiter.ts'
import type { Clock, Log } from '../../ports.ts'
import {
  ACCOUNT_BYTES,
  countIndexedBytes,
  dropOldestIndexed,
  findIndexedAccount,
  openIndexedAccount,
  readIndexedTransactions,
  saveIndexed,
  TRANSACTION_BYTES,
} from '../../storage/historyIndex.ts'
import type { Storage } from '../../storage/storage.ts'
import { createFirstBlock } from '../firstBlock.ts'
import type { RpcPool } from '../rpcPool.ts'
import type { TransferStore } from './transferIndex.ts'

/** Part of the index that one client may write in a day. What is more is answered, and not kept. */
export const CLIENT_SHARE = 0.1

/** How much is freed at once when the index is full, as a part of all it may hold. */
const FREED_SHARE = 0.05

/** How often the size is counted again, in ms: other processes write too. */
const COUNT_MS = 10 * 60_000

/** How long the time at which somebody asked for an account may be old, in ms, so that not every page writes. */
const ASKED_MS = 60_000

/** Keeps the index of transfers within its size. A chain is known by its first block: one that begins anew starts with nothing. */
export type IndexKeeper = { ofChain(pool: RpcPool): TransferStore }

/** Makes it. Nothing is read before the first account. */
export function createIndexKeeper(parameters: {
  storage: Storage
  maxBytes: number
  clock: Clock
  log: Log
}): IndexKeeper {
  const { storage, maxBytes, clock, log } = parameters
  const share = maxBytes * CLIENT_SHARE
  // A client's writes, so that nobody fills the index with accounts that nobody has.
  const written = createRateLimiter({ clock, capacity: share, refillPerSecond: share / 86_400 })
  let size: { bytes: number; countedAt: number } | undefined
  let making: Promise<void> | undefined
  const readFirst = createFirstBlock({ clock })

  async function makeRoom(added: number): Promise<void> {
    if (size === undefined || clock.now() - size.countedAt > COUNT_MS) {
      size = { bytes: await countIndexedBytes(storage), countedAt: clock.now() }
    } else size.bytes += added
    if (size.bytes <= maxBytes) return
    const freed = await dropOldestIndexed(storage, size.bytes - maxBytes * (1 - FREED_SHARE))
    size.bytes -= freed
    log.info({ event: 'historyIndexFull', freed }, 'accounts that nobody asked for were taken from the index')
  }

  /** One at a time: two that both find it full would drop twice as much. */
  function keepRoom(added: number): Promise<void> {
    const before = making ?? Promise.resolve()
    // The one before has told its own caller.
    const run = before.catch(() => undefined).then(() => makeRoom(added))
    making = run
    return run
  }

  return {
    ofChain(pool) {
      const asked = new Map<string, number>()
      return {
        async open(address, client) {
          const first = await readFirst(pool)
          // Of which chain it would be is not known: nothing is kept.
          if (first === undefined) return undefined
          const chainId = `${pool.networkId}#${first}`
          const now = clock.now()
          const known = await findIndexedAccount(storage, { chainId, address })
          const isNoted = (asked.get(address) ?? 0) > now - ASKED_MS
          if (known !== undefined && isNoted) return known
          // An account costs room before anything is found for it.
          if (known === undefined && written.take(client, ACCOUNT_BYTES) !== undefined) return undefined
          const opened = await openIndexedAccount(storage, { chainId, address, now })
          asked.delete(address)
          asked.set(address, now)
          const oldest = asked.keys().next()
          if (asked.size > 5_000 && !oldest.done) asked.delete(oldest.value)
          if (known === undefined) await keepRoom(ACCOUNT_BYTES)
          return opened
        },
        read: (query) => readIndexedTransactions(storage, query),
        async save({ account, ranges, transactions, client }) {
          const bytes = transactions.length * TRANSACTION_BYTES
          if (bytes > 0 && (bytes > share || written.take(client, bytes) !== undefined)) return false
          const added = await saveIndexed(storage, { accountId: account.id, ranges, transactions })
          if (added !== undefined && added > 0) await keepRoom(added)
          return added !== undefined
        },
      }
    },
  }
}
