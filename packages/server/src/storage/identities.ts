import { IDENTITY_LIMIT } from '@latchkey/wire/custody/identities'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { StoredFarewell } from './endings.ts'
import { isTaken } from './isTaken.ts'
import type { StoredUser } from './login.ts'
import { loginIdentities, loginUsers } from './loginTables.ts'
import type { Queryable } from './storage.ts'

export type StoredIdentity = typeof loginIdentities.$inferSelect

/** Who somebody is in a project, whatever they are called. */
export type IdentityName = Pick<StoredIdentity, 'projectId' | 'issuer' | 'subject'>

/** Somebody by one of their logins. `linked`: the one that was linked later; null: their first. */
export type FoundUser = StoredUser & { readonly linked: StoredIdentity | null }

const isNamed = ({ projectId, issuer, subject }: IdentityName) =>
  and(
    eq(loginIdentities.projectId, projectId),
    eq(loginIdentities.issuer, issuer),
    eq(loginIdentities.subject, subject),
  )

/** The user of an identity, their first or one that was linked. */
export async function findUser(storage: Queryable, name: IdentityName): Promise<FoundUser | undefined> {
  const [found] = await storage.database
    .select({ user: loginUsers, identity: loginIdentities })
    .from(loginIdentities)
    .innerJoin(loginUsers, eq(loginUsers.id, loginIdentities.userId))
    .where(isNamed(name))
  if (found === undefined) return undefined
  const { user, identity } = found
  return { ...user, linked: isFirst(user, identity) ? null : identity }
}

/** The user of an identity, made where there is none; of two at once one is made. */
export async function keepUser(
  storage: Queryable,
  user: Omit<StoredUser, 'deleteAt' | 'deleteUndoHash'>,
): Promise<FoundUser> {
  const { id, projectId, issuer, subject, contact, provider, userName, createdAt } = user
  // A user without an identity was made by a gateway of the version before, which ran on while the tables were changed.
  await storage.database.execute(sql`
    with kept as (
      insert into login_identities (project_id, issuer, subject, user_id, linked_at)
      values (${projectId}::text, ${issuer}::text, ${subject}::text, coalesce((
        select held.id from login_users as held where held.project_id = ${projectId}::text
          and held.issuer = ${issuer}::text and held.subject = ${subject}::text), ${id}::text), ${at(createdAt)})
      on conflict do nothing returning user_id)
    insert into login_users (id, project_id, issuer, subject, contact, provider, user_name, created_at)
    select user_id, ${projectId}::text, ${issuer}::text, ${subject}::text, ${contact}::text, ${provider}::text,
      ${userName}::text, ${at(createdAt)} from kept where user_id = ${id}::text`)
  return (await findUser(storage, user)) ?? { ...user, deleteAt: null, deleteUndoHash: null, linked: null }
}

/** Every identity of a user, the first one first. */
export async function listIdentitiesOf(storage: Queryable, user: StoredUser): Promise<readonly StoredIdentity[]> {
  const found = await storage.database
    .select()
    .from(loginIdentities)
    .where(eq(loginIdentities.userId, user.id))
    .orderBy(asc(loginIdentities.linkedAt))
  return found
    .map((identity) => {
      const { contact, provider, userName } = user
      return isFirst(user, identity) ? { ...identity, contact, provider, userName } : identity
    })
    .sort((one, other) => Number(isFirst(user, other)) - Number(isFirst(user, one)))
}

/** What was proven for a link: taken with it, or not at all. */
export type LinkProof = { readonly kind: 'code' | 'social'; readonly idHash: string }

/**
 * Links an identity to a user and ends what proved it, all or nothing. `taken`: it is somebody's already, of many at once too. `over`: the
 * proof was used, or the user leaves or has as many as may be.
 */
export async function linkIdentity(
  storage: Queryable,
  parameters: { identity: StoredIdentity; proof: LinkProof; now: number },
): Promise<'done' | 'over' | 'taken'> {
  const { identity, proof, now } = parameters
  const { projectId, issuer, subject, userId, contact, provider, userName, linkedAt } = identity
  const take =
    proof.kind === 'code'
      ? sql`delete from login_challenges where id_hash = ${proof.idHash}::text and expires_at > ${at(now)} returning id_hash`
      : sql`delete from login_socials where id_hash = ${proof.idHash}::text and step = 'ready' and is_link
          and expires_at > ${at(now)} returning id_hash`
  try {
    const linked = await storage.database.execute(sql`
      with taken as (${take}),
      linked as (
        insert into login_identities (project_id, issuer, subject, user_id, contact, provider, user_name, linked_at)
        select ${projectId}::text, ${issuer}::text, ${subject}::text, login_users.id, ${contact}::text, ${provider}::text,
          ${userName}::text, ${at(linkedAt)}
        from taken, login_users
        where login_users.id = ${userId}::text and login_users.delete_at is null and ${IDENTITY_LIMIT}::integer > (
          select count(*) from login_identities as held where held.user_id = login_users.id)
        returning user_id)
      select (select count(*) from linked)::integer as linked`)
    return rowsOf(linked)[0]?.linked === 1 ? 'done' : 'over'
  } catch (error) {
    if (isTaken(error)) return 'taken'
    throw error
  }
}

/** What a service calls somebody now by a linked identity. The first address stays: whoever changes theirs there gets no mail elsewhere. */
export async function renameIdentity(
  storage: Queryable,
  identity: IdentityName & Pick<StoredIdentity, 'contact' | 'userName'>,
): Promise<void> {
  const { contact, userName } = identity
  await storage.database
    .update(loginIdentities)
    .set({ userName, contact: sql`coalesce(${loginIdentities.contact}, ${contact}::text)` })
    .where(isNamed(identity))
}

/**
 * Takes a linked identity from its user, ends the sessions that came by it, and notes what the vault must be told, all at once. False: it
 * is the user's no more.
 */
export async function unlinkIdentity(
  storage: Queryable,
  parameters: { identity: StoredIdentity; farewell: StoredFarewell },
): Promise<boolean> {
  const { identity, farewell } = parameters
  const { projectId, issuer, subject, userId } = identity
  // Its sessions go with it, by their foreign key: so does one that is opened meanwhile.
  const gone = await storage.database.execute(sql`
    with gone as (
      delete from login_identities where project_id = ${projectId}::text and issuer = ${issuer}::text
        and subject = ${subject}::text and user_id = ${userId}::text
        and not exists (
          select 1 from login_users where login_users.id = login_identities.user_id
            and login_users.issuer = login_identities.issuer and login_users.subject = login_identities.subject)
      returning user_id),
    noted as (
      insert into custody_farewells (id, claims)
      select ${farewell.id}::text, ${farewell.claims}::text from gone returning id)
    select (select count(*) from noted)::integer as noted`)
  return rowsOf(gone)[0]?.noted === 1
}

/** Whether it is the identity with which a user began. */
export function isFirst(
  user: Pick<StoredUser, 'issuer' | 'subject'>,
  identity: Pick<StoredIdentity, 'issuer' | 'subject'>,
): boolean {
  return user.issuer === identity.issuer && user.subject === identity.subject
}

function rowsOf(result: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(result) ? result : (result as { rows: Readonly<Record<string, unknown>>[] }).rows
}

function at(ms: number): SQL {
  return sql`${new Date(ms).toISOString()}::timestamptz`
}
