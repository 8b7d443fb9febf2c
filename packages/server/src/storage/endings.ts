import { and, asc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { StoredUser } from './login.ts'
import { custodyFarewells, custodyHolds, loginEmailChanges, loginUsers } from './loginTables.ts'
import type { Queryable } from './storage.ts'
import { RECOVERY, type StoredWallet } from './wallets.ts'

/** What the vault is told of once the gateway has destroyed something; `claims` is JSON. */
export type StoredFarewell = typeof custodyFarewells.$inferSelect

/** Marks a user for deletion and ends every session, at once. False: it is marked already. */
export async function markForDeletion(
  storage: Queryable,
  parameters: { userId: string; deleteAt: number; undoHash: string },
): Promise<boolean> {
  const { userId, deleteAt, undoHash } = parameters
  const marked = await storage.database.execute(sql`
    with marked as (
      update login_users set delete_at = ${at(deleteAt)}, delete_undo_hash = ${undoHash}::text
      where id = ${userId}::text and delete_at is null returning id),
    ended as (delete from login_sessions using marked where login_sessions.user_id = marked.id returning login_sessions.id)
    select (select count(*) from marked)::integer as marked, (select count(*) from ended)::integer as ended`)
  return rowsOf(marked)[0]?.marked === 1
}

/** Whose deletion a link takes back, while it does. */
export async function findDeletion(storage: Queryable, undoHash: string, now: number): Promise<string | undefined> {
  const [found] = await storage.database
    .select({ id: loginUsers.id })
    .from(loginUsers)
    .where(and(eq(loginUsers.deleteUndoHash, undoHash), gt(loginUsers.deleteAt, now)))
  return found?.id
}

/** Takes a deletion back. Gives the user; undefined: somebody else did, or the time is up. */
export async function undoDeletion(storage: Queryable, undoHash: string, now: number): Promise<string | undefined> {
  const [back] = await storage.database
    .update(loginUsers)
    .set({ deleteAt: null, deleteUndoHash: null })
    .where(and(eq(loginUsers.deleteUndoHash, undoHash), gt(loginUsers.deleteAt, now)))
    .returning({ id: loginUsers.id })
  return back?.id
}

/** Users whose time is up. */
export async function listDueUsers(storage: Queryable, now: number): Promise<readonly StoredUser[]> {
  return storage.database
    .select()
    .from(loginUsers)
    .where(lte(loginUsers.deleteAt, now))
    .orderBy(asc(loginUsers.deleteAt))
    .limit(200)
}

/** Who a user was before addresses changed, as far as it is remembered. */
export async function listFormerSubjects(storage: Queryable, userId: string): Promise<readonly string[]> {
  const found = await storage.database
    .select({ subject: loginEmailChanges.fromSubject })
    .from(loginEmailChanges)
    .where(eq(loginEmailChanges.userId, userId))
  return found.map(({ subject }) => subject)
}

/** Deletes a user with everything that hangs on it, and notes what the vault must be told, both or neither. False: it was taken back. */
export async function deleteUser(
  storage: Queryable,
  parameters: { userId: string; now: number; farewell: StoredFarewell },
): Promise<boolean> {
  const { userId, now, farewell } = parameters
  const gone = await storage.database.execute(sql`
    with gone as (
      delete from login_users where id = ${userId}::text and delete_at <= ${at(now)} returning id),
    noted as (
      insert into custody_farewells (id, claims)
      select ${farewell.id}::text, ${farewell.claims}::text from gone returning id)
    select (select count(*) from noted)::integer as noted`)
  return rowsOf(gone)[0]?.noted === 1
}

/** Forgets a recovery pair and notes what the vault must be told, both or neither. False: the pairs have moved on. */
export async function dropRecovery(
  storage: Queryable,
  parameters: { wallet: Pick<StoredWallet, 'id' | 'version'>; farewell: StoredFarewell },
): Promise<boolean> {
  const { wallet, farewell } = parameters
  const dropped = await storage.database.execute(sql`
    with strict as (
      update wallets set custody = 'strict'
      where id = ${wallet.id}::text and version = ${wallet.version}::integer and custody = 'recoverable' returning id),
    gone as (
      delete from wallet_shares using strict where wallet_id = strict.id and holder = ${RECOVERY} returning holder),
    noted as (
      insert into custody_farewells (id, claims)
      select ${farewell.id}::text, ${farewell.claims}::text from strict returning id)
    select (select count(*) from noted)::integer as noted, (select count(*) from gone)::integer as gone`)
  return rowsOf(dropped)[0]?.noted === 1
}

/** What the vault has still to be told. */
export async function listFarewells(storage: Queryable): Promise<readonly StoredFarewell[]> {
  return storage.database.select().from(custodyFarewells).limit(200)
}

/** The vault knows. */
export async function dropFarewell(storage: Queryable, id: string): Promise<void> {
  await storage.database.delete(custodyFarewells).where(eq(custodyFarewells.id, id))
}

/** Whether the operator holds back what belongs to a user, or to its whole project. */
export async function isHeld(storage: Queryable, owner: { projectId: string; userId: string }): Promise<boolean> {
  const found = await storage.database
    .select({ id: custodyHolds.id })
    .from(custodyHolds)
    .where(
      and(
        eq(custodyHolds.projectId, owner.projectId),
        isNull(custodyHolds.releasedAt),
        or(isNull(custodyHolds.userId), eq(custodyHolds.userId, owner.userId)),
      ),
    )
    .limit(1)
  return found.length > 0
}

/** Holds back what belongs to a user, or to a whole project (null). False: it is held back already. */
export async function addHold(
  storage: Queryable,
  hold: { id: string; projectId: string; userId: string | null; heldAt: number },
): Promise<boolean> {
  const { id, projectId, userId, heldAt } = hold
  const added = await storage.database.execute(sql`
    insert into custody_holds (id, project_id, user_id, held_at)
    select ${id}::text, ${projectId}::text, ${userId}::text, ${at(heldAt)}
    where not exists (
      select 1 from custody_holds where project_id = ${projectId}::text and released_at is null
        and user_id is not distinct from ${userId}::text)
    returning id`)
  return rowsOf(added).length > 0
}

/** Ends that. False: nothing of the kind is held back. */
export async function releaseHold(
  storage: Queryable,
  hold: { projectId: string; userId: string | null; releasedAt: number },
): Promise<boolean> {
  const { projectId, userId, releasedAt } = hold
  const released = await storage.database.execute(sql`
    update custody_holds set released_at = ${at(releasedAt)}
    where project_id = ${projectId}::text and released_at is null and user_id is not distinct from ${userId}::text
    returning id`)
  return rowsOf(released).length > 0
}

function rowsOf(result: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(result) ? result : (result as { rows: Readonly<Record<string, unknown>>[] }).rows
}

function at(ms: number): SQL {
  return sql`${new Date(ms).toISOString()}::timestamptz`
}
