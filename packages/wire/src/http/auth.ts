/**
 * Sign-in with a wallet: a nonce, one signed message, a session, its end. Source: SEC-113, SEC-114.
 *
 * The session travels twice: as `token` for a page that keeps it in memory (`Authorization: Bearer`), and as a cookie of the
 * gateway that no script can read and that outlives a reload. `x-nonce-jwt: Bearer <token>` ties an answer to who asked.
 */
import * as v from 'valibot'
import { defineEndpoint, defineOperation, definePost, type EndpointAnswer } from '../endpoint.ts'
import { accountId, networkId } from '../schema.ts'
import { SIGN_IN_TEXT_LIMIT } from '../signIn/signInMessage.ts'

const text = (most: number) => v.pipe(v.string(), v.maxLength(most, `expected at most ${most} characters`))

const SESSION_COOKIE = {
  'Set-Cookie': '`__Host-latchkey-<16 hex>`: HttpOnly, Secure, SameSite=None, Partitioned; one for each account',
}

/** A nonce for one message of this page, good for 10 minutes and one sign-in; `token` must come back with it. */
export const getNonce = defineEndpoint({
  name: 'getNonce',
  path: '/auth/v1/nonce',
  input: v.object({}),
  answer: v.object({ nonce: v.pipe(v.string(), v.minLength(8)), token: v.pipe(v.string(), v.minLength(1)) }),
})

/** How `getNonce` is served. */
export const getNonceOperation = /* @__PURE__ */ defineOperation(getNonce, {
  tag: 'sign-in',
  summary: 'A nonce for one message, good for 10 minutes',
  holds: 'The nonce',
  credentials: true,
})

/** Checks a signed message and opens a session. `data`, where it is sent, must say what the message says. */
export const authenticate = definePost({
  name: 'authenticate',
  path: '/auth/v1/authenticate',
  input: v.object({}),
  body: v.object({
    data: v.optional(v.record(v.string(), v.unknown())),
    message: text(SIGN_IN_TEXT_LIMIT),
    /** As the namespace writes it: hex, base58 or base64. ERC-6492 signatures carry the making of their account. */
    signature: text(40_000),
    clientId: v.optional(v.nullable(text(256))),
    walletInfo: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  }),
  answer: v.object({ token: v.pipe(v.string(), v.minLength(1)) }),
})

/** How `authenticate` is served. */
export const authenticateOperation = /* @__PURE__ */ defineOperation(authenticate, {
  tag: 'sign-in',
  summary: 'Checks a signed message and opens a session',
  holds: 'The token of the session, for a page that keeps it in memory',
  codes: [
    'SIGN_IN_MESSAGE_INVALID',
    'SIGN_IN_TIME_WRONG',
    'SIGN_IN_NONCE_REFUSED',
    'CHAIN_UNSUPPORTED',
    'SIGNATURE_REFUSED',
    'SIGN_IN_SITE_WRONG',
    'UPSTREAM_UNAVAILABLE',
  ],
  credentials: true,
  requestHeaders: [
    {
      name: 'x-nonce-jwt',
      description: 'The token that came with the nonce',
      pattern: '^[Bb]earer [\\w-]{16,128}$',
    },
    { name: 'Origin', description: 'The page that asks; browsers send it by themselves' },
  ],
  answerHeaders: SESSION_COOKIE,
})

/** Who is signed in: of several sessions the one of `account`, on its own network before others of its namespace. */
export const getSignedIn = defineEndpoint({
  name: 'getSignedIn',
  path: '/auth/v1/me',
  input: v.object({ account: v.optional(accountId) }),
  answer: v.object({
    /** The project that the session is for. */
    aud: v.string(),
    iss: v.string(),
    /** Seconds since 1970. */
    iat: v.number(),
    exp: v.number(),
    projectIdKey: v.string(),
    /** CAIP-10. */
    sub: accountId,
    address: v.string(),
    /** The reference of the network: `1` of `eip155:1`; a number on eip155. */
    chainId: v.union([v.number(), v.string()]),
    chainNamespace: v.string(),
    caip2Network: networkId,
    uri: v.string(),
    domain: v.string(),
    nonce: v.string(),
  }),
})

/** How `getSignedIn` is served. */
export const getSignedInOperation = /* @__PURE__ */ defineOperation(getSignedIn, {
  tag: 'sign-in',
  summary: 'Who is signed in; of several sessions the one of `account`',
  holds: 'The account of the session',
  codes: ['SESSION_REFUSED'],
  credentials: true,
  session: 'needed',
})

/** An answer of `getSignedIn`. */
export type SignedInAccount = EndpointAnswer<typeof getSignedIn>

/** Ends sessions for good: of one account, or every session that the request carries. */
export const signOut = definePost({
  name: 'signOut',
  path: '/auth/v1/sign-out',
  input: v.object({}),
  body: v.object({ account: v.optional(accountId) }),
  answer: v.object({}),
})

/** How `signOut` is served. */
export const signOutOperation = /* @__PURE__ */ defineOperation(signOut, {
  tag: 'sign-in',
  summary: 'Ends the session of one account, or every session that the request carries',
  holds: 'They are ended; also when there was none',
  credentials: true,
  session: 'optional',
  answerHeaders: SESSION_COOKIE,
})
