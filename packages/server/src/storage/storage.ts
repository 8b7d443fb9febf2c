import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as tables from './tables.ts'

/** The drizzle database that both engines give: the same queries, parameterised, on either. */
export type Database = PgDatabase<PgQueryResultHKT, typeof tables>

/** Something that a query can run on: the storage itself, or one transaction of it. */
export type Queryable = { readonly database: Database }

/** The gateway's storage: embedded PGlite, or a PostgreSQL server. Open it with `openStorage`. */
export type Storage = Queryable & {
  readonly engine: 'pglite' | 'postgres'
  /**
   * Whether the engine runs: the embedded one starts with the first query. `absent`: nothing was ever stored, so that there is
   * nothing to read either.
   */
  state(): 'absent' | 'closed' | 'open'
  /** Makes an embedded database that is not there yet, which takes seconds, and leaves it closed. */
  prepare(): Promise<void>
  /** Asks the engine for one row; one that does not run yet is not started for it. Rejects when it does not answer, or could store nothing. */
  ping(): Promise<void>
  /** Writes everything, gives up the lock or the connections. Harmless when called twice. */
  close(): Promise<void>
}
