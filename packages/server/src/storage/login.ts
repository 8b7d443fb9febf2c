import { and, asc, desc, eq, gt, lte, ne, type SQL, sql } from 'drizzle-orm'
import {
  custodyKeys,
  farcasterChannels,
  loginAudit,
  loginChallenges,
  loginDevices,
  loginLimits,
  loginLinks,
  loginSessions,
  loginSocials,
  loginUsers,
  usedOnce,
} from './loginTables.ts'
import type { Queryable } from './storage.ts'

/** Something sealed, as it is kept. */
export type StoredRecord = { readonly keyId: string; readonly wrapped: string; readonly box: string }

export type StoredUser = typeof loginUsers.$inferSelect
export type StoredDevice = typeof loginDevices.$inferSelect
export type StoredChallenge = typeof loginChallenges.$inferSelect
export type StoredLoginSession = typeof loginSessions.$inferSelect
export type StoredAuditEntry = typeof loginAudit.$inferSelect

/** At most `most` times in `ms`. */
type Window = { readonly most: number; readonly ms: number }

/** Gives what is kept under the name, or keeps this. */
export async function keepCustodyKey(storage: Queryable, name: string, fresh: StoredRecord): Promise<StoredRecord> {
  await storage.database
    .insert(custodyKeys)
    .values({ name, ...fresh })
    .onConflictDoNothing()
  const [kept] = await storage.database.select().from(custodyKeys).where(eq(custodyKeys.name, name))
  return kept ?? fresh
}

/** True for the first who uses this. */
export async function useOnce(storage: Queryable, id: string, expiresAt: number): Promise<boolean> {
  const made = await storage.database.insert(usedOnce).values({ id, expiresAt }).onConflictDoNothing().returning()
  return made.length > 0
}

/**
 * Notes that something happens now if its limits admit it. Undefined: it may; otherwise when it happened before. One statement on
 * one row, so that of many at once none is overlooked (SEC-121).
 */
export async function noteTime(
  storage: Queryable,
  parameters: { key: string; windows: readonly Window[]; now: number },
): Promise<readonly number[] | undefined> {
  const { key, windows, now } = parameters
  const longest = Math.max(...windows.map(({ ms }) => ms))
  const since = (ms: number): SQL => sql`each > ${now - ms}::bigint`
  const admitted = windows.map(
    ({ most, ms }) => sql`(select count(*) from unnest(held.times) as each where ${since(ms)}) < ${most}::integer`,
  )
  const noted = await storage.database.execute(sql`
    insert into login_limits as held (key, times, expires_at)
    values (${key}::text, array[${now}::bigint], ${at(now + longest)})
    on conflict (key) do update set
      times = array_append(array(select each from unnest(held.times) as each where ${since(longest)}), ${now}::bigint),
      expires_at = excluded.expires_at
    where ${sql.join(admitted, sql` and `)}
    returning key`)
  if (rowsOf(noted).length > 0) return undefined
  const [held] = rowsOf(
    await storage.database.execute(
      sql`select array_to_string(times, ',') as times from login_limits where key = ${key}::text`,
    ),
  )
  return String(held?.times ?? '')
    .split(',')
    .filter((each) => each !== '')
    .map(Number)
}

/** Drops what is over at `now`. */
export async function dropLoginRemains(storage: Queryable, now: number): Promise<void> {
  const { database } = storage
  await database.delete(usedOnce).where(lte(usedOnce.expiresAt, now))
  await database.delete(loginLimits).where(lte(loginLimits.expiresAt, now))
  await database.delete(farcasterChannels).where(lte(farcasterChannels.expiresAt, now))
  await database.delete(loginSocials).where(lte(loginSocials.expiresAt, now))
  await database.delete(loginChallenges).where(lte(loginChallenges.expiresAt, now))
  await database.delete(loginSessions).where(lte(loginSessions.renewUntil, now))
  await database.delete(loginLinks).where(lte(loginLinks.expiresAt, now))
}

export async function readUser(storage: Queryable, id: string): Promise<StoredUser | undefined> {
  const [found] = await storage.database.select().from(loginUsers).where(eq(loginUsers.id, id))
  return found
}

/** Whether a user let this device in. */
export async function isDeviceOf(storage: Queryable, userId: string, thumbprint: string): Promise<boolean> {
  const found = await storage.database
    .select({ userId: loginDevices.userId })
    .from(loginDevices)
    .where(and(eq(loginDevices.userId, userId), eq(loginDevices.thumbprint, thumbprint)))
  return found.length > 0
}

/** Adds a device. True where it was none before. */
export async function keepDevice(storage: Queryable, device: StoredDevice): Promise<boolean> {
  const added = await storage.database.insert(loginDevices).values(device).onConflictDoNothing().returning()
  return added.length > 0
}

export async function listDevicesOf(storage: Queryable, userId: string): Promise<readonly StoredDevice[]> {
  return storage.database
    .select()
    .from(loginDevices)
    .where(eq(loginDevices.userId, userId))
    .orderBy(asc(loginDevices.createdAt))
}

export async function addChallenge(storage: Queryable, challenge: StoredChallenge): Promise<void> {
  await storage.database.insert(loginChallenges).values(challenge)
}

/** A challenge that holds at `now`. */
export async function findChallenge(
  storage: Queryable,
  idHash: string,
  now: number,
): Promise<StoredChallenge | undefined> {
  const [found] = await storage.database
    .select()
    .from(loginChallenges)
    .where(and(eq(loginChallenges.idHash, idHash), gt(loginChallenges.expiresAt, now)))
  return found
}

