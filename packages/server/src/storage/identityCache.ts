import { and, eq, gt, lte } from 'drizzle-orm'
import type { Queryable } from './storage.ts'
import { identityCache } from './tables.ts'

/** What an address was found to be called. Null means looked up and not there. Times are ms since 1970. */
export type CachedIdentity = {
  readonly address: string
  readonly name: string | null
  readonly avatar: string | null
  readonly resolvedAt: number
  readonly expiresAt: number
}

/** The identity kept for what was asked, which is what the column of addresses holds, or null when none is kept or it has run out at `now`. */
export async function findIdentity(
  storage: Queryable,
  parameters: { address: string; now: number },
): Promise<CachedIdentity | null> {
  const [found] = await storage.database
    .select()
    .from(identityCache)
    .where(and(eq(identityCache.address, parameters.address), gt(identityCache.expiresAt, parameters.now)))
  return found ?? null
}

/** Keeps an identity, in place of an older one for the same. */
export async function saveIdentity(storage: Queryable, identity: CachedIdentity): Promise<void> {
  const { address, ...rest } = identity
  await storage.database
    .insert(identityCache)
    .values({ address, ...rest })
    .onConflictDoUpdate({ target: identityCache.address, set: rest })
}

/** Drops what has run out at `now` and says how many entries that were. */
export async function dropExpiredIdentities(storage: Queryable, now: number): Promise<number> {
  const dropped = await storage.database
    .delete(identityCache)
    .where(lte(identityCache.expiresAt, now))
    .returning({ address: identityCache.address })
  return dropped.length
}
