import { randomUUID } from 'node:crypto'
import { CustodyRefusal } from '../custody/CustodyRefusal.ts'
import type { CallRequest } from '../custody/serveCall.ts'
import { createToken, hashToken } from '../custody/tokens.ts'
import type { Clock } from '../ports.ts'
import type { StoredIdentity } from '../storage/identities.ts'
import { isOrphaned } from '../storage/isTaken.ts'
import { addLoginSession, findLoginSession, renewLoginSession, type StoredLoginSession } from '../storage/login.ts'
import type { Queryable } from '../storage/storage.ts'
import { over } from './challenges.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** How long a token may be used, how long an unused session may be renewed, and how long one lasts at most, in ms. Source: SEC-73. */
export const ACCESS_MS = 15 * MINUTE_MS
export const IDLE_MS = 7 * DAY_MS
export const ABSOLUTE_MS = 30 * DAY_MS

/** How long the former token still renews: for an answer that was lost. */
const LOST_ANSWER_MS = MINUTE_MS

/** How long a fresh code counts. Source: SEC-77. */
export const STEP_UP_MS = 5 * MINUTE_MS

/** How long ago the code of the login may have been typed for what needs a fresh login. Source: SEC-12. */
export const FRESH_LOGIN_MS = 5 * MINUTE_MS

/** Where a request comes from: its project and page, both checked. */
export type Page = { readonly projectId: string; readonly host: string }

/** A session with the token that its holder uses. */
export type OpenSession = { readonly session: StoredLoginSession; readonly token: string }

export type Sessions = {
  /** `linked`: the identity that it came by, where that is not the user's first. Throws `CustodyRefusal`: it was unlinked meanwhile. */
  open(
    parameters: Page & {
      userId: string
      thumbprint: string
      device: string
      linked: Pick<StoredIdentity, 'issuer' | 'subject'> | null
    },
  ): Promise<OpenSession>
  /** The session of a request. Throws `CustodyRefusal` SESSION_REFUSED: of another device, page or project it is none. */
  find(request: CallRequest<unknown>, page: Page): Promise<StoredLoginSession>
  renew(request: CallRequest<unknown>, page: Page): Promise<OpenSession>
}

export function createSessions(parameters: { storage: Queryable; clock: Clock }): Sessions {
  const { storage, clock } = parameters

  async function look(request: CallRequest<unknown>, page: Page): Promise<StoredLoginSession> {
    const found = await findLoginSession(storage, hashToken(request.token ?? ''))
    const isTheirs =
      found !== undefined &&
      found.projectId === page.projectId &&
      found.host === page.host &&
      found.thumbprint === request.thumbprint
    if (!isTheirs) throw refuse()
    return found
  }

  return {
    async open({ projectId, host, userId, thumbprint, device, linked }) {
      const now = clock.now()
      const token = createToken()
      const session: StoredLoginSession = {
        id: randomUUID(),
        tokenHash: hashToken(token),
        formerHash: null,
        userId,
        projectId,
        thumbprint,
        host,
        device,
        createdAt: now,
        renewedAt: now,
        accessUntil: now + ACCESS_MS,
        renewUntil: now + IDLE_MS,
        endsAt: now + ABSOLUTE_MS,
        stepUpReason: null,
        stepUpUntil: null,
        linkedIssuer: linked?.issuer ?? null,
        linkedSubject: linked?.subject ?? null,
      }
      try {
        await addLoginSession(storage, session)
      } catch (error) {
        if (isOrphaned(error)) throw over()
        throw error
      }
      return { session, token }
    },

    async find(request, page) {
      const session = await look(request, page)
      if (session.tokenHash !== hashToken(request.token ?? '') || session.accessUntil <= clock.now()) throw refuse()
      return session
    },

    async renew(request, page) {
      const now = clock.now()
      const session = await look(request, page)
      const given = hashToken(request.token ?? '')
      const isFormer = session.tokenHash !== given
      if (session.renewUntil <= now || (isFormer && now - session.renewedAt > LOST_ANSWER_MS)) throw refuse()
      const token = createToken()
      const next = {
        tokenHash: hashToken(token),
        formerHash: given,
        renewedAt: now,
        accessUntil: Math.min(now + ACCESS_MS, session.endsAt),
        renewUntil: Math.min(now + IDLE_MS, session.endsAt),
      }
      const isDone = await renewLoginSession(storage, { id: session.id, from: session.tokenHash, ...next })
      if (!isDone) throw refuse()
      return { session: { ...session, ...next }, token }
    },
  }
}

/** Throws `CustodyRefusal` STEP_UP_NEEDED where no fresh code was typed for this. Source: SEC-77. */
export function requireStepUp(session: StoredLoginSession, reason: string, now: number): void {
  const isFresh = session.stepUpReason === reason && (session.stepUpUntil ?? 0) > now
  if (!isFresh) throw new CustodyRefusal('STEP_UP_NEEDED', 'A fresh code is needed first.', { facts: { reason } })
}

function refuse(): CustodyRefusal {
  return new CustodyRefusal('SESSION_REFUSED', 'There is no such session for this device and page.')
}
