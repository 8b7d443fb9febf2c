import { randomUUID } from 'node:crypto'
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname } from 'node:path'
import { EngineError } from '../errors.ts'

/** How often a holder shows that it lives, to processes that cannot see its process id, in ms. */
const HEARTBEAT_MS = 10_000

/** A holder in another machine or container that showed no life for this long counts as gone, in ms: six missed heartbeats. */
const SILENCE_MS = 60_000

type Holder = {
  readonly pid: number
  /** Start of the process in clock ticks since boot, so that a later process with the same id is told apart. */
  readonly startedTicks: string | null
  /** Boot and process-id namespace: holders with the same place can see each other's process ids. */
  readonly place: string
  readonly isReleased: boolean
}

/** A held lock. */
export type FileLock = {
  /** False where another has taken it over, because this process showed no life for too long. */
  isHeld(): boolean
  release(): void
}

/**
 * Takes a file for this client alone. Throws `STORAGE_FAILED` while another living process,
 * or another client of this one, has it; what an ended process left is taken over.
 *
 * Locks are numbered files beside the file, `<file>.lock-<n>`, and the highest number counts. A process that finds its holder ended
 * links the next number; a link exists or does not, so of several takers one wins. Numbers only grow and a release is
 * written, not deleted, so nobody mistakes a newer lock for the stale one that was read a moment ago.
 */
export function takeFileLock(file: string): FileLock {
  const prefix = `${file}.lock-`
  const holder: Holder = {
    pid: process.pid,
    startedTicks: readStartedTicks(process.pid),
    place: readPlace(),
    isReleased: false,
  }
  const own = `${prefix}${randomUUID()}`
  writeFileSync(own, JSON.stringify(holder), { mode: 0o600 })
  try {
    for (;;) {
      const top = Math.max(0, ...listNumbers(prefix))
      if (top > 0) refuseLiving(`${prefix}${top}`, holder)
      const path = `${prefix}${top + 1}`
      if (!linkIfAbsent(own, path)) continue
      if (Math.max(...listNumbers(prefix)) > top + 1) {
        // A taker that was asleep linked a number that others had long passed and cleaned away.
        rmSync(path, { force: true })
        continue
      }
      for (const old of listNumbers(prefix)) if (old <= top) rmSync(`${prefix}${old}`, { force: true })
      return hold(path, holder)
    }
  } finally {
    rmSync(own, { force: true })
  }
}

function hold(path: string, holder: Holder): FileLock {
  const heartbeat = setInterval(() => {
    const now = new Date()
    try {
      utimesSync(path, now, now)
    } catch {
      // The folder was removed under a running client. Its next write fails and reports it.
    }
  }, HEARTBEAT_MS)
  heartbeat.unref()
  let isHeld = true
  return {
    isHeld: () => isHeld && existsSync(path),
    release() {
      if (!isHeld) return
      isHeld = false
      clearInterval(heartbeat)
      if (!existsSync(path)) return
      const written = `${path}-${randomUUID()}`
      try {
        writeFileSync(written, JSON.stringify({ ...holder, isReleased: true }), { mode: 0o600 })
        renameSync(written, path)
      } catch {
        // Without a folder there is nothing left to hold. Otherwise the lock is taken over once this process has ended.
      }
    },
  }
}

function refuseLiving(path: string, self: Holder): void {
  const holder = readHolder(path)
  if (holder?.isReleased) return
  if (holder && holder.place === self.place) {
    if (isRunning(holder)) throw new EngineError('STORAGE_FAILED', `The file is in use by process ${holder.pid}.`)
    return
  }
  // In another container, or cut short by a power failure: believed for as long as a heartbeat would be.
  if (readSilence(path) < SILENCE_MS) throw new EngineError('STORAGE_FAILED', 'The file is in use by another process.')
}

function readSilence(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    // Cleaned away meanwhile: a newer number says who has it now.
    return Number.POSITIVE_INFINITY
  }
}

function isRunning(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return holder.startedTicks === null || readStartedTicks(holder.pid) === holder.startedTicks
}

/**
 * When a process started, in ticks; empty for one that has ended and is only not buried yet. Fields 3 and 22 of
 * `/proc/<pid>/stat`, counted after the command, which may itself hold spaces. Source: proc(5).
 */
function readStartedTicks(pid: number): string | null {
  try {
    const written = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = written.slice(written.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? '' : (fields[19] ?? null)
  } catch {
    return null
  }
}

function readPlace(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    // Not Linux: process ids of one host name are taken to be visible to each other.
    return hostname()
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    const { pid, startedTicks, place, isReleased } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
    if (typeof pid !== 'number' || typeof place !== 'string' || typeof isReleased !== 'boolean') return undefined
    return { pid, startedTicks: typeof startedTicks === 'string' ? startedTicks : null, place, isReleased }
  } catch {
    return undefined
  }
}

function linkIfAbsent(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function listNumbers(prefix: string): number[] {
  const name = basename(prefix)
  return readdirSync(dirname(prefix))
    .filter((found) => found.startsWith(name) && /^\d+$/.test(found.slice(name.length)))
    .map((found) => Number(found.slice(name.length)))
}
