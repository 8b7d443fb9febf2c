import { VERSION_STEP } from '@latchkey/wire/custody/call'
import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { StoredRecord } from './login.ts'
import { custodyKeys, type walletPasskeys, walletShares, wallets } from './loginTables.ts'
import type { Queryable } from './storage.ts'

export type StoredWallet = typeof wallets.$inferSelect
export type StoredShare = typeof walletShares.$inferSelect
export type StoredPasskey = typeof walletPasskeys.$inferSelect

/** Who holds the gateway's half of the recovery pair. */
export const RECOVERY = 'recovery'

/**
 * Makes a wallet with its first shares, and with the passkey that one of them belongs to, all or nothing; of two at once for one user, one. False: the user has a wallet, or the id
 * is taken. One statement, because what serves may use no transaction: see `migrate.ts`.
 */
export async function addWallet(
  storage: Queryable,
  parameters: {
    wallet: StoredWallet
    shares: readonly Omit<StoredShare, 'walletId'>[]
    passkey?: StoredPasskey | undefined
  },
): Promise<boolean> {
  const { wallet, shares, passkey } = parameters
  const rows = shares.map(
    ({ holder, version, keyId, wrapped, box }) =>
      sql`(${holder}::text, ${version}::integer, ${keyId}::text, ${wrapped}::text, ${box}::text)`,
  )
  const made = await storage.database.execute(sql`
    with made as (
      insert into wallets (id, user_id, project_id, addresses, commitment, salt, version, created_at, custody, backup_at)
      values (${wallet.id}::text, ${wallet.userId}::text, ${wallet.projectId}::text, ${wallet.addresses}::text,
        ${wallet.commitment}::text, ${wallet.salt}::text, ${wallet.version}::integer, ${at(wallet.createdAt)},
        ${wallet.custody}::text, ${wallet.backupAt === null ? null : at(wallet.backupAt)})
      on conflict do nothing returning id),
    kept as (
      insert into wallet_shares (wallet_id, holder, version, key_id, wrapped, box)
      select made.id, given.holder, given.version, given.key_id, given.wrapped, given.box
      from made, (values ${sql.join(rows, sql`, `)}) as given (holder, version, key_id, wrapped, box)
      returning wallet_id, holder)${passkey ? withPasskey(passkey) : sql``}
    select (select count(*) from kept)::integer as kept`)
  return count(made, 'kept') === shares.length
}

/** The passkey whose half is among those that are kept in the same statement. */
function withPasskey(passkey: StoredPasskey): SQL {
  const { holder, credentialId, salt, wrapped, host, device, createdAt, publicKey } = passkey
  return sql`,
    own as (
      insert into wallet_passkeys (wallet_id, holder, credential_id, salt, wrapped, host, device, created_at, public_key)
      select kept.wallet_id, ${holder}::text, ${credentialId}::text, ${salt}::text, ${wrapped}::text, ${host}::text,
        ${device}::text, ${at(createdAt)}, ${publicKey}::text
      from kept where kept.holder = ${holder}::text returning wallet_id)`
}

export async function countWallets(storage: Queryable): Promise<number> {
  return storage.database.$count(wallets)
}

export async function findWalletOf(storage: Queryable, userId: string): Promise<StoredWallet | undefined> {
  const [found] = await storage.database.select().from(wallets).where(eq(wallets.userId, userId))
  return found
}

/** The share of a holder. */
export async function findShare(
  storage: Queryable,
  walletId: string,
  holder: string,
): Promise<StoredShare | undefined> {
  const [found] = await storage.database
    .select()
    .from(walletShares)
    .where(and(eq(walletShares.walletId, walletId), eq(walletShares.holder, holder)))
  return found
}

/** Holders of shares of a wallet. */
export async function listHolders(storage: Queryable, walletId: string): Promise<ReadonlySet<string>> {
  const found = await storage.database
    .select({ holder: walletShares.holder })
    .from(walletShares)
    .where(eq(walletShares.walletId, walletId))
  return new Set(found.map(({ holder }) => holder))
}

/** Keeps the share of a device, in place of one that it had. False where the device was removed meanwhile. */
export async function putDeviceShare(storage: Queryable, userId: string, share: StoredShare): Promise<boolean> {
  const { walletId, holder, version, keyId, wrapped, box } = share
  const put = await storage.database.execute(sql`
    with put as (
      insert into wallet_shares (wallet_id, holder, version, key_id, wrapped, box)
      select ${walletId}::text, thumbprint, ${version}::integer, ${keyId}::text, ${wrapped}::text, ${box}::text
      from login_devices where user_id = ${userId}::text and thumbprint = ${holder}::text
      on conflict (wallet_id, holder) do update set version = excluded.version, key_id = excluded.key_id,
        wrapped = excluded.wrapped, box = excluded.box
      returning holder)
    select (select count(*) from put)::integer as put`)
  return count(put, 'put') === 1
}

