import { bigint, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './tables.ts'

/** What a server made for itself, sealed. */
export const custodyKeys = pgTable('custody_keys', {
  name: text().primaryKey(),
  keyId: text('key_id').notNull(),
  wrapped: text().notNull(),
  box: text().notNull(),
})

/** What may be used once, by a hash. */
export const usedOnce = pgTable('used_once', { id: text().primaryKey(), expiresAt: instant('expires_at').notNull() })

/** When something that has limits happened. */
export const loginLimits = pgTable('login_limits', {
  key: text().primaryKey(),
  expiresAt: instant('expires_at').notNull(),
})

/** People who logged in, each in one project. `issuer` and `subject` are compared, `contact` is where mail goes: null, nowhere. */
export const loginUsers = pgTable('login_users', {
  id: text().primaryKey(),
  projectId: text('project_id').notNull(),
  issuer: text().notNull(),
  subject: text().notNull(),
  contact: text(),
  /** The provider by which they log in, and what it calls them; null: by e-mail. */
  provider: text(),
  userName: text('user_name'),
  createdAt: instant('created_at').notNull(),
  /** From when on everything of the user may be deleted; null: it stays. */
  deleteAt: instant('delete_at'),
  /** Of the link that takes that back. */
  deleteUndoHash: text('delete_undo_hash'),
})

/**
 * By whom people log in: whoever is in `loginUsers` by their first identity, and those that they linked later, of which `contact`,
 * `provider` and `userName` stand here. All in one table, so that an identity is one user's.
 */
export const loginIdentities = pgTable(
  'login_identities',
  {
    projectId: text('project_id').notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: text('user_id').notNull(),
    contact: text(),
    provider: text(),
    userName: text('user_name'),
    linkedAt: instant('linked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.issuer, table.subject] })],
)

/** Devices that a person let in. */
export const loginDevices = pgTable(
  'login_devices',
  {
    userId: text('user_id').notNull(),
    thumbprint: text().notNull(),
    host: text().notNull(),
    device: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.thumbprint] })],
)

