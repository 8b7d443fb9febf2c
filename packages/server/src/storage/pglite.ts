import { spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join, resolve as resolvePath } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { CLEARING_BYTES, type ReadFreeBytes, readDisk, STORING_BYTES } from './disk.ts'
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
  // The usual 128 MB would be the most of a gateway's memory; its tables are small.
  '-c',
  'shared_buffers=8MB',
  '-c',
  'wal_buffers=1MB',
  ...UTC_PARAMETERS,
]

/** Syncs one open file to disk. `syncFile` of Node in production; a test counts with its own. */
export type SyncFile = (descriptor: number) => void

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
  await makePglite(folder, syncFile, readFreeBytes)
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

/** A client that is opened by what is first asked of it. For drizzle, which uses two of its functions. */
export function createLateClient(open: () => Promise<PGlite>): PGlite {
  const late: Pick<PGlite, 'query' | 'transaction'> = {
    query: async (...parameters) => {
      const { query } = await open()
      return query(...parameters)
    },
    transaction: async (work) => {
      const { transaction } = await open()
      return transaction(work)
    },
  }
  return late as PGlite
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

/** Makes the database where there is none, and leaves it closed. Take the directory lock first. */
export async function makePglite(
  folder: string,
  syncFile: SyncFile = fsyncSync,
  readFreeBytes: ReadFreeBytes = readDisk,
): Promise<void> {
  if (readFreeBytes(dirname(folder)) < STORING_BYTES) {
    throw new StorageFullError(dirname(folder), `Make ${STORING_BYTES / 1024 / 1024} MiB of room, and start again.`)
  }
  if (!existsSync(folder)) await createPglite(folder, syncFile)
}

/**
 * Makes the database under a name of its own first, so that a process that dies meanwhile leaves no half of one in the way,
 * nor a process that it began and that still writes.
 */
async function createPglite(folder: string, syncFile: SyncFile): Promise<void> {
  for (const name of readdirSync(dirname(folder))) {
    if (name.startsWith(`${basename(folder)}.unfinished`)) removeUnfinished(join(dirname(folder), name))
  }
  const unfinished = mkdtempSync(`${folder}.unfinished-`)
  if (!(await makeInChild(unfinished))) {
    // Where no process can be started this one does it, and says what is wrong with the folder if that was it.
    rmSync(unfinished, { recursive: true, force: true, maxRetries: 5 })
    mkdirSync(unfinished, { mode: 0o700 })
    const client = await PGlite.create({ dataDir: unfinished, startParams: START_PARAMETERS })
    await client.close()
  }
  syncTree(unfinished, syncFile)
  renameSync(unfinished, folder)
  syncPath(dirname(folder), syncFile)
}

/** Clears what an earlier process left. What is still being written to goes at the next start. */
function removeUnfinished(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Only room is lost meanwhile.
  }
}

/**
 * Makes a database in a process of its own, because the half gigabyte that this takes is given back only with the process.
 * It works in a thread, so that its main one hears at once when this process ends, and ends with it. Gives whether it went well.
 */
function makeInChild(folder: string): Promise<boolean> {
  const options = JSON.stringify({ dataDir: resolvePath(folder), startParams: START_PARAMETERS })
  const work = `import('@electric-sql/pglite').then(async ({ PGlite }) => {
    await (await PGlite.create(${options})).close()
  })`
  const program = `
    process.stdin.on('close', () => process.exit(1)).resume()
    new (require('node:worker_threads').Worker)(${JSON.stringify(work)}, { eval: true }).on('exit', (code) => process.exit(code))`
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--input-type=commonjs', '--eval', program], {
      // Code that is handed over finds packages from the folder it runs in.
      cwd: import.meta.dirname,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
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
