import { createWatchers } from '../createWatchers.ts'
import { EngineError } from '../errors.ts'
import { isTableName, isTableRecord, TABLE_NAMES } from '../isTableRecord.ts'
import type { Change, Logger, Storage } from '../ports.ts'
import type { Table, TableChange, Tables } from '../tables.ts'
import { FencedError } from './FencedError.ts'

type Commit = {
  readonly changes: readonly TableChange[]
  readonly resolve: () => void
  readonly reject: (error: EngineError) => void
}

/**
 * Takes the right to write, reads what is kept, and gives tables over it. Records that are not what their table holds are
 * left out, said in the log, and removed. Commits that come while a write is on its way share the next one; a write that
 * fails rejects the commits in it with `STORAGE_FAILED` and changes nothing. Rejects with `STORAGE_FAILED` when nothing can
 * be read.
 */
export async function openTables(options: openTables.Options): Promise<Tables> {
  const { storage, logger, onFenced } = options
  let fence: number
  const maps = new Map<string, Map<string, unknown>>(TABLE_NAMES.map((name) => [name, new Map<string, unknown>()]))
  const unreadable: Change[] = []
  try {
    fence = await storage.claim()
    for (const { table, key, value } of await storage.load()) {
      if (!isTableName(table)) continue
      if (isTableRecord(table, value)) maps.get(table)?.set(key, value)
      else unreadable.push({ table, key })
    }
  } catch (cause) {
    throw toFailure(cause)
  }
  const { tell, watch } = createWatchers<readonly TableChange[]>(logger)
  let waiting: Commit[] = []
  let writing = false

  async function write(): Promise<void> {
    writing = true
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      const changes = group.flatMap((commit) => commit.changes)
      try {
        if (changes.length > 0) await storage.write(fence, changes)
      } catch (cause) {
        const failure = toFailure(cause)
        // Whoever asked must find the lead gone already: this failure is not theirs to report.
        if (cause instanceof FencedError) onFenced?.()
        for (const { reject } of group) reject(failure)
        continue
      }
      for (const commit of group) {
        for (const { table, key, value } of commit.changes) {
          if (value === undefined) maps.get(table)?.delete(key)
          else maps.get(table)?.set(key, value)
        }
        tell(commit.changes)
        commit.resolve()
      }
    }
    writing = false
  }

  if (unreadable.length > 0) {
    logger.warn('Records that cannot be read were left out.', {
      tables: [...new Set(unreadable.map(({ table }) => table))],
    })
    // Failing to remove them costs nothing: they are left out at every start.
    await storage.write(fence, unreadable).catch(() => undefined)
  }

  return {
    ...(Object.fromEntries([...maps].map(([name, map]) => [name, createTable(map)])) as Omit<
      Tables,
      'commit' | 'watch'
    >),
    commit: (changes) =>
      new Promise((resolve, reject) => {
        waiting.push({ changes, resolve, reject })
        if (!writing) void write()
      }),
    watch,
  } as Tables
}

export declare namespace openTables {
  type Options = {
    readonly storage: Storage
    readonly logger: Logger
    /** Called when a write was refused because another tab or process has claimed the right to write. */
    readonly onFenced?: (() => void) | undefined
  }
}

function createTable(map: ReadonlyMap<string, unknown>): Table<unknown> {
  return {
    get: (key) => map.get(key),
    has: (key) => map.has(key),
    keys: () => [...map.keys()],
    getAll: () => [...map.values()],
  }
}

/** Causes of storage failures are the browser's or the disk's own words; they hold no keys. */
function toFailure(cause: unknown): EngineError {
  return cause instanceof EngineError ? cause : new EngineError('STORAGE_FAILED', '', { cause })
}
