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

/** Nonces for sign-in messages, each until it is used or runs out. Of the token that goes with one only its hash is here. */
export const signInNonces = pgTable('sign_in_nonces', {
  tokenHash: text('token_hash').primaryKey(),
  nonce: text().notNull(),
  projectId: text('project_id').notNull(),
  origin: text(),
  failures: integer().notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** Open sign-in sessions, by the hash of their token. */
export const signInSessions = pgTable('sign_in_sessions', {
  tokenHash: text('token_hash').primaryKey(),
  projectId: text('project_id').notNull(),
  origin: text().notNull(),
  networkId: text('network_id').notNull(),
  account: text().notNull(),
  address: text().notNull(),
  domain: text().notNull(),
  uri: text().notNull(),
  nonce: text().notNull(),
  issuedAt: instant('issued_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** Which migrations have run. */
export const schemaMigrations = pgTable('schema_migrations', {
  version: integer().primaryKey(),
  name: text().notNull(),
  appliedAt: instant('applied_at').notNull(),
})
