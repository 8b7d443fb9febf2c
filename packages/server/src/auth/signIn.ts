import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../ports.ts'
import {
  addNonce,
  countNonceFailure,
  findNonce,
  findSessions,
  openSession,
  removeSessions,
  type StoredSession,
} from '../storage/signIn.ts'
import type { Storage } from '../storage/storage.ts'
import { accountKey, showAddress } from './checkMessage.ts'
import { createNonce } from './createNonce.ts'
import type { AskNode } from './signatureClaim.ts'
import { refuseSignIn, type SignInRefusal } from './signInRefusal.ts'
import { verifySignIn } from './verifySignIn.ts'

/** How long a nonce is good, in ms. Source: SEC-114. */
export const NONCE_LIFETIME_MS = 10 * 60_000

/** How many failed tries a nonce survives, less one. Source: SEC-114. */
export const NONCE_TRIES = 5

/** Most sessions that one request may carry. */
const SESSION_LIMIT = 32

/** Sign-in for the pages of projects: nonces that are taken once, and sessions that end when they are ended. */
export type SignIn = {
  /** A nonce for one page of a project. Without the page's origin, the first sign-in with it says whose it is. */
  readonly createNonce: (page: {
    projectId: string
    origin: string | undefined
  }) => Promise<{ nonce: string; token: string }>
  /** Checks everything, takes the nonce last and opens a session. */
  readonly authenticate: (request: {
    projectId: string
    origin: string
    nonceToken: string
    message: string
    signature: string
  }) => Promise<{ readonly ok: true; readonly token: string; readonly session: StoredSession } | SignInRefusal>
  /** Sessions of these tokens that hold now, for this project and page, newest first. */
  readonly findSessions: (request: SessionRequest) => Promise<readonly StoredSession[]>
  /** Ends those of them that belong to the account, or all. Tells which were ended. */
  readonly endSessions: (request: SessionRequest & { account: string | undefined }) => Promise<readonly StoredSession[]>
}

/** Whose sessions: tokens as they came, the project, and the page where it is known. */
export type SessionRequest = {
  readonly tokens: readonly string[]
  readonly projectId: string
  readonly origin: string | undefined
}

/** Makes sign-in over a storage. Sources: SEC-113 to SEC-116. */
export function createSignIn(parameters: {
  storage: Storage
  clock: Clock
  /** CAIP-2 ids of the networks that accounts may sign in on. */
  networkIds: readonly string[]
  askNode: AskNode
}): SignIn {
  const { storage, clock, networkIds, askNode } = parameters

  async function find({ tokens, projectId, origin }: SessionRequest): Promise<readonly StoredSession[]> {
    const hashes = tokens.slice(0, SESSION_LIMIT).map(hashToken)
    const found = await findSessions(storage, hashes, clock.now())
    return found.filter(
      (session) => session.projectId === projectId && (origin === undefined || session.origin === origin),
    )
  }

  return {
    async createNonce({ projectId, origin }) {
      const now = clock.now()
      const token = createToken()
      const nonce = createNonce()
      const expiresAt = now + NONCE_LIFETIME_MS
      await addNonce(storage, { tokenHash: hashToken(token), nonce, projectId, origin: origin ?? null, expiresAt }, now)
      return { nonce, token }
    },

    async authenticate({ projectId, origin, nonceToken, message, signature }) {
      const now = clock.now()
      const nonceTokenHash = hashToken(nonceToken)
      const given = await findNonce(storage, nonceTokenHash, now)
      const isTheirs = given?.projectId === projectId && (given.origin === null || given.origin === origin)
      if (given === null || !isTheirs) return refuseNonce()

      const verdict = await verifySignIn({ message, signature, origin, nonce: given.nonce, networkIds, askNode, now })
      if (!verdict.ok) {
        // An outage says nothing about the visitor, so it costs no try.
        if (verdict.code !== 'UPSTREAM_UNAVAILABLE') await countNonceFailure(storage, nonceTokenHash, NONCE_TRIES)
        return verdict
      }
      const { networkId, address, domain, uri, nonce, expirationTime } = verdict.fields
      const token = createToken()
      const session: StoredSession = {
        tokenHash: hashToken(token),
        projectId,
        origin,
        networkId,
        account: accountKey(networkId, address),
        address: showAddress(networkId, address),
        domain,
        uri,
        nonce,
        issuedAt: now,
        expiresAt: Date.parse(expirationTime ?? ''),
      }
      return (await openSession(storage, { nonceTokenHash, session })) ? { ok: true, token, session } : refuseNonce()
    },

    findSessions: find,

    async endSessions({ account, ...request }) {
      const ended = (await find(request)).filter((session) => account === undefined || isOfAccount(session, account))
      await removeSessions(
        storage,
        ended.map(({ tokenHash }) => tokenHash),
      )
      return ended
    },
  }
}

/** Whether a session is of an account in CAIP-10, on whichever network of its namespace. */
export function isOfAccount(session: StoredSession, account: string): boolean {
  const [namespace = '', reference = '', address = ''] = account.split(':')
  return (
    session.networkId.startsWith(`${namespace}:`) &&
    session.account === accountKey(`${namespace}:${reference}`, address)
  )
}

function refuseNonce(): SignInRefusal {
  return refuseSignIn('SIGN_IN_NONCE_REFUSED', 'nonce', 'The nonce was used, has run out, or is not for this page.')
}

/** 256 random bits. */
function createToken(): string {
  return randomBytes(32).toString('base64url')
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
