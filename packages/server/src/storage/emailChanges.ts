import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { isTaken } from './isTaken.ts'
import { loginEmailChanges } from './loginTables.ts'
import type { Queryable } from './storage.ts'

export type StoredEmailChange = typeof loginEmailChanges.$inferSelect

/**
 * Gives a user another address and ends the challenge whose code was for it, all or nothing. `over`: the challenge or the former address
 * is no more what it was. `taken`: the address is another user's, or was until lately.
 */
export async function changeEmail(
  storage: Queryable,
  parameters: { idHash: string; contact: string; change: StoredEmailChange },
): Promise<'done' | 'over' | 'taken'> {
  const { idHash, contact, change } = parameters
  const { userId, projectId, fromSubject, toSubject, doneAt } = change
  if (await isReserved(storage, { projectId, subject: toSubject }, doneAt, userId)) return 'taken'
  try {
    const changed = await storage.database.execute(sql`
      with taken as (
        delete from login_challenges where id_hash = ${idHash}::text and expires_at > ${at(doneAt)} returning id_hash),
      changed as (
        update login_users set subject = ${toSubject}::text, contact = ${contact}::text from taken
        where id = ${userId}::text and subject = ${fromSubject}::text returning id),
      moved as (
        update login_identities set subject = ${toSubject}::text from changed
        where project_id = ${projectId}::text and issuer = 'email' and login_identities.subject = ${fromSubject}::text
          and user_id = changed.id returning user_id),
      kept as (
        insert into login_email_changes
          (id, user_id, project_id, from_subject, from_contact, to_subject, done_at, undo_until, undo_hash)
        select ${change.id}::text, changed.id, ${projectId}::text, ${fromSubject}::text, ${change.fromContact}::text,
          ${toSubject}::text, ${at(doneAt)}, ${at(change.undoUntil)}, ${change.undoHash}::text
        from changed returning id)
      select (select count(*) from kept)::integer as kept, (select count(*) from moved)::integer as moved`)
    return rowsOf(changed)[0]?.kept === 1 ? 'done' : 'over'
  } catch (error) {
    if (isTaken(error)) return 'taken'
    throw error
  }
}

/** A change that was not taken back. */
export async function findEmailChange(storage: Queryable, id: string): Promise<StoredEmailChange | undefined> {
  const [found] = await storage.database
    .select()
    .from(loginEmailChanges)
    .where(and(eq(loginEmailChanges.id, id), eq(loginEmailChanges.isUndone, false)))
  return found
}

/** The last change of a user that was not taken back. */
export async function lastEmailChange(storage: Queryable, userId: string): Promise<StoredEmailChange | undefined> {
  const [found] = await storage.database
    .select()
    .from(loginEmailChanges)
    .where(and(eq(loginEmailChanges.userId, userId), eq(loginEmailChanges.isUndone, false)))
    .orderBy(desc(loginEmailChanges.doneAt))
    .limit(1)
  return found
}

/** Whether an address was given up so lately that it may come back to whoever had it, and that is somebody else. */
export async function isReserved(
  storage: Queryable,
  identity: { projectId: string; subject: string },
  now: number,
  userId: string,
): Promise<boolean> {
  const found = await storage.database
    .select({ id: loginEmailChanges.id })
    .from(loginEmailChanges)
    .where(
      and(
        eq(loginEmailChanges.projectId, identity.projectId),
        eq(loginEmailChanges.fromSubject, identity.subject),
        eq(loginEmailChanges.isUndone, false),
        gt(loginEmailChanges.undoUntil, now),
        sql`${loginEmailChanges.userId} <> ${userId}`,
      ),
    )
  return found.length > 0
}

/** Whether a link would take something back. */
export async function findUndo(storage: Queryable, undoHash: string, now: number): Promise<boolean> {
  const found = await storage.database
    .select({ id: loginEmailChanges.id })
    .from(loginEmailChanges)
    .where(
      and(
        eq(loginEmailChanges.undoHash, undoHash),
        eq(loginEmailChanges.isUndone, false),
        gt(loginEmailChanges.undoUntil, now),
      ),
    )
  return found.length > 0
}

/**
 * Takes a change back, freezes the wallet and ends every session, all at once. Gives the user; undefined: somebody else did, or the time
 * is up.
 */
export async function undoEmailChange(storage: Queryable, undoHash: string, now: number): Promise<string | undefined> {
  // A login that was under way while the address was given up may have left a user there, who was never let in.
  await storage.database.execute(sql`
    delete from login_users as stray using login_email_changes as change
    where change.undo_hash = ${undoHash}::text and stray.project_id = change.project_id
      and stray.issuer = 'email' and stray.subject = change.from_subject and stray.id <> change.user_id
      and not exists (select 1 from wallets where wallets.user_id = stray.id)`)
  // Likewise a link to another wallet, or to this one, that was under way.
  await storage.database.execute(sql`
    delete from login_identities as stray using login_email_changes as change
    where change.undo_hash = ${undoHash}::text and not change.is_undone and change.undo_until > ${at(now)}
      and stray.project_id = change.project_id and stray.issuer = 'email' and stray.subject = change.from_subject
      and not exists (
        select 1 from login_users where login_users.id = stray.user_id
          and login_users.issuer = stray.issuer and login_users.subject = stray.subject)`)
  const undone = await storage.database.execute(sql`
    with undone as (
      update login_email_changes set is_undone = true
      where undo_hash = ${undoHash}::text and not is_undone and undo_until > ${at(now)}
      returning user_id, from_subject, from_contact),
    back as (
      update login_users set subject = undone.from_subject, contact = undone.from_contact from undone
      where login_users.id = undone.user_id returning login_users.id),
    moved as (
      update login_identities set subject = undone.from_subject from undone, login_users as former
      where former.id = undone.user_id and login_identities.user_id = former.id
        and login_identities.issuer = former.issuer and login_identities.subject = former.subject
      returning login_identities.user_id),
    frozen as (
      update wallets set frozen_at = ${at(now)} from undone where wallets.user_id = undone.user_id returning wallets.id),
    ended as (
      delete from login_sessions using undone where login_sessions.user_id = undone.user_id returning login_sessions.id)
    select id, (select count(*) from moved) + (select count(*) from frozen) + (select count(*) from ended) as more
    from back`)
  const [row] = rowsOf(undone)
  return row === undefined ? undefined : String(row.id)
}

/** Drops changes that nobody follows or takes back any more. */
export async function dropEmailChanges(storage: Queryable, before: number): Promise<void> {
  await storage.database.execute(sql`delete from login_email_changes where done_at <= ${at(before)}`)
}

function rowsOf(result: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(result) ? result : (result as { rows: Readonly<Record<string, unknown>>[] }).rows
}

function at(ms: number): SQL {
  return sql`${new Date(ms).toISOString()}::timestamptz`
}
