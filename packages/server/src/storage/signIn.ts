import { and, eq, getTableColumns, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Queryable } from './storage.ts'
import { signInNonces, signInSessions } from './tables.ts'

/**
 * A nonce that was handed out. `origin` is null until a page says who it is. Only the hash of the token is kept. Times are ms
 * since 1970.
 */
export type StoredNonce = {
  readonly tokenHash: string
  readonly nonce: string
  readonly projectId: string
  readonly origin: string | null
  readonly expiresAt: number
}

/** An open session. `account` is the address in the form that is compared, `address` the one that is shown. */
export type StoredSession = {
  readonly tokenHash: string
  readonly projectId: string
  readonly origin: string
  readonly networkId: string
  readonly account: string
  readonly address: string
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  readonly issuedAt: number
  readonly expiresAt: number
}

/** Keeps a nonce, and drops those and the sessions that have run out at `now`. */
export async function addNonce(storage: Queryable, nonce: StoredNonce, now: number): Promise<void> {
  await storage.database.delete(signInNonces).where(lte(signInNonces.expiresAt, now))
  await storage.database.delete(signInSessions).where(lte(signInSessions.expiresAt, now))
  await storage.database.insert(signInNonces).values({ ...nonce, failures: 0 })
}

/** The nonce that goes with a token, or null when there is none or it has run out at `now`. */
export async function findNonce(storage: Queryable, tokenHash: string, now: number): Promise<StoredNonce | null> {
  const [found] = await storage.database
    .select()
    .from(signInNonces)
    .where(and(eq(signInNonces.tokenHash, tokenHash), gt(signInNonces.expiresAt, now)))
  if (found === undefined) return null
  const { failures: _failures, ...nonce } = found
  return nonce
}

/** Notes one more failed try of a nonce, and ends it at the `most`th: `addNonce` drops it with what has run out. */
export async function countNonceFailure(storage: Queryable, tokenHash: string, most: number): Promise<void> {
  const { failures, expiresAt } = signInNonces
  await storage.database
    .update(signInNonces)
    .set({
      failures: sql`${failures} + 1`,
      expiresAt: sql`case when ${failures} + 1 >= ${most}::integer then to_timestamp(0) else ${expiresAt} end`,
    })
    .where(eq(signInNonces.tokenHash, tokenHash))
}

/**
 * Takes a nonce and opens a session in its place, both or neither. False when somebody else took the nonce first. One
 * statement, because what serves may use no transaction: see `migrate.ts`.
 */
export async function openSession(
  storage: Queryable,
  parameters: { nonceTokenHash: string; session: StoredSession },
): Promise<boolean> {
  const { database } = storage
  const { session } = parameters
  const deleting = database.delete(signInNonces).where(eq(signInNonces.tokenHash, parameters.nonceTokenHash))
  const taken = database.$with('taken').as(deleting.returning({ nonce: signInNonces.nonce }))
  const columns = getTableColumns(signInSessions)
  const keys = Object.keys(columns) as (keyof StoredSession)[]
  const values = keys.map((key) => sql.param(session[key], columns[key]))
  const opened = await database
    .with(taken)
    .insert(signInSessions)
    .select(sql`select ${sql.join(values, sql`, `)} from ${taken}`)
    .returning({ tokenHash: signInSessions.tokenHash })
  return opened.length > 0
}

/** The sessions of these tokens that hold at `now`, newest first. */
export async function findSessions(
  storage: Queryable,
  tokenHashes: readonly string[],
  now: number,
): Promise<readonly StoredSession[]> {
  if (tokenHashes.length === 0) return []
  const found = await storage.database
    .select()
    .from(signInSessions)
    .where(and(inArray(signInSessions.tokenHash, [...tokenHashes]), gt(signInSessions.expiresAt, now)))
  return found.sort((one, other) => other.issuedAt - one.issuedAt)
}

/** Ends sessions for good. */
export async function removeSessions(storage: Queryable, tokenHashes: readonly string[]): Promise<void> {
  if (tokenHashes.length === 0) return
  await storage.database.delete(signInSessions).where(inArray(signInSessions.tokenHash, [...tokenHashes]))
}
