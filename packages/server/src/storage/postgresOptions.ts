/**
 * How every connection to a PostgreSQL server is made. A pooler in transaction mode may stand before it, where each
 * transaction gets whichever connection is free.
 */
export const POSTGRES_OPTIONS = {
  // What was prepared on one connection is unknown on the next.
  prepare: false,
  // The driver asks for them after each connect, and its error, where the server goes away meanwhile, ends the process
  // because nobody can catch it. Drizzle reads arrays by itself, and words between relays are texts alone.
  fetch_types: false,
  onnotice: () => {},
} as const

/**
 * The same for connections that are used while others are. A statement waits for the answer of the one before it on its
 * connection: PgBouncer 1.18 loses it otherwise. The driver (postgres 3.4.9) sends nothing behind a statement with
 * parameters anyhow. No transaction can be opened with this: the driver wants to send something behind its `begin`.
 */
export const SERVING_OPTIONS = { ...POSTGRES_OPTIONS, max_pipeline: 0 } as const
