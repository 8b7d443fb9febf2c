import { max, sql } from 'drizzle-orm'
import { StorageNotMigratedError, StorageTooNewError } from './errors.ts'
import { type Migration, migrations } from './migrations.ts'
import type { Database } from './storage.ts'
import { schemaMigrations } from './tables.ts'

/** Key of the advisory lock under which one process at a time migrates. Any constant serves; these are the bytes of `latchkey`. */
const LOCK_KEY = 0x6c617463_686b6579n

/**
 * Brings the tables to the newest version and says which versions ran. Running it again changes nothing, and several
 * processes may start at once: one migrates, the others wait for it. Each step is one transaction with its entry in
 * `schema_migrations`, so a step that fails leaves no trace.
 *
 * Only here and in `importStorage.ts`, a command of its own, is a transaction used. A server that goes away inside of one
 * ends the process: the driver (postgres 3.4.9) then writes its `rollback` to the closed connection from a timer, where no
 * caller can catch it. What serves needs one statement for what belongs together.
 */
export async function migrate(database: Database, parameters: migrate.Parameters): Promise<readonly number[]> {
  const steps = parameters.steps ?? migrations
  const known = steps.at(-1)?.version ?? 0
  const ran: number[] = []
  for (const step of steps) {
    const applied = await database.transaction(async (transaction) => {
      await transaction.execute(sql`select pg_advisory_xact_lock(${LOCK_KEY.toString()}::bigint)`)
      await transaction.execute(sql`create table if not exists schema_migrations (
        version integer primary key, name text not null, applied_at timestamptz(3) not null)`)
      const found = await readVersion(transaction)
      if (found > known) throw new StorageTooNewError(found, known)
      if (found >= step.version) return false
      for (const statement of step.statements) await transaction.execute(sql.raw(statement))
      await transaction
        .insert(schemaMigrations)
        .values({ version: step.version, name: step.name, appliedAt: parameters.now })
      return true
    })
    if (applied) ran.push(step.version)
  }
  return ran
}

export declare namespace migrate {
  type Parameters = {
    /** Written beside each step, ms since 1970. */
    now: number
    /** Default: every step of this program. */
    steps?: readonly Migration[] | undefined
  }
  type ErrorType = StorageTooNewError
}

/** Changes nothing; throws unless the tables have exactly the version of this program. For a role that may not alter tables (SEC-117). */
export async function checkMigrated(database: Database): Promise<void> {
  const known = migrations.at(-1)?.version ?? 0
  const [table] = await database
    .select({ present: sql<boolean>`to_regclass('schema_migrations') is not null` })
    .from(sql`(select 1) as one`)
  const found = table?.present ? await readVersion(database) : 0
  if (found > known) throw new StorageTooNewError(found, known)
  if (found < known) throw new StorageNotMigratedError(found, known)
}

async function readVersion(database: Pick<Database, 'select'>): Promise<number> {
  const rows = await database.select({ version: max(schemaMigrations.version) }).from(schemaMigrations)
  return rows[0]?.version ?? 0
}
