import { customType, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** A `timestamptz` column read and written as ms since 1970. Both engines hand it over as text in UTC. */
const instant = customType<{ data: number; driverData: string }>({
  dataType: () => 'timestamptz(3)',
  toDriver: (at) => new Date(at).toISOString(),
  fromDriver: (written) => Date.parse(written),
})

/** Sites that may use the gateway, each with its exact list of origins. */
export const projects = pgTable('projects', {
  id: text().primaryKey(),
  name: text().notNull(),
  origins: text().array().notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/** Names and avatars that addresses were found to have. `address` is lower case where its namespace ignores case. */
export const identityCache = pgTable('identity_cache', {
  address: text().primaryKey(),
  name: text(),
  avatar: text(),
  resolvedAt: instant('resolved_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** What token contracts said about themselves. `caip10` is `namespace:chain:address`. */
export const tokenMetadata = pgTable('token_metadata', {
  caip10: text().primaryKey(),
  name: text().notNull(),
  symbol: text().notNull(),
  decimals: integer().notNull(),
  fetchedAt: instant('fetched_at').notNull(),
})

/** Which migrations have run. */
export const schemaMigrations = pgTable('schema_migrations', {
  version: integer().primaryKey(),
  name: text().notNull(),
  appliedAt: instant('applied_at').notNull(),
})
