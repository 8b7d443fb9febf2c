import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { EngineError } from '../errors.ts'
import type { Change, Logger, Storage, StoredRecord } from '../ports.ts'
import { applyChanges } from '../storage/createMemoryStorage.ts'
import { FencedError } from '../storage/FencedError.ts'
import { formatLine, parseLine } from './journalLine.ts'
import { type FileLock, takeFileLock } from './takeFileLock.ts'

/** A journal under this many bytes is left alone. */
const COMPACT_ABOVE = 256 * 1024

/** How many times the size of its records a journal may grow to. */
const COMPACT_FACTOR = 4

/** Records in one line of a compacted journal. */
const RECORDS_A_LINE = 200

type Journal = { readonly handle: FileHandle; readonly lock: FileLock }

/**
 * Records in a file: a journal of changes, one line a write, on the disk before the write resolves. A line that a crash cut
 * short is dropped and said in the log. A journal that has grown is written anew beside and put in its place. One client has
 * the file at a time, over all processes; the next one is refused with `STORAGE_FAILED`.
 */
export function createFileStorage(options: createFileStorage.Options): Storage {
  const path = resolve(options.file)
  const { logger } = options
  const kept = new Map<string, StoredRecord>()
  let journal: Journal | undefined
  let fence = 0
  let isClosed = false
  /** Bytes that are known to be good. What stands behind them is the rest of a write that failed. */
  let length = 0
  let hasRest = false
  let compactAt = COMPACT_ABOVE
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const done = last.then(run)
    // The caller is rejected with the failure; the next write goes on all the same.
    last = done.catch(() => undefined)
    return done
  }

  async function openJournal(): Promise<Journal> {
    if (isClosed) throw new EngineError('STORAGE_FAILED', 'The storage is closed.')
    if (journal) return journal
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const lock = takeFileLock(path)
    try {
      await rm(`${path}.new`, { force: true })
      const handle = await open(path, 'a+', 0o600)
      await handle.close()
      await syncFolder(path)
      journal = { handle: await open(path, 'r+', 0o600), lock }
      read(await readFile(path))
      return journal
    } catch (error) {
      // The first error is the one to tell.
      await journal?.handle.close().catch(() => undefined)
      journal = undefined
      lock.release()
      throw error
    }
  }

  function read(bytes: Buffer): void {
    kept.clear()
    let start = 0
    let dropped = 0
    length = 0
    for (;;) {
      const end = bytes.indexOf(0x0a, start)
      if (end < 0) break
      const changes = parseLine(bytes.toString('utf8', start, end))
      start = end + 1
      if (changes) {
        applyChanges(kept, changes)
        length = start
      } else dropped += 1
    }
    // Lines after the last good one are a torn end; a bad line before it keeps its place until the journal is written anew.
    hasRest = length < bytes.length
    if (hasRest) logger.warn('The end of the journal was cut short and is dropped.', { bytes: bytes.length - length })
    else if (dropped > 0) logger.warn('Lines of the journal cannot be read and are left out.', { lines: dropped })
  }

  async function append(changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return
    const line = Buffer.from(formatLine(changes))
    const { handle, lock } = await openJournal()
    if (!lock.isHeld()) throw new FencedError()
    if (hasRest) {
      await handle.truncate(length)
      hasRest = false
    }
    hasRest = true
    await writeAll(handle, line, length)
    await handle.datasync()
    hasRest = false
    length += line.length
    // Kept as written, so that a later change of a value does not show without a write.
    applyChanges(kept, structuredClone(changes))
    if (length > compactAt) await compact(lock)
  }

  /** Failing changes nothing: the old journal goes on, and the next try comes when it has doubled. */
  async function compact(lock: FileLock): Promise<void> {
    const records = [...kept.values()]
    const lines: Buffer[] = []
    for (let index = 0; index < records.length; index += RECORDS_A_LINE) {
      lines.push(Buffer.from(formatLine(records.slice(index, index + RECORDS_A_LINE))))
    }
    const bytes = Buffer.concat(lines)
    compactAt = Math.max(COMPACT_ABOVE, bytes.length * COMPACT_FACTOR)
    if (length <= compactAt) return
    let next: FileHandle | undefined
    try {
      next = await open(`${path}.new`, 'w+', 0o600)
      await writeAll(next, bytes, 0)
      await next.sync()
      await rename(`${path}.new`, path)
      const old = journal
      journal = { handle: next, lock }
      length = bytes.length
      await old?.handle.close()
      await syncFolder(path)
    } catch (error) {
      compactAt = length * 2
      logger.warn('The journal could not be written anew.', { code: error instanceof Error ? error.name : 'unknown' })
      if (next && journal?.handle !== next) {
        // What is left over is written over the next time.
        await next.close().catch(() => undefined)
        await rm(`${path}.new`, { force: true }).catch(() => undefined)
      }
    }
  }

  return {
    claim: () =>
      inTurn(async () => {
        await openJournal()
        fence += 1
        return fence
      }),
    load: () =>
      inTurn(async () => {
        await openJournal()
        return structuredClone([...kept.values()])
      }),
    write: (claimed, changes) =>
      inTurn(async () => {
        if (claimed !== fence) throw new FencedError()
        await append(changes)
      }),
    close: () =>
      inTurn(async () => {
        isClosed = true
        await journal?.handle.close()
        journal?.lock.release()
        journal = undefined
      }),
  }
}

export declare namespace createFileStorage {
  type Options = {
    /** Path of the journal; its folder is made. Locks stand beside it. */
    readonly file: string
    readonly logger: Logger
  }
}

/** A single `write` may take less than all of it, as on a full disk. */
async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}

/** Makes a new name durable. Windows cannot open a folder; there the file system sees to it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r').catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}