/** Logins that have begun, and codes for one thing of a session (`sessionId`, `reason`). Of id and code only hashes. */
export const loginChallenges = pgTable('login_challenges', {
  idHash: text('id_hash').primaryKey(),
  projectId: text('project_id').notNull(),
  host: text().notNull(),
  thumbprint: text().notNull(),
  subject: text().notNull(),
  contact: text().notNull(),
  sessionId: text('session_id'),
  reason: text(),
  codeHash: text('code_hash'),
  tries: integer().notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** Logins by other services that have begun. */
export const loginSocials = pgTable('login_socials', {
  idHash: text('id_hash').primaryKey(),
  /** Of the challenge that a ticket was taken for. */
  claimedHash: text('claimed_hash'),
  ticketHash: text('ticket_hash'),
  stateHash: text('state_hash').notNull(),
  /** The gateway's part of what the ID token's nonce commits to. */
  nonce: text().notNull(),
  projectId: text('project_id').notNull(),
  host: text().notNull(),
  thumbprint: text().notNull(),
  clientKey: text('client_key').notNull(),
  device: text().notNull(),
  provider: text().notNull(),
  returnUrl: text('return_url'),
  /** The provider shall ask who it is also where it knows. */
  isAgain: boolean('is_again').notNull(),
  /** It shall be linked to whoever is logged in, and opens no session. */
  isLink: boolean('is_link').notNull(),
  step: text({ enum: ['begun', 'sent', 'back', 'failed', 'ready'] }).notNull(),
  failure: text({ enum: ['denied', 'away', 'refused'] }),
  issuer: text(),
  subject: text(),
  contact: text(),
  userName: text('user_name'),
  /** The ID token; of Farcaster JSON of the text and its signature. */
  idToken: text('id_token'),
  /** What names the channel to a phone. */
  channel: text(),
  readyAt: instant('ready_at'),
  begunAt: instant('begun_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** Channels to phones with the Farcaster app. */
export const farcasterChannels = pgTable('farcaster_channels', {
  tokenHash: text('token_hash').primaryKey(),
  /** JSON. */
  request: text().notNull(),
  /** JSON; null: none yet. */
  answer: text(),
  expiresAt: instant('expires_at').notNull(),
})

/** Sessions, by hashes of their tokens. */
export const loginSessions = pgTable('login_sessions', {
  id: text().primaryKey(),
  tokenHash: text('token_hash').notNull(),
  formerHash: text('former_hash'),
  userId: text('user_id').notNull(),
  projectId: text('project_id').notNull(),
  thumbprint: text().notNull(),
  host: text().notNull(),
  device: text().notNull(),
  createdAt: instant('created_at').notNull(),
  renewedAt: instant('renewed_at').notNull(),
  accessUntil: instant('access_until').notNull(),
  renewUntil: instant('renew_until').notNull(),
  endsAt: instant('ends_at').notNull(),
  stepUpReason: text('step_up_reason'),
  stepUpUntil: instant('step_up_until'),
  /** The linked identity that it came by, with which it ends; null: by the first one. */
  linkedIssuer: text('linked_issuer'),
  linkedSubject: text('linked_subject'),
})

/** What happened to a user, each entry marked over itself and the one before. */
export const loginAudit = pgTable(
  'login_audit',
  {
    userId: text('user_id').notNull(),
    number: integer().notNull(),
    at: instant().notNull(),
    kind: text().notNull(),
    /** JSON. */
    facts: text().notNull(),
    mark: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.number] })],
)

/** Links in notices that freeze a wallet. */
export const loginLinks = pgTable('login_links', {
  idHash: text('id_hash').primaryKey(),
  userId: text('user_id').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** Addresses that users gave up for others. `undoHash` is of the link that takes it back. */
export const loginEmailChanges = pgTable('login_email_changes', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  projectId: text('project_id').notNull(),
  fromSubject: text('from_subject').notNull(),
  fromContact: text('from_contact').notNull(),
  toSubject: text('to_subject').notNull(),
  doneAt: instant('done_at').notNull(),
  undoUntil: instant('undo_until').notNull(),
  undoHash: text('undo_hash').notNull(),
  isUndone: boolean('is_undone').notNull(),
})

/** What everybody who logged in may know of a wallet. */
export const wallets = pgTable('wallets', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  projectId: text('project_id').notNull(),
  /** JSON: an address for each namespace. */
  addresses: text().notNull(),
  commitment: text().notNull(),
  salt: text().notNull(),
  version: integer().notNull(),
  createdAt: instant('created_at').notNull(),
  frozenAt: instant('frozen_at'),
  custody: text({ enum: ['recoverable', 'strict'] }).notNull(),
  /** When the owner took a backup file. */
  backupAt: instant('backup_at'),
  /** Whether a login on a new device needs a passkey as well. */
  secondFactor: boolean('second_factor').notNull(),
})

/** Passkeys by which owners come back, each with a half that it alone opens. */
export const walletPasskeys = pgTable(
  'wallet_passkeys',
  {
    walletId: text('wallet_id').notNull(),
    holder: text().notNull(),
    credentialId: text('credential_id').notNull(),
    salt: text().notNull(),
    wrapped: text().notNull(),
    host: text().notNull(),
    device: text().notNull(),
    createdAt: instant('created_at').notNull(),
    /** Null of those that were made before it was asked for. */
    publicKey: text('public_key'),
    /** What it last said that it was used. */
    signCount: bigint('sign_count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.walletId, table.holder] })],
)

/** What owners let others do without asking each time. */
export const walletPermissions = pgTable(
  'wallet_permissions',
  {
    walletId: text('wallet_id').notNull(),
    /** Of the delegation, as the chain knows it. */
    hash: text().notNull(),
    host: text().notNull(),
    networkId: text('network_id').$type<`eip155:${string}`>().notNull(),
    account: text().notNull(),
    delegate: text().notNull(),
    target: text().notNull(),
    amount: text().notNull(),
    /** JSON; null where the amount is for good. */
    period: text(),
    calls: integer().notNull(),
    /** s since 1970. */
    validUntil: bigint('valid_until', { mode: 'number' }).notNull(),
    salt: text().notNull(),
    signature: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.walletId, table.hash] })],
)

/** The gateway's halves, each sealed. */
export const walletShares = pgTable(
  'wallet_shares',
  {
    walletId: text('wallet_id').notNull(),
    holder: text().notNull(),
    version: integer().notNull(),
    keyId: text('key_id').notNull(),
    wrapped: text().notNull(),
    box: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.walletId, table.holder] })],
)

/** What the vault has still to be told of. */
export const custodyFarewells = pgTable('custody_farewells', { id: text().primaryKey(), claims: text().notNull() })

/** What the operator holds back. */
export const custodyHolds = pgTable('custody_holds', {
  id: text().primaryKey(),
  projectId: text('project_id').notNull(),
  /** Null: everybody of the project. */
  userId: text('user_id'),
  heldAt: instant('held_at').notNull(),
  releasedAt: instant('released_at'),
})
