import { and, desc, eq, gt, lte } from 'drizzle-orm'
import { walletPermissions } from './loginTables.ts'
import type { Queryable } from './storage.ts'

export type StoredPermission = typeof walletPermissions.$inferSelect

/** Keeps one; the same again changes nothing. */
export async function addPermission(storage: Queryable, permission: StoredPermission): Promise<void> {
  await storage.database.insert(walletPermissions).values(permission).onConflictDoNothing()
}

/** Those of a wallet that are not over at a moment (ms since 1970), newest first. */
export async function listLivePermissions(
  storage: Queryable,
  walletId: string,
  now: number,
): Promise<readonly StoredPermission[]> {
  return storage.database
    .select()
    .from(walletPermissions)
    .where(and(eq(walletPermissions.walletId, walletId), gt(walletPermissions.validUntil, Math.floor(now / 1000))))
    .orderBy(desc(walletPermissions.createdAt), desc(walletPermissions.hash))
}

/** Forgets one. False: there was none. */
export async function dropPermission(storage: Queryable, walletId: string, hash: string): Promise<boolean> {
  const dropped = await storage.database
    .delete(walletPermissions)
    .where(and(eq(walletPermissions.walletId, walletId), eq(walletPermissions.hash, hash)))
    .returning({ hash: walletPermissions.hash })
  return dropped.length > 0
}

/** Forgets all that are over at a moment (ms since 1970). */
export async function dropEndedPermissions(storage: Queryable, now: number): Promise<void> {
  await storage.database.delete(walletPermissions).where(lte(walletPermissions.validUntil, Math.floor(now / 1000)))
}
