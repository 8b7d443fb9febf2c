import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import type postgres from 'postgres'
import { takeDirectoryLock } from './directoryLock.ts'
import {
  StorageError,
  StorageFullError,
  StorageTooOldError,
  StorageUnreachableError,
  StorageUnusableError,
} from './errors.ts'
import { checkMigrated, migrate } from './migrate.ts'
import { createLateClient, makePglite, openPglite, openPgliteInMemory } from './pglite.ts'
import { POSTGRES_OPTIONS, SERVING_OPTIONS } from './postgresOptions.ts'
import { createServingClient } from './servingClient.ts'
import type { Storage } from './storage.ts'
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
  if ('url' in options) return openOnServer(options.url, options.migrate ?? true, options.hasOneConnection ?? false)
  if ('memory' in options) return openInMemory(options.snapshot)
  const storage = openInDirectory(resolve(options.dataDir), options.vacuumMs ?? VACUUM_MS)
  if (options.startsLate === true) return storage
  try {
    await storage.database.execute(sql`values (1)`)
  } catch (error) {
    await storage.close()
    throw error instanceof Error && error.cause instanceof StorageError ? error.cause : error
  }
  return storage
}

export declare namespace openStorage {
  type Options =
    | {
        dataDir: string
        /** How often the room of deleted rows is made free for new ones, in ms. Default five minutes. */
        vacuumMs?: number | undefined
        /** True: the engine starts with the first query, which then rejects with what is wrong. Default false. */
        startsLate?: boolean | undefined
      }
    | {
        /** `postgres://user:password@host:port/name` */
        url: string
        /** Default true. False for a role that may not alter tables: then the tables must be up to date. */
        migrate?: boolean | undefined
        /** True: a single connection, with which transactions may be opened. Default false: several, and no transactions. */
        hasOneConnection?: boolean | undefined
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

/**
 * Takes the directory; the engine starts with the first query, because it weighs more than the rest of the process. Where
 * that fails the query rejects with the coded error as its cause, and the next one tries again.
 */
function openInDirectory(dataDir: string, vacuumMs: number): Storage {
  const lock = takeLock(dataDir)
  const folder = join(dataDir, 'pglite')
  let making: Promise<void> | undefined
  let opening: Promise<PGlite> | undefined
  let isOpen = false
  let tidying: NodeJS.Timeout | undefined

  function prepare(): Promise<void> {
    making ??= makePglite(folder).catch((error: unknown) => {
      making = undefined
      throw describeFault(dataDir, error, UNREADABLE)
    })
    return making
  }

  async function start(): Promise<PGlite> {
    await prepare()
    const client = await openPglite(folder).catch((error: unknown) => {
      throw describeFault(dataDir, error, UNREADABLE)
    })
    try {
      await migrate(drizzlePglite(client, { schema: tables }), { now: Date.now() })
    } catch (error) {
      await client.close()
      throw error
    }
    isOpen = true
    tidying = setInterval(() => {
      // One that fails is tried again; what is wrong with the database shows in every other call.
      database.execute(sql`vacuum`).catch(() => undefined)
    }, vacuumMs).unref()
    return client
  }

  function open(): Promise<PGlite> {
    opening ??= start().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  const database = drizzlePglite({ client: createLateClient(open), schema: tables })
  const close = once(async () => {
    clearInterval(tidying)
    // What did not open has told whoever asked for it, and need not be closed.
    await making?.catch(() => undefined)
    await (await opening?.catch(() => undefined))?.close()
    lock.release()
  })
  const state = () => (isOpen ? 'open' : existsSync(folder) ? 'closed' : 'absent')
  return createStorage({ engine: 'pglite', database, close, state, prepare })
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
  const client = await openPgliteInMemory(snapshot)
  const database = drizzlePglite(client, { schema: tables })
  const close = once(() => client.close())
  try {
    await migrate(database, { now: Date.now() })
  } catch (error) {
    await close()
    throw error
  }
  return createStorage({ engine: 'pglite', database, close })
}

async function openOnServer(url: string, mayMigrate: boolean, hasOneConnection: boolean): Promise<Storage> {
  const server = describeServer(url)
  // Loaded where they are used: with an embedded database the drivers would only take memory.
  const [{ default: open }, { drizzle: drizzlePostgres }] = await Promise.all([
    import('postgres'),
    import('drizzle-orm/postgres-js'),
  ])
  const make = (client: postgres.Sql, close: () => Promise<void>): Storage =>
    createStorage({
      engine: 'postgres',
      database: drizzlePostgres({ client, schema: tables }),
      close: once(close),
    })
  const client = connect(open, url, { ...POSTGRES_OPTIONS, max: 1 })
  const one = make(client, () => client.end({ timeout: 5 }))
  try {
    const version = await readServerVersion(client).catch((error: unknown) => {
      throw new StorageUnreachableError(server, error)
    })
    if (version.major < OLDEST_POSTGRES) throw new StorageTooOldError(server, version.text, OLDEST_POSTGRES)
    if (mayMigrate) await migrate(one.database, { now: Date.now() })
    else await checkMigrated(one.database)
  } catch (error) {
    await one.close()
    throw error
  }
  if (hasOneConnection) return one
  await one.close()
  const serving = createServingClient({
    make: (max) => connect(open, url, { ...SERVING_OPTIONS, max }),
    connections: POSTGRES_CONNECTIONS,
  })
  return make(serving.client, serving.close)
}

function connect(open: typeof postgres, url: string, options: postgres.Options<never>): postgres.Sql {
  try {
    return open(url, {
      ...options,
      connect_timeout: CONNECT_TIMEOUT_SECONDS,
      connection: { TimeZone: 'UTC', application_name: 'latchkey' },
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

function createStorage(
  parts: Pick<Storage, 'engine' | 'database' | 'close'> & Partial<Pick<Storage, 'state' | 'prepare'>>,
): Storage {
  const state = parts.state ?? (() => 'open')
  return {
    ...parts,
    state,
    prepare: parts.prepare ?? (async () => undefined),
    ping: async () => {
      // No `select`: the embedded engine refuses this one on a disk without room, where it can read but no longer store.
      if (state() === 'open') await parts.database.execute(sql`values (1)`)
    },
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
