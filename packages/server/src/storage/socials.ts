import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { StoredUser } from './login.ts'
import { loginSocials, loginUsers } from './loginTables.ts'
import type { Queryable } from './storage.ts'

export type StoredSocial = typeof loginSocials.$inferSelect

/** Whose login it is. */
type Holder = Pick<StoredSocial, 'projectId' | 'host' | 'thumbprint'>

/** What came of it. */
export type SocialOutcome = Pick<StoredSocial, 'step'> &
  Partial<
    Pick<StoredSocial, 'failure' | 'issuer' | 'subject' | 'contact' | 'userName' | 'idToken' | 'ticketHash' | 'readyAt'>
  >

export async function addSocial(storage: Queryable, social: StoredSocial): Promise<void> {
  await storage.database.insert(loginSocials).values(social)
}

const isNamed = (idHash: string) => or(eq(loginSocials.idHash, idHash), eq(loginSocials.claimedHash, idHash))

const isOf = ({ projectId, host, thumbprint }: Holder) =>
  and(eq(loginSocials.projectId, projectId), eq(loginSocials.host, host), eq(loginSocials.thumbprint, thumbprint))

/** A login that holds at `now`, of this device, page and project alone. */
export async function findSocial(
  storage: Queryable,
  idHash: string,
  holder: Holder,
  now: number,
): Promise<StoredSocial | undefined> {
  const [found] = await storage.database
    .select()
    .from(loginSocials)
    .where(and(isNamed(idHash), isOf(holder), gt(loginSocials.expiresAt, now)))
  return found
}

/** One by the state that went to the provider. */
export async function findSocialByState(
  storage: Queryable,
  stateHash: string,
  now: number,
): Promise<StoredSocial | undefined> {
  const [found] = await storage.database
    .select()
    .from(loginSocials)
    .where(and(eq(loginSocials.stateHash, stateHash), gt(loginSocials.expiresAt, now)))
  return found
}

/** Moves a login on from one of these steps. Undefined where it is at none of them: of many at once one moves it (SEC-121). */
export async function moveSocial(
  storage: Queryable,
  parameters: {
    stateHash: string
    provider: string
    from: readonly StoredSocial['step'][]
    to: StoredSocial['step']
    now: number
  },
): Promise<StoredSocial | undefined> {
  const { stateHash, provider, from, to, now } = parameters
  const [moved] = await storage.database
    .update(loginSocials)
    .set({ step: to })
    .where(
      and(
        eq(loginSocials.stateHash, stateHash),
        eq(loginSocials.provider, provider),
        inArray(loginSocials.step, [...from]),
        gt(loginSocials.expiresAt, now),
      ),
    )
    .returning()
  return moved
}

/** Keeps what came of it. */
export async function settleSocial(storage: Queryable, stateHash: string, outcome: SocialOutcome): Promise<void> {
  await storage.database.update(loginSocials).set(outcome).where(eq(loginSocials.stateHash, stateHash))
}

/** Takes a ticket, once: from then on the login is named by `claimedHash` too. Source: SEC-69. */
export async function takeTicket(
  storage: Queryable,
  parameters: { ticketHash: string; claimedHash: string; holder: Holder; readyAfter: number },
): Promise<StoredSocial | undefined> {
  const { ticketHash, claimedHash, holder, readyAfter } = parameters
  const [taken] = await storage.database
    .update(loginSocials)
    .set({ ticketHash: null, claimedHash })
    .where(and(eq(loginSocials.ticketHash, ticketHash), isOf(holder), gt(loginSocials.readyAt, readyAfter)))
    .returning()
  return taken
}

/** Ends a login. True for the one who did. */
export async function takeSocial(storage: Queryable, idHash: string): Promise<boolean> {
  const taken = await storage.database
    .delete(loginSocials)
    .where(and(isNamed(idHash), eq(loginSocials.step, 'ready')))
    .returning({ idHash: loginSocials.idHash })
  return taken.length > 0
}

/** What a provider says of somebody now. The first address stays: whoever changes theirs there gets no mail elsewhere. */
export async function renameUser(
  storage: Queryable,
  user: Pick<StoredUser, 'id' | 'contact' | 'userName'>,
): Promise<void> {
  const { id, contact, userName } = user
  await storage.database
    .update(loginUsers)
    .set({ userName, contact: sql`coalesce(${loginUsers.contact}, ${contact}::text)` })
    .where(eq(loginUsers.id, id))
}
