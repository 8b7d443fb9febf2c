import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Change, Clock, Logger, Storage, StoredRecord } from '../ports.ts'
import { applyChanges, createMemoryStorage } from '../storage/createMemoryStorage.ts'
import { FencedError } from '../storage/FencedError.ts'

/** How long a browser may take to open the database, in ms. Source: failures, F-56. */
const OPEN_MS = 2000

interface Schema extends DBSchema {
  records: { key: [string, string]; value: StoredRecord }
  /** One entry, `writer`: the number of whoever may write. */
  fence: { key: string; value: number }
}

/** Storage that also says whether it outlives the page. */
export type BrowserStorage = Storage & {
  /** False once the browser has denied the database and records are held in memory alone. */
  isPersistent(): boolean
}

/**
 * Records in the IndexedDB database `latchkey-<name>`. The fence stands in the database and is looked at in the transaction
 * that writes, so a tab that lost the lead writes nothing. Where the browser denies the database, has no room, or somebody
 * deletes it, records are held in memory from then on and the log says so once.
 */
export function createIndexedDbStorage(options: createIndexedDbStorage.Options): BrowserStorage {
  const { clock, logger } = options
  const mirror = new Map<string, StoredRecord>()
  let opening: Promise<IDBPDatabase<Schema>> | undefined
  let memory: { readonly storage: Storage; readonly fence: number } | undefined
  let claimed = 0
  let last: Promise<unknown> = Promise.resolve()

  function open(): Promise<IDBPDatabase<Schema>> {
    opening ??= openDatabase(`latchkey-${options.name}`, clock, () => {
      opening = undefined
    })
    return opening
  }

  /** Another try over a new connection: the browser may have closed the old one for reasons of its own. */
  async function attempt<Result>(run: (database: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> {
    try {
      return await run(await open())
    } catch (error) {
      if (!isWorthAnother(error)) throw error
      const broken = opening
      opening = undefined
      await broken?.then((database) => database.close()).catch(() => undefined)
      return run(await open())
    }
  }

  async function holdInMemory(error: unknown): Promise<{ readonly storage: Storage; readonly fence: number }> {
    const reason = error instanceof Error ? error.name : 'unknown'
    logger.warn('This browser does not keep the records; they last as long as this page.', { reason })
    const storage = createMemoryStorage([...mirror.values()])
    memory = { storage, fence: await storage.claim() }
    return memory
  }

  async function write(fence: number, changes: readonly Change[]): Promise<void> {
    if (fence !== claimed) throw new FencedError()
    if (!memory) {
      try {
        await attempt((database) => put(database, fence, changes))
        applyChanges(mirror, changes)
        return
      } catch (error) {
        if (isCallersFault(error)) throw error
        await holdInMemory(error)
      }
    }
    if (memory) await memory.storage.write(memory.fence, changes)
  }

  return {
    isPersistent: () => memory === undefined,
    async claim() {
      if (!memory) {
        try {
          claimed = await attempt(async (database) => {
            const transaction = database.transaction('fence', 'readwrite')
            const next = ((await transaction.store.get('writer')) ?? 0) + 1
            await transaction.store.put(next, 'writer')
            await transaction.done
            return next
          })
          return claimed
        } catch (error) {
          await holdInMemory(error)
        }
      }
      claimed += 1
      return claimed
    },
    async load() {
      if (!memory) {
        try {
          const records = await attempt((database) => database.getAll('records'))
          mirror.clear()
          applyChanges(mirror, records)
          return records
        } catch (error) {
          await holdInMemory(error)
        }
      }
      return memory ? memory.storage.load() : []
    },
    write(fence, changes) {
      const written = last.then(() => write(fence, changes))
      last = written.catch(() => undefined)
      return written
    },
    async close() {
      await last
      const closing = opening
      opening = undefined
      await closing?.then((database) => database.close()).catch(() => undefined)
    },
  }
}

export declare namespace createIndexedDbStorage {
  type Options = {
    readonly name: string
    readonly clock: Clock
    readonly logger: Logger
  }
}

/** The database was deleted, and perhaps made anew by somebody else, while this tab wrote to it. */
class DatabaseGoneError extends Error {
  override readonly name = 'DatabaseGoneError'
}

class OpeningTimeoutError extends Error {
  override readonly name = 'OpeningTimeoutError'
}

async function put(database: IDBPDatabase<Schema>, fence: number, changes: readonly Change[]): Promise<void> {
  const transaction = database.transaction(['records', 'fence'], 'readwrite', { durability: 'strict' })
  try {
    const writer = (await transaction.objectStore('fence').get('writer')) ?? 0
    if (writer > fence) throw new FencedError()
    if (writer < fence) throw new DatabaseGoneError('The database was deleted.')
    const records = transaction.objectStore('records')
    // Requests of one transaction are carried out in their order; its end is awaited once.
    for (const { table, key, value } of changes) {
      const request = value === undefined ? records.delete([table, key]) : records.put({ table, key, value })
      request.catch(() => undefined)
    }
  } catch (error) {
    transaction.done.catch(() => undefined)
    try {
      transaction.abort()
    } catch {
      // It has ended already.
    }
    throw error
  }
  await transaction.done
}

/** Errors that say nothing against the database. */
function isCallersFault(error: unknown): boolean {
  return error instanceof Error && (error.name === 'FencedError' || error.name === 'DataCloneError')
}

/** Whether a new connection could fare better. */
function isWorthAnother(error: unknown): boolean {
  return !isCallersFault(error) && !(error instanceof DatabaseGoneError) && !(error instanceof OpeningTimeoutError)
}

async function openDatabase(name: string, clock: Clock, onClosed: () => void): Promise<IDBPDatabase<Schema>> {
  let isLate = false
  // Without a version: a newer page of this origin may have brought the database up to date.
  const opening = openDB<Schema>(name, undefined, {
    upgrade(database) {
      database.createObjectStore('records', { keyPath: ['table', 'key'] })
      database.createObjectStore('fence')
    },
    blocking: (_current, _next, event) => {
      // Somebody wants to delete the database or bring it up to date: this connection stands in the way of nobody.
      ;(event.target as IDBDatabase | null)?.close()
      onClosed()
    },
    terminated: onClosed,
  })
  opening.then(
    (database) => isLate && database.close(),
    () => undefined,
  )
  return new Promise((resolve, reject) => {
    const stop = clock.after(OPEN_MS, () => {
      isLate = true
      reject(new OpeningTimeoutError('The browser did not open the database in time.'))
    })
    opening.then(resolve, reject).finally(stop)
  })
}
