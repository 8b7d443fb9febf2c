/**
 * Sign-in with a wallet: a nonce, one signed message, a session, its end. Source: frame, section 13.6; SEC-113, SEC-114.
 *
 * The session travels twice: as `token` for a page that keeps it in memory (`Authorization: Bearer`), and as a cookie of the
 * gateway that no script can read and that outlives a reload. `x-nonce-jwt: Bearer <token>` ties an answer to who asked.
 */
import * as v from 'valibot'
import { defineEndpoint, definePost, type EndpointAnswer } from '../endpoint.ts'
import { accountId, networkId } from '../schema.ts'
import { SIGN_IN_TEXT_LIMIT } from '../signIn/signInMessage.ts'

const text = (most: number) => v.pipe(v.string(), v.maxLength(most, `expected at most ${most} characters`))

/** A nonce for one message of this page, good for 10 minutes and one sign-in; `token` must come back with it. */
export const getNonce = defineEndpoint({
  name: 'getNonce',
  path: '/auth/v1/nonce',
  input: v.object({}),
  answer: v.object({ nonce: v.pipe(v.string(), v.minLength(8)), token: v.pipe(v.string(), v.minLength(1)) }),
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
