import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { takeDirectoryLock } from './directoryLock.ts'
import {
  StorageError,
  StorageFullError,
  StorageTooOldError,
  StorageUnreachableError,
  StorageUnusableError,
} from './errors.ts'
import { checkMigrated, migrate } from './migrate.ts'
import { openPglite, openPgliteInMemory } from './pglite.ts'
import type { Database, Storage } from './storage.ts'
import * as tables from './tables.ts'

/** Oldest PostgreSQL that the tests run: Debian 12's. */
const OLDEST_POSTGRES = 15

/** Connections a gateway opens at most. Measured: ten give three times the commits of one. */
const POSTGRES_CONNECTIONS = 10

const CONNECT_TIMEOUT_SECONDS = 10

/**
 * How often the embedded database makes the room of deleted rows free for new ones, in ms. PGlite has no autovacuum, and
 * without one its files grow by every message that was ever kept.
 */
const VACUUM_MS = 5 * 60_000

/**
 * Opens the gateway's storage and brings its tables up to date: in a directory of its own (`dataDir`, embedded, one
 * process), on a PostgreSQL server (`url`), or in memory (`memory`, gone at the end).
 */
export async function openStorage(options: openStorage.Options): Promise<Storage> {
  if ('url' in options) return openOnServer(options.url, options.migrate ?? true)
  if ('memory' in options) return openInMemory(options.snapshot)
  return openInDirectory(resolve(options.dataDir), options.vacuumMs ?? VACUUM_MS)
}

export declare namespace openStorage {
  type Options =
    | {
        dataDir: string
        /** How often the room of deleted rows is made free for new ones, in ms. Default five minutes. */
        vacuumMs?: number | undefined
      }
    | {
        /** `postgres://user:password@host:port/name` */
        url: string
        /** Default true. False for a role that may not alter tables: then the tables must be up to date. */
        migrate?: boolean | undefined
      }
    | {
        memory: true
        /** A dump of PGlite to start from. */
        snapshot?: Blob | undefined
      }
  type ErrorType =
    | import('./errors.ts').StorageInUseError
    | StorageUnusableError
    | StorageFullError
    | StorageUnreachableError
    | StorageTooOldError
    | import('./errors.ts').StorageTooNewError
    | import('./errors.ts').StorageNotMigratedError
}

async function openInDirectory(dataDir: string, vacuumMs: number): Promise<Storage> {
  const lock = takeLock(dataDir)
  try {
    const client = await openPglite(join(dataDir, 'pglite')).catch((error: unknown) => {
      throw describeFault(dataDir, error, UNREADABLE)
    })
    let tidying: NodeJS.Timeout | undefined
    const storage = await finishPglite(client, () => {
      clearInterval(tidying)
      lock.release()
    })
    tidying = setInterval(() => {
      // One that fails is tried again; what is wrong with the database shows in every other call.
      storage.database.execute(sql`vacuum`).catch(() => undefined)
    }, vacuumMs).unref()
    return storage
  } catch (error) {
    lock.release()
    throw error
  }
}

function takeLock(dataDir: string): ReturnType<typeof takeDirectoryLock> {
  try {
    return takeDirectoryLock(dataDir)
  } catch (error) {
    throw describeFault(dataDir, error, 'Name a folder that this user may write to with --data.')
  }
}

const UNREADABLE = 'Restore it from a backup, or name an empty folder with --data.'

/** What a data directory cannot be used for, as a coded error. */
function describeFault(dataDir: string, error: unknown, remedy: string): StorageError {
  if (error instanceof StorageError) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StorageFullError(dataDir, 'Make room, and start again.', error)
  const reason = error instanceof Error ? error.message : String(error)
  return new StorageUnusableError(dataDir, reason, remedy, error)
}

async function openInMemory(snapshot: Blob | undefined): Promise<Storage> {
  return finishPglite(await openPgliteInMemory(snapshot), () => {})
}

async function finishPglite(client: Awaited<ReturnType<typeof openPglite>>, afterClose: () => void): Promise<Storage> {
  const database = drizzlePglite(client, { schema: tables })
  const close = once(async () => {
    await client.close()
    afterClose()
  })
  try {
    await migrate(database, { now: Date.now() })
  } catch (error) {
    await close()
    throw error
  }
  return createStorage('pglite', database, close)
}

async function openOnServer(url: string, mayMigrate: boolean): Promise<Storage> {
  const server = describeServer(url)
  const client = connect(url)
  const close = once(() => client.end({ timeout: 5 }))
  try {
    const version = await readServerVersion(client).catch((error: unknown) => {
      throw new StorageUnreachableError(server, error)
    })
    if (version.major < OLDEST_POSTGRES) throw new StorageTooOldError(server, version.text, OLDEST_POSTGRES)
    const database = drizzlePostgres(client, { schema: tables })
    if (mayMigrate) await migrate(database, { now: Date.now() })
    else await checkMigrated(database)
    return createStorage('postgres', database, close)
  } catch (error) {
    await close()
    throw error
  }
}

function connect(url: string): postgres.Sql {
  try {
    return postgres(url, {
      max: POSTGRES_CONNECTIONS,
      connect_timeout: CONNECT_TIMEOUT_SECONDS,
      connection: { TimeZone: 'UTC', application_name: 'latchkey' },
      onnotice: () => {},
    })
  } catch {
    // The driver's words quote the address, and a password stands in it.
    throw new StorageUnreachableError(
      'the configured address',
      'its address is none, write postgres://user:password@host:5432/name',
    )
  }
}

async function readServerVersion(client: postgres.Sql): Promise<{ major: number; text: string }> {
  const [row] = await client<{ number: string; text: string }[]>`
    select current_setting('server_version_num') as number, current_setting('server_version') as text`
  return { major: Math.floor(Number(row?.number ?? 0) / 10_000), text: row?.text ?? 'unknown' }
}

function createStorage(engine: Storage['engine'], database: Database, close: () => Promise<void>): Storage {
  return {
    engine,
    database,
    transaction: (work) => database.transaction((transaction) => work({ database: transaction })),
    ping: async () => {
      // No `select`: the embedded engine refuses this one on a disk without room, where it can read but no longer store.
      await database.execute(sql`values (1)`)
    },
    close,
  }
}

/** Host, port and database of a connection string: what may be shown and logged. */
function describeServer(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return `${host}${pathname}`
  } catch {
    return 'the configured address'
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work()
    return running
  }
}