/** Gives a challenge a code, with tries of its own and a life from now. */
export async function setChallengeCode(
  storage: Queryable,
  parameters: { idHash: string; codeHash: string; expiresAt: number },
): Promise<void> {
  const { idHash, codeHash, expiresAt } = parameters
  const fresh = { codeHash, expiresAt, tries: 0 }
  await storage.database.update(loginChallenges).set(fresh).where(eq(loginChallenges.idHash, idHash))
}

/** Counts a try and gives the challenge with it, whoever tries. Each of many at once has its own number (SEC-57, SEC-121). */
export async function countTry(storage: Queryable, idHash: string, now: number): Promise<StoredChallenge | undefined> {
  const [found] = await storage.database
    .update(loginChallenges)
    .set({ tries: sql`${loginChallenges.tries} + 1` })
    .where(and(eq(loginChallenges.idHash, idHash), gt(loginChallenges.expiresAt, now)))
    .returning()
  return found
}

/** Ends a challenge. True for the one who did. */
export async function takeChallenge(storage: Queryable, idHash: string): Promise<boolean> {
  const taken = await storage.database.delete(loginChallenges).where(eq(loginChallenges.idHash, idHash)).returning()
  return taken.length > 0
}

export async function addLoginSession(storage: Queryable, session: StoredLoginSession): Promise<void> {
  await storage.database.insert(loginSessions).values(session)
}

/** The session of a token, whatever its times. */
export async function findLoginSession(storage: Queryable, tokenHash: string): Promise<StoredLoginSession | undefined> {
  const [found] = await storage.database
    .select()
    .from(loginSessions)
    .where(sql`${loginSessions.tokenHash} = ${tokenHash} or ${loginSessions.formerHash} = ${tokenHash}`)
  return found
}

/** The user of a session. */
export async function findSessionOwner(storage: Queryable, id: string): Promise<string | undefined> {
  const [found] = await storage.database
    .select({ userId: loginSessions.userId })
    .from(loginSessions)
    .where(eq(loginSessions.id, id))
  return found?.userId
}

/** Puts a token in place of `from`, which becomes the former one. False when another renewal was first. */
export async function renewLoginSession(
  storage: Queryable,
  parameters: Pick<StoredLoginSession, 'id' | 'tokenHash' | 'renewedAt' | 'accessUntil' | 'renewUntil'> & {
    from: string
    formerHash: string
  },
): Promise<boolean> {
  const { id, from, ...next } = parameters
  const renewed = await storage.database
    .update(loginSessions)
    .set(next)
    .where(and(eq(loginSessions.id, id), eq(loginSessions.tokenHash, from)))
    .returning({ id: loginSessions.id })
  return renewed.length > 0
}

export async function setStepUp(
  storage: Queryable,
  parameters: { sessionId: string; reason: string; until: number },
): Promise<void> {
  await storage.database
    .update(loginSessions)
    .set({ stepUpReason: parameters.reason, stepUpUntil: parameters.until })
    .where(eq(loginSessions.id, parameters.sessionId))
}

export async function listLoginSessions(
  storage: Queryable,
  userId: string,
  now: number,
): Promise<readonly StoredLoginSession[]> {
  return storage.database
    .select()
    .from(loginSessions)
    .where(and(eq(loginSessions.userId, userId), gt(loginSessions.renewUntil, now)))
    .orderBy(desc(loginSessions.createdAt))
}

/** Ends a session of this user. */
export async function removeLoginSession(storage: Queryable, userId: string, id: string): Promise<boolean> {
  const removed = await storage.database
    .delete(loginSessions)
    .where(and(eq(loginSessions.userId, userId), eq(loginSessions.id, id)))
    .returning({ id: loginSessions.id })
  return removed.length > 0
}

/** Ends every session of a user but one. */
export async function removeOtherSessions(storage: Queryable, userId: string, id: string): Promise<void> {
  await storage.database.delete(loginSessions).where(and(eq(loginSessions.userId, userId), ne(loginSessions.id, id)))
}

/** The newest entries, newest first. */
export async function readAuditEntries(
  storage: Queryable,
  userId: string,
  limit: number,
): Promise<readonly StoredAuditEntry[]> {
  return storage.database
    .select()
    .from(loginAudit)
    .where(eq(loginAudit.userId, userId))
    .orderBy(desc(loginAudit.number))
    .limit(limit)
}

/** Adds an entry behind the one that it names; false when another one stands there. */
export async function addAuditEntry(storage: Queryable, entry: StoredAuditEntry): Promise<boolean> {
  const added = await storage.database
    .insert(loginAudit)
    .values(entry)
    .onConflictDoNothing()
    .returning({ number: loginAudit.number })
  return added.length > 0
}

/** Drops entries that are older than the operator keeps them. */
export async function dropOldAudit(storage: Queryable, before: number): Promise<void> {
  await storage.database.delete(loginAudit).where(lte(loginAudit.at, before))
}

export async function addLink(storage: Queryable, link: typeof loginLinks.$inferSelect): Promise<void> {
  await storage.database.insert(loginLinks).values(link)
}

/** Whose link it is, while it holds. */
export async function findLink(storage: Queryable, idHash: string, now: number): Promise<string | undefined> {
  const [found] = await storage.database
    .select()
    .from(loginLinks)
    .where(and(eq(loginLinks.idHash, idHash), gt(loginLinks.expiresAt, now)))
  return found?.userId
}

/** Rows of a statement that drizzle has no words for: PGlite gives them in an object, the driver of PostgreSQL as a list. */
function rowsOf(result: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(result) ? result : (result as { rows: Readonly<Record<string, unknown>>[] }).rows
}

function at(ms: number): SQL {
  return sql`${new Date(ms).toISOString()}::timestamptz`
}
