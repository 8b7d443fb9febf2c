import { bigint, boolean, customType, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** A `timestamptz` column read and written as ms since 1970. Both engines hand it over as text in UTC. */
export const instant = customType<{ data: number; driverData: string }>({
  dataType: () => 'timestamptz(3)',
  toDriver: (at) => new Date(at).toISOString(),
  fromDriver: (written) => Date.parse(written),
})

/**
 * A `text[]` column. PGlite hands over a list, the PostgreSQL driver the text of one, because it does not ask the server
 * which types are arrays (see `openStorage.ts`); drizzle's own reader of such texts loses backslashes.
 */
const textList = customType<{ data: string[]; driverData: string | string[] }>({
  dataType: () => 'text[]',
  toDriver: (list) => `{${list.map((each) => `"${each.replace(/["\\]/g, '\\$&')}"`).join(',')}}`,
  fromDriver: (written) => (typeof written === 'string' ? parseTextList(written) : written),
})

/** Source: PostgreSQL's documentation, 8.15.6: in quotes where a text holds more than plain letters, a backslash before a quote and a backslash. */
function parseTextList(written: string): string[] {
  const texts = written.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|[^,]+/gs)
  return [...texts].map(([plain, quoted]) => quoted?.replace(/\\(.)/gs, '$1') ?? plain)
}

/** Sites that may use the gateway, each with its exact list of origins. */
export const projects = pgTable('projects', {
  id: text().primaryKey(),
  name: text().notNull(),
  origins: textList().notNull(),
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

/** What was looked through for an account on a chain, and when somebody last asked for it. */
export const historyAccounts = pgTable('history_accounts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  chainId: text('chain_id').notNull(),
  address: text().notNull(),
  /** JSON: `[low, high]` blocks, highest first. */
  ranges: text().notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
  askedAt: instant('asked_at').notNull(),
})

/** Transactions in which an account sent or got tokens. */
export const historyTransactions = pgTable(
  'history_transactions',
  {
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    block: bigint({ mode: 'number' }).notNull(),
    place: integer().notNull(),
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.block, table.place] })],
)

/** What came to an account on a chain, as `upstreams/nfts/rememberedScan.ts` writes it. */
export const receivedTokens = pgTable(
  'received_tokens',
  {
    chainId: text('chain_id').notNull(),
    address: text().notNull(),
    scan: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.address] })],
)

/** What an account has approved on a chain, as `upstreams/approvals/approvalScan.ts` writes it. */
export const approvalScans = pgTable(
  'approval_scans',
  {
    chainId: text('chain_id').notNull(),
    address: text().notNull(),
    scan: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.address] })],
)

/** Names of own zones. `owner` is an EVM address in lower case, null where the name was given up. */
export const names = pgTable('names', {
  name: text().primaryKey(),
  shape: text().notNull(),
  owner: text(),
  networkId: text('network_id').notNull(),
  /** Whether the owner's signature was a plain key's, so that the address is its own on every EVM chain. */
  isKey: boolean('is_key').notNull(),
  /** JSON. */
  attributes: text().notNull(),
  lastOwner: text('last_owner').notNull(),
  heldUntil: instant('held_until').notNull(),
  registeredAt: instant('registered_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/** Addresses of names by coin type, as their networks write them. */
export const nameAddresses = pgTable(
  'name_addresses',
  {
    name: text().notNull(),
    coinType: bigint('coin_type', { mode: 'number' }).notNull(),
    address: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.coinType] })],
)

/** Nonces for texts about names, each until it is taken or runs out. */
export const nameNonces = pgTable('name_nonces', {
  nonce: text().primaryKey(),
  expiresAt: instant('expires_at').notNull(),
})

/** Purchases at providers. `stage` is how far one is: see `onrampOrders.ts`. */
export const onrampOrders = pgTable('onramp_orders', {
  id: text().primaryKey(),
  projectId: text('project_id').notNull(),
  /** What the page made up, so that a call that it repeats makes no second order. */
  orderKey: text('order_key').notNull(),
  provider: text().notNull(),
  stage: integer().notNull(),
  networkId: text('network_id').notNull(),
  address: text().notNull(),
  symbol: text().notNull(),
  paymentAmount: text('payment_amount'),
  paymentCurrency: text('payment_currency'),
  paymentMethod: text('payment_method'),
  quotedAmount: text('quoted_amount'),
  purchaseAmount: text('purchase_amount'),
  transactionHash: text('transaction_hash'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/** Which migrations have run. */
export const schemaMigrations = pgTable('schema_migrations', {
  version: integer().primaryKey(),
  name: text().notNull(),
  appliedAt: instant('applied_at').notNull(),
})
