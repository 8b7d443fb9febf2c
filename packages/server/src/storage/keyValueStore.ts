import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { readDisk, STORING_BYTES } from './disk.ts'
import { StorageFullError, StorageUnusableError } from './errors.ts'

/** One change of a batch. */
export type Change =
  | { readonly type: 'put'; readonly key: string; readonly value: string }
  | { readonly type: 'del'; readonly key: string }

/** Keys from `gte` and below `lt`, in the order of their bytes. */
export type KeyRange = {
  readonly gte: string
  readonly lt: string
  readonly reverse?: boolean
  readonly limit?: number
}

/** A key-value store on disk with its keys in order: what the mailbox needs of LevelDB. */
export type KeyValueStore = {
  /** Writes all changes or none. With `sync` they would survive a loss of power when it resolves, without it the end of this process. */
  batch(changes: readonly Change[], options: { readonly sync: boolean }): Promise<void>
  getMany(keys: string[]): Promise<(string | undefined)[]>
  /** Reads a state of the store that later writes do not change. Give it back with `close`. */
  iterator(range: KeyRange): Entries
  /** Gives the room of deleted keys back to the disk. */
  compactRange(start: string, end: string): Promise<void>
  close(): Promise<void>
}

/** Entries of a range. */
export type Entries = {
  /** At most so many of the next, none at the end. */
  nextv(count: number): Promise<[string, string][]>
  close(): Promise<void>
}

/**
 * The part of `classic-level` that is used. The package is optional, so nothing here leans on its types; the tests of
 * the mailbox run on the real one.
 */
type LevelPackage = {
  readonly ClassicLevel: new (
    folder: string,
    options: { compression: boolean; cacheSize: number; writeBufferSize: number },
  ) => Omit<KeyValueStore, 'batch'> & { open(): Promise<void>; batch(): ChainedBatch }
}

type ChainedBatch = {
  put(key: string, value: string): void
  del(key: string): void
  write(options: { sync: boolean }): Promise<void>
}

/** Bytes of blocks that are kept in memory. Measured: more makes no difference to a mailbox. */
const CACHE_BYTES = 8_388_608

/**
 * Bytes of new entries before they become a file. Measured: whoever waits for a sync waits for that file too, and with files of 8 MB,
 * which are merged sooner, the slowest message in a hundred of 1,000 a second took a third longer.
 */
const WRITE_BUFFER_BYTES = 33_554_432

/** Loads LevelDB, or gives the reason why it cannot run here: its package brings a binary that not every system has. */
export function loadLevel(): { readonly level: LevelPackage } | { readonly reason: unknown } {
  try {
    return { level: createRequire(import.meta.url)('classic-level') as LevelPackage }
  } catch (reason) {
    return { reason }
  }
}

/** Opens the store in a folder, which is made when it is not there. Take the directory lock first. Throws `StorageFullError` and `StorageUnusableError`. */
export async function openKeyValueStore(level: LevelPackage, folder: string): Promise<KeyValueStore> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readDisk(folder) < STORING_BYTES) {
    throw new StorageFullError(folder, `Make ${STORING_BYTES / 1024 / 1024} MiB of room, and start again.`)
  }
  const store = new level.ClassicLevel(folder, {
    // What is kept is encrypted.
    compression: false,
    cacheSize: CACHE_BYTES,
    writeBufferSize: WRITE_BUFFER_BYTES,
  })
  try {
    await store.open()
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StorageUnusableError(
      folder,
      reason,
      'Restore it from a backup, or name an empty folder with --data.',
      error,
    )
  }
  return {
    batch(changes, options) {
      // Measured: handing over a list takes the main thread three to ten times as long.
      const batch = store.batch()
      for (const change of changes) {
        if (change.type === 'put') batch.put(change.key, change.value)
        else batch.del(change.key)
      }
      return batch.write(options)
    },
    getMany: (keys) => store.getMany(keys),
    iterator: (range) => store.iterator(range),
    compactRange: (start, end) => store.compactRange(start, end),
    close: () => store.close(),
  }
}
