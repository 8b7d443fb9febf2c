import { and, asc, eq, lt, or, sql } from 'drizzle-orm'
import { walletPasskeys, walletShares, wallets } from './loginTables.ts'
import type { Queryable } from './storage.ts'
import type { StoredPasskey, StoredShare } from './wallets.ts'

/** How the holders of their shares begin. */
export const PASSKEY_HOLDER = 'passkey.'

/** Keeps a passkey with the gateway's half of its pair, both or neither. False: it is there already, or the wallet is gone. */
export async function addPasskey(
  storage: Queryable,
  parameters: { passkey: StoredPasskey; share: StoredShare },
): Promise<boolean> {
  const { passkey, share } = parameters
  const { walletId, holder, credentialId, salt, wrapped, host, device, createdAt, publicKey } = passkey
  // The row of the passkey stands on that of the share, which one statement does not see yet; a check at its end does.
  const added = await storage.database.execute(sql`
    with half as (
      insert into wallet_shares (wallet_id, holder, version, key_id, wrapped, box)
      select id, ${holder}::text, ${share.version}::integer, ${share.keyId}::text, ${share.wrapped}::text, ${share.box}::text
      from wallets where id = ${walletId}::text
      on conflict do nothing returning wallet_id),
    kept as (
      insert into wallet_passkeys (wallet_id, holder, credential_id, salt, wrapped, host, device, created_at, public_key)
      select half.wallet_id, ${holder}::text, ${credentialId}::text, ${salt}::text, ${wrapped}::text, ${host}::text,
        ${device}::text, ${new Date(createdAt).toISOString()}::timestamptz, ${publicKey}::text
      from half returning wallet_id)
    select (select count(*) from kept)::integer as kept`)
  return Number(rowsOf(added)[0]?.kept ?? 0) === 1
}

export async function listPasskeys(storage: Queryable, walletId: string): Promise<readonly StoredPasskey[]> {
  return storage.database
    .select()
    .from(walletPasskeys)
    .where(eq(walletPasskeys.walletId, walletId))
    .orderBy(asc(walletPasskeys.createdAt), asc(walletPasskeys.holder))
}

/** Forgets a passkey with the gateway's half: without it the other one is noise. False: there was none. */
export async function dropPasskey(storage: Queryable, walletId: string, holder: string): Promise<boolean> {
  const dropped = await storage.database
    .delete(walletShares)
    .where(and(eq(walletShares.walletId, walletId), eq(walletShares.holder, holder)))
    .returning({ holder: walletShares.holder })
  return dropped.length > 0
}

/** Takes the counter of a passkey that was used. False: it does not go on from the last one, as that of a copy does not. */
export async function advancePasskey(
  storage: Queryable,
  { walletId, holder, count }: { walletId: string; holder: string; count: number },
): Promise<boolean> {
  const isNext = or(
    lt(walletPasskeys.signCount, count),
    and(eq(walletPasskeys.signCount, 0), sql`${count}::bigint = 0`),
  )
  const taken = await storage.database
    .update(walletPasskeys)
    .set({ signCount: count })
    .where(and(eq(walletPasskeys.walletId, walletId), eq(walletPasskeys.holder, holder), isNext))
    .returning({ holder: walletPasskeys.holder })
  return taken.length > 0
}

/** Notes whether a login on a new device needs a passkey as well. */
export async function markSecondFactor(storage: Queryable, walletId: string, isOn: boolean): Promise<void> {
  await storage.database.update(wallets).set({ secondFactor: isOn }).where(eq(wallets.id, walletId))
}

/** Notes that the owner took a backup file. */
export async function setBackup(storage: Queryable, walletId: string, backupAt: number): Promise<void> {
  await storage.database.update(wallets).set({ backupAt }).where(eq(wallets.id, walletId))
}

function rowsOf(result: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(result) ? result : (result as { rows: Readonly<Record<string, unknown>>[] }).rows
}