/** Puts the next share of the recovery pair in place and counts the wallet's version up, both or neither. False: somebody else did. */
export async function replaceRecoveryShare(storage: Queryable, share: StoredShare): Promise<boolean> {
  const { walletId, version, keyId, wrapped, box } = share
  const done = await storage.database.execute(sql`
    with moved as (
      update wallets set version = ${version}::integer, custody = 'recoverable'
      where id = ${walletId}::text and version between ${version - VERSION_STEP}::integer and ${version - 1}::integer returning id),
    put as (
      insert into wallet_shares (wallet_id, holder, version, key_id, wrapped, box)
      select moved.id, ${RECOVERY}, ${version}::integer, ${keyId}::text, ${wrapped}::text, ${box}::text from moved
      on conflict (wallet_id, holder) do update set version = excluded.version, key_id = excluded.key_id,
        wrapped = excluded.wrapped, box = excluded.box
      returning holder)
    select (select count(*) from put)::integer as put`)
  return count(done, 'put') === 1
}

/** Removes a device with its share and its sessions, all at once (SEC-09). False: there was none. */
export async function removeDevice(storage: Queryable, userId: string, thumbprint: string): Promise<boolean> {
  const removed = await storage.database.execute(sql`
    with gone as (
      delete from login_devices where user_id = ${userId}::text and thumbprint = ${thumbprint}::text returning thumbprint),
    ended as (
      delete from login_sessions where user_id = ${userId}::text and thumbprint = ${thumbprint}::text returning id),
    noise as (
      delete from wallet_shares using wallets
      where wallets.id = wallet_shares.wallet_id and wallets.user_id = ${userId}::text and holder = ${thumbprint}::text
      returning holder)
    select ((select count(*) from gone) + (select count(*) from ended) + (select count(*) from noise))::integer as removed`)
  return count(removed, 'removed') > 0
}

/** Freezes the wallet of a user (`at`), or thaws it (null). False: there is none. */
export async function setFrozen(storage: Queryable, userId: string, frozenAt: number | null): Promise<boolean> {
  const changed = await storage.database
    .update(wallets)
    .set({ frozenAt })
    .where(eq(wallets.userId, userId))
    .returning({ id: wallets.id })
  return changed.length > 0
}

/** Shares that are not under this master key, with the project of each. */
export async function findSharesUnderOthers(
  storage: Queryable,
  keyId: string,
  limit: number,
): Promise<readonly (StoredShare & { readonly projectId: string })[]> {
  const found = await storage.database
    .select({ share: walletShares, projectId: wallets.projectId })
    .from(walletShares)
    .innerJoin(wallets, eq(wallets.id, walletShares.walletId))
    .where(ne(walletShares.keyId, keyId))
    .limit(limit)
  return found.map(({ share, projectId }) => ({ ...share, projectId }))
}

/** Puts a share under another master key, unless it was changed meanwhile. */
export async function saveRewrapped(storage: Queryable, former: StoredShare, record: StoredRecord): Promise<void> {
  await storage.database
    .update(walletShares)
    .set({ keyId: record.keyId, wrapped: record.wrapped })
    .where(
      and(
        eq(walletShares.walletId, former.walletId),
        eq(walletShares.holder, former.holder),
        eq(walletShares.wrapped, former.wrapped),
      ),
    )
}

/** The gateway's own keys that are not under this master key. */
export async function findKeysUnderOthers(
  storage: Queryable,
  keyId: string,
): Promise<readonly (StoredRecord & { readonly name: string })[]> {
  return storage.database.select().from(custodyKeys).where(ne(custodyKeys.keyId, keyId))
}

/** Puts one of them under another master key. */
export async function saveRewrappedKey(storage: Queryable, name: string, record: StoredRecord): Promise<void> {
  const { keyId, wrapped } = record
  await storage.database.update(custodyKeys).set({ keyId, wrapped }).where(eq(custodyKeys.name, name))
}

function count(result: unknown, name: string): number {
  const rows = Array.isArray(result) ? result : (result as { rows: Record<string, unknown>[] }).rows
  return Number(rows[0]?.[name] ?? 0)
}

function at(ms: number): SQL {
  return sql`${new Date(ms).toISOString()}::timestamptz`
}
