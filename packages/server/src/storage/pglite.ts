import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { StorageFullError } from './errors.ts'

/** Both engines speak UTC, so that their timestamps read the same. */
const UTC_PARAMETERS = ['-c', 'timezone=UTC']

/** Start parameters with writes made durable. PGlite starts with `-F` (no fsync), and its `fdatasync` does nothing. */
const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  ...UTC_PARAMETERS,
]

/** Syncs one open file to disk. `syncFile` of Node in production; a test counts with its own. */
export type SyncFile = (descriptor: number) => void

/** Bytes that are free on the disk of a folder. */
export type ReadFreeBytes = (folder: string) => number

/**
 * Free bytes below which nothing more is stored, and below which nothing is cleared away either. One write takes two
 * segments of the log (16 MiB each) and its own rows at most; clearing takes one segment.
 */
export const STORING_BYTES = 64 * 1024 * 1024
const CLEARING_BYTES = 32 * 1024 * 1024

/**
 * Opens a PGlite on disk whose commits reach the disk before they are acknowledged. Take the directory lock first.
 * PGlite's file layer has no fsync, so the engine's calls lead nowhere; this puts one there. It leans on an internal
 * of the pinned version, and a test counts the calls.
 */
export async function openPglite(
  folder: string,
  syncFile: SyncFile = fsyncSync,
  readFreeBytes: ReadFreeBytes = readDisk,
): Promise<PGlite> {
  if (readFreeBytes(dirname(folder)) < STORING_BYTES) {
    throw new StorageFullError(dirname(folder), `Make ${STORING_BYTES / 1024 / 1024} MiB of room, and start again.`)
  }
  if (!existsSync(folder)) await createPglite(folder, syncFile)
  const client = await PGlite.create({ dataDir: folder, startParams: START_PARAMETERS })
  const layer = readFileLayer(client)
  const known = new Set<string>()
  layer.stream_ops.fsync = ({ nfd, node }) => {
    const path = layer.realPath(node)
    if (nfd === undefined) syncPath(path, syncFile)
    else syncFile(nfd)
    // The engine takes the name of a new file for safe once the file is; on a real disk that needs its directory synced.
    if (!known.has(path)) syncPath(dirname(path), syncFile)
    known.add(path)
    return 0
  }
  keepRoom(client, dirname(folder), () => readFreeBytes(folder))
  return client
}

/**
 * Refuses to write to a disk that is nearly full. The engine does not survive one that is: after its first failed write
 * it spins within its next call, and the whole process with it. Should that write fail all the same, because somebody
 * else took the room, the engine is asked nothing more.
 */
function keepRoom(client: PGlite, dataDir: string, readFree: () => number): void {
  let isLost = false
  const check = (bytes: number): void => {
    if (isLost) throw new StorageFullError(dataDir, 'Make room, and start this program again.')
    if (bytes > 0 && readFree() < bytes) {
      throw new StorageFullError(dataDir, 'Nothing more is stored until there is room.')
    }
  }
  const notice = (error: unknown): never => {
    if (error instanceof Error && 'code' in error && error.code === DISK_FULL) isLost = true
    throw error
  }
  const query = client.query.bind(client)
  const transaction = client.transaction.bind(client)
  const close = client.close.bind(client)
  client.query = async (text, ...rest) => {
    check(isRead(text) ? 0 : isClearing(text) ? CLEARING_BYTES : STORING_BYTES)
    return query<never>(text, ...rest).catch(notice)
  }
  client.transaction = async (work) => {
    check(STORING_BYTES)
    return transaction(work).catch(notice)
  }
  client.close = async () => {
    if (!isLost) await close()
  }
}

/** PostgreSQL's code for a disk without room. */
const DISK_FULL = '53100'

const isRead = (text: string): boolean => /^\s*select\b/i.test(text)

const isClearing = (text: string): boolean => /^\s*(with gone as \(\s*)?(delete|vacuum)\b/i.test(text)

function readDisk(folder: string): number {
  const { bavail, blocks, bsize } = statfsSync(folder)
  // Some file systems do not tell.
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize
}

/** Makes the database under another name first, so that a process that dies meanwhile leaves no half of one in the way. */
async function createPglite(folder: string, syncFile: SyncFile): Promise<void> {
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  const client = await PGlite.create({ dataDir: unfinished, startParams: START_PARAMETERS })
  await client.close()
  syncTree(unfinished, syncFile)
  renameSync(unfinished, folder)
  syncPath(dirname(folder), syncFile)
}

/** Opens a PGlite that lives in memory and is gone with the process. `snapshot` is a dump to start from, which is ten times quicker. */
export async function openPgliteInMemory(snapshot?: Blob | undefined): Promise<PGlite> {
  return PGlite.create({
    startParams: [...PGlite.defaultStartParams, ...UTC_PARAMETERS],
    ...(snapshot ? { loadDataDir: snapshot } : {}),
  })
}

type FileNode = { readonly id: number }

type FileLayer = {
  realPath(node: FileNode): string
  stream_ops: { fsync?: (stream: { nfd?: number; node: FileNode }) => number }
}

function readFileLayer(client: PGlite): FileLayer {
  const layer = (client as unknown as { Module?: { NODEFS?: FileLayer } }).Module?.NODEFS
  if (!layer?.stream_ops || !layer.realPath) {
    throw new Error('This version of PGlite has no file layer to sync through: commits would not be durable.')
  }
  return layer
}

/** Syncs what the engine wrote while it created the database, which it does without the hook. */
function syncTree(folder: string, syncFile: SyncFile): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path, syncFile)
    else if (entry.isFile()) syncPath(path, syncFile)
  }
  syncPath(folder, syncFile)
}

function syncPath(path: string, syncFile: SyncFile): void {
  const descriptor = openSync(path, 'r')
  try {
    syncFile(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
