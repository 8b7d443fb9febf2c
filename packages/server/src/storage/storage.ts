import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as tables from './tables.ts'

/** The drizzle database that both engines give: the same queries, parameterised, on either. */
export type Database = PgDatabase<PgQueryResultHKT, typeof tables>

/** Something that a query can run on: the storage itself, or one transaction of it. */
export type Queryable = { readonly database: Database }

/** The gateway's storage: embedded PGlite, or a PostgreSQL server. Open it with `openStorage`. */
export type Storage = Queryable & {
  readonly engine: 'pglite' | 'postgres'
  /** Runs the work in one transaction. When the work throws, nothing of it remains and the error comes back. */
  transaction<Answer>(work: (transaction: Queryable) => Promise<Answer>): Promise<Answer>
  /** Asks the engine for one row. Rejects when it does not answer, or could store nothing. */
  ping(): Promise<void>
  /** Writes everything, gives up the lock or the connections. Harmless when called twice. */
  close(): Promise<void>
}
