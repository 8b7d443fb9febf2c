import { randomUUID } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
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
import { join } from 'node:path'
import { StorageInUseError } from './errors.ts'

/** A held lock. Give it back with `release`; a process that dies without doing so leaves a lock that the next one takes over. */
export type DirectoryLock = { release(): void }

/** How often a holder shows that it lives, to processes that cannot see its process id, in ms. */
const HEARTBEAT_MS = 10_000

/** A holder in another machine or container that showed no life for this long counts as gone, in ms: six missed heartbeats. */
const SILENCE_MS = 60_000

type Holder = {
  readonly pid: number
  /** Start of the process in clock ticks since boot, so that a later process with the same id is told apart. Null where the system does not say. */
  readonly startedTicks: string | null
  /** Boot and process-id namespace: holders with the same place can see each other's process ids. */
  readonly place: string | null
  readonly host: string
  readonly released: boolean
}

/**
 * Takes the directory for this process alone, or throws `StorageInUseError`. PGlite has no lock of its own: a second
 * opener would silently lose rows.
 *
 * A lock is a numbered file, and the highest number counts. Whoever finds its holder dead links the next number; a link
 * exists or does not, so of several takers one wins. Numbers only grow and a release is written, not deleted, so nobody
 * can mistake a newer lock for the stale one that was read a moment ago.
 */
export function takeDirectoryLock(dataDir: string): DirectoryLock {
  const folder = join(dataDir, 'lock')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const own = join(folder, `taking-${randomUUID()}`)
  const holder = describeThisProcess()
  writeFileSync(own, JSON.stringify(holder), { mode: 0o600 })
  try {
    for (;;) {
      const top = readTop(folder)
      if (top > 0) {
        const reason = describeLiveHolder(join(folder, String(top)), holder)
        if (reason !== null) throw new StorageInUseError(dataDir, reason)
      }
      const path = join(folder, String(top + 1))
      if (!linkIfAbsent(own, path)) continue
      if (readTop(folder) > top + 1) {
        // A taker that was asleep linked a number that others had long passed and cleaned away.
        rmSync(path)
        continue
      }
      for (const old of listNumbers(folder)) if (old < top) rmSync(join(folder, String(old)), { force: true })
      return hold(path, holder)
    }
  } finally {
    rmSync(own, { force: true })
  }
}

function hold(path: string, holder: Holder): DirectoryLock {
  const heartbeat = setInterval(() => {
    const now = new Date()
    try {
      utimesSync(path, now, now)
    } catch {
      // Somebody removed the directory under a running gateway. The database reports that itself, louder.
    }
  }, HEARTBEAT_MS)
  heartbeat.unref()
  let held = true
  return {
    release() {
      if (!held) return
      held = false
      clearInterval(heartbeat)
      const written = `${path}-${randomUUID()}`
      try {
        writeFileSync(written, JSON.stringify({ ...holder, released: true }), { mode: 0o600 })
        renameSync(written, path)
      } catch {
        // On a full disk the lock stays, and is taken over once this process is gone.
        rmSync(written, { force: true })
      }
    },
  }
}

/** Says who holds the lock, or null when nobody living does. */
function describeLiveHolder(path: string, self: Holder): string | null {
  const holder = readHolder(path)
  const silentMs = Date.now() - statSync(path).mtimeMs
  // A file cut short by a power failure names nobody; it is believed for as long as a heartbeat would be.
  if (holder === null) return silentMs < SILENCE_MS ? 'a process that could not be identified' : null
  if (holder.released) return null
  const name = holder.host === self.host ? `process ${holder.pid}` : `process ${holder.pid} on ${holder.host}`
  if (holder.place === self.place) return isRunning(holder) ? name : null
  return silentMs < SILENCE_MS ? `${name}, last seen ${Math.max(0, Math.round(silentMs / 1000))} s ago` : null
}

function isRunning(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return holder.startedTicks === null || readStartedTicks(holder.pid) === holder.startedTicks
}

function describeThisProcess(): Holder {
  return {
    pid: process.pid,
    startedTicks: readStartedTicks(process.pid),
    place: readPlace(),
    host: hostname(),
    released: false,
  }
}

/** Field 22 of `/proc/<pid>/stat`, counted after the command, which may itself hold spaces. Source: proc(5). */
function readStartedTicks(pid: number): string | null {
  try {
    const written = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return written.slice(written.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

function readPlace(): string | null {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    // Not Linux: process ids of one host name are taken to be visible to each other.
    return hostname()
  }
}

function readHolder(path: string): Holder | null {
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof parsed !== 'object' || parsed === null) return null
    const { pid, startedTicks, place, host, released } = parsed as Record<string, unknown>
    if (typeof pid !== 'number' || typeof host !== 'string' || typeof released !== 'boolean') return null
    return {
      pid,
      startedTicks: typeof startedTicks === 'string' ? startedTicks : null,
      place: typeof place === 'string' ? place : null,
      host,
      released,
    }
  } catch {
    return null
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

function listNumbers(folder: string): number[] {
  return readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

function readTop(folder: string): number {
  return Math.max(0, ...listNumbers(folder))
}
