import type { Change, Clock, Logger, Storage, StoredRecord } from '../ports.ts'
import { applyChanges, createMemoryStorage } from '../storage/createMemoryStorage.ts'
import { FencedError } from '../storage/FencedError.ts'

/** How long a browser may take to open the database, in seconds. Source: F-56. */
const OPEN_S = 2
/** How long it may take to read or write, in seconds: much longer than any disk, and well before a pairing is given up (15 s). */
const TRANSACTION_S = 5

/** Storage that also says whether it outlives the page. */
export type BrowserStorage = Storage & {
  /** False once the browser has denied the database and records are held in memory alone. */
  isPersistent(): boolean
}

/**
 * Records in the IndexedDB database `latchkey-<name>`. The fence stands in the database and is looked at in the transaction
 * that writes, so a tab that lost the lead writes nothing. Where the browser denies the database, has no room, does not answer
 * in time, or somebody deletes it, records are held in memory from then on and the log says so once.
 */
export function createIndexedDbStorage(options: createIndexedDbStorage.Options): BrowserStorage {
  const { clock, logger } = options
  const mirror = new Map<string, StoredRecord>()
  let opening: Promise<IDBDatabase> | undefined
  let memory: { readonly storage: Storage; readonly fence: number } | undefined
  let claimed = 0
  let last: Promise<unknown> = Promise.resolve()

  function open(): Promise<IDBDatabase> {
    opening ??= openDatabase(`latchkey-${options.name}`, clock, () => {
      opening = undefined
    })
    return opening
  }

  /** Rejects with `SlowDatabaseError` where the browser has not done it after `TRANSACTION_S`. */
  async function runInTime<Result>(run: (database: IDBDatabase) => Promise<Result>): Promise<Result> {
    const running = run(await open())
    return new Promise((resolve, reject) => {
      const stop = countSeconds(clock, TRANSACTION_S, () =>
        reject(new SlowDatabaseError('The database did not answer.')),
      )
      running.then(resolve, reject).finally(stop)
    })
  }

  /** Another try over a new connection: the browser may have closed the old one for reasons of its own. */
  async function attempt<Result>(run: (database: IDBDatabase) => Promise<Result>): Promise<Result> {
    try {
      return await runInTime(run)
    } catch (error) {
      if (!isWorthAnother(error)) throw error
      const broken = opening
      opening = undefined
      // What never opened need not be closed.
      await broken?.then((database) => database.close()).catch(() => undefined)
      return runInTime(run)
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
            const done = whenDone(transaction)
            const entries = transaction.objectStore('fence')
            const next = toNumber(await ask(entries.get('writer'))) + 1
            entries.put(next, 'writer')
            await done
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
          const records = await attempt((database) =>
            ask(database.transaction('records').objectStore('records').getAll()),
          )
          mirror.clear()
          applyChanges(mirror, records.filter(isStoredRecord))
          return [...mirror.values()]
        } catch (error) {
          await holdInMemory(error)
        }
      }
      return memory ? memory.storage.load() : []
    },
    write(fence, changes) {
      const written = last.then(() => write(fence, changes))
      // The caller is rejected with the failure; the next write goes on all the same.
      last = written.catch(() => undefined)
      return written
    },
    async close() {
      await last
      const closing = opening
      opening = undefined
      // What never opened need not be closed.
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

/** The browser did not do it in time. What it was asked for may still happen. */
class SlowDatabaseError extends Error {
  override readonly name = 'SlowDatabaseError'
}

/**
 * Calls back after so many seconds in which the page ran. A page that was frozen, as while its visitor is in a wallet, hears of
 * what happened meanwhile before a second has gone. Returns the way to stop.
 */
function countSeconds(clock: Clock, seconds: number, onOver: () => void): () => void {
  let stop = clock.after(1000, () => {
    if (seconds === 1) onOver()
    else stop = countSeconds(clock, seconds - 1, onOver)
  })
  return () => stop()
}

async function put(database: IDBDatabase, fence: number, changes: readonly Change[]): Promise<void> {
  const transaction = database.transaction(['records', 'fence'], 'readwrite', { durability: 'strict' })
  const done = whenDone(transaction)
  try {
    const writer = toNumber(await ask(transaction.objectStore('fence').get('writer')))
    if (writer > fence) throw new FencedError()
    if (writer < fence) throw new DatabaseGoneError('The database was deleted.')
    const records = transaction.objectStore('records')
    for (const { table, key, value } of changes) {
      if (value === undefined) records.delete([table, key])
      else records.put({ table, key, value })
    }
  } catch (error) {
    try {
      transaction.abort()
    } catch {
      // It has ended already.
    }
    throw error
  }
  await done
}

function ask<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Settles once the transaction is durable, or has changed nothing. A caller that gave up before is not told. */
function whenDone(transaction: IDBTransaction): Promise<void> {
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new DOMException('It ended early.', 'AbortError'))
  })
  // Or the browser would report that nobody has caught it.
  done.catch(() => undefined)
  return done
}

function toNumber(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

function isStoredRecord(value: unknown): value is StoredRecord {
  return typeof value === 'object' && value !== null && 'table' in value && 'key' in value
}

/** Errors that say nothing against the database. */
function isCallersFault(error: unknown): boolean {
  return error instanceof Error && (error.name === 'FencedError' || error.name === 'DataCloneError')
}

/** Whether a new connection could fare better. */
function isWorthAnother(error: unknown): boolean {
  return !isCallersFault(error) && !(error instanceof DatabaseGoneError) && !(error instanceof SlowDatabaseError)
}

function openDatabase(name: string, clock: Clock, onClosed: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    // Without a version: a newer page of this origin may have brought the database up to date.
    const request = indexedDB.open(name)
    let isLate = false
    const stop = countSeconds(clock, OPEN_S, () => {
      isLate = true
      reject(new SlowDatabaseError('The browser did not open the database in time.'))
    })
    request.onupgradeneeded = () => {
      request.result.createObjectStore('records', { keyPath: ['table', 'key'] })
      request.result.createObjectStore('fence')
    }
    request.onerror = () => {
      stop()
      reject(request.error)
    }
    request.onsuccess = () => {
      stop()
      const database = request.result
      if (isLate) return database.close()
      database.onclose = onClosed
      // Another page wants to delete or upgrade the database, which an open connection would block.
      database.onversionchange = () => {
        database.close()
        onClosed()
      }
      resolve(database)
    }
  })
}
