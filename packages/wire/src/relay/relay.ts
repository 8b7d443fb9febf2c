/**
 * What travels between a client and the relay: JSON-RPC 2.0, one object a text frame. Source: the MIT-licensed
 * WalletConnect v2 specification (Relay, RPC methods), corrected by what running clients do. Fields that only feed a
 * vendor's statistics are let through and never read.
 */
import * as v from 'valibot'

/** Most topics or receipts in one batch call. Source: WalletConnect specification, Relay RPC. */
export const RELAY_BATCH_LIMIT = 500

/** Lifetime in seconds of what `wc_proposeSession` and `wc_approveSession` publish when they name none. */
export const RELAY_SESSION_TTL_SECONDS = 300

/** A topic: 32 bytes as 64 hex digits, lower case. */
export const relayTopic = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'expected 64 hex digits, lower case'))

/** An envelope's text. It is never read; only that it is plain printable text is asked of it. */
export const relayMessage = v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/, 'expected an envelope in base64'))

const ttl = v.pipe(
  v.number(),
  v.check((seconds) => seconds > 0 && Number.isFinite(seconds), 'expected seconds'),
)
const attestation = v.optional(
  v.nullable(v.pipe(v.string(), v.maxLength(8192), v.regex(/^[\x21-\x7e]*$/, 'expected a JWT'))),
)
const subscriptionId = v.pipe(v.string(), v.maxLength(128))

const publish = v.object({
  topic: relayTopic,
  message: relayMessage,
  ttl,
  /** Kind of the peer message inside, see `SIGN_METHODS`. */
  tag: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_647)), 0),
  prompt: v.optional(v.nullable(v.boolean())),
  attestation,
})

/** Parameters of every call that a client makes. Unknown fields are let through. */
export const relayParams = {
  irn_publish: publish,
  irn_batchPublish: v.object({ messages: v.pipe(v.array(publish), v.minLength(1), v.maxLength(RELAY_BATCH_LIMIT)) }),
  irn_subscribe: v.object({ topic: relayTopic }),
  irn_batchSubscribe: v.object({ topics: v.pipe(v.array(relayTopic), v.maxLength(RELAY_BATCH_LIMIT)) }),
  irn_unsubscribe: v.object({ topic: relayTopic, id: v.optional(subscriptionId) }),
  irn_batchUnsubscribe: v.object({
    subscriptions: v.pipe(
      v.array(v.object({ topic: relayTopic, id: v.optional(subscriptionId) })),
      v.maxLength(RELAY_BATCH_LIMIT),
    ),
  }),
  irn_fetchMessages: v.object({ topic: relayTopic }),
  irn_batchFetchMessages: v.object({ topics: v.pipe(v.array(relayTopic), v.maxLength(RELAY_BATCH_LIMIT)) }),
  irn_batchReceive: v.object({
    receipts: v.pipe(
      /** `messageId` is the SHA-256 of the envelope's text, in hex. */
      v.array(v.object({ topic: relayTopic, messageId: relayTopic })),
      v.maxLength(RELAY_BATCH_LIMIT),
    ),
  }),
  wc_proposeSession: v.object({
    pairingTopic: relayTopic,
    sessionProposal: relayMessage,
    ttl: v.optional(ttl, RELAY_SESSION_TTL_SECONDS),
    attestation,
  }),
  wc_approveSession: v.object({
    sessionTopic: relayTopic,
    pairingTopic: relayTopic,
    sessionProposalResponse: relayMessage,
    sessionSettlementRequest: relayMessage,
    ttl: v.optional(ttl, RELAY_SESSION_TTL_SECONDS),
  }),
} as const

/** Name of a call that a client makes. */
export type RelayMethod = keyof typeof relayParams

/** What the relay hands over in `irn_subscription`; the client answers `true`. */
export type RelayDelivery = {
  /** The subscription's id: SHA-256 of topic and client id, in hex. */
  readonly id: string
  readonly data: {
    readonly topic: string
    readonly message: string
    /** Relay time, ms since 1970. */
    readonly publishedAt: number
    readonly tag: number
    /** The publisher's, or `''` when it sent none, so that a wallet need not look one up. */
    readonly attestation: string
    /** The relay's own, see `relayAttestationClaims`. Absent where the publisher's socket named no origin. */
    readonly relayAttestation?: string | undefined
  }
}

/**
 * Claims of a `relayAttestation`: a compact JWS, ES256, header `{"alg":"ES256","typ":"JWT"}`, signed by the relay.
 * It says which `Origin` the socket named that published the message. A browser cannot lie about that; a program that is
 * no browser can write any. So another origin than the peer's metadata names is proof against it, the same origin is a
 * sign for it and no more.
 */
export const relayAttestationClaims = v.object({
  /** SHA-256 of the envelope's text, in hex. */
  id: relayTopic,
  /** The `Origin` header of the publisher's socket. */
  origin: v.string(),
  /** Whether the origin stands on the list of the project that the socket named. */
  isVerified: v.boolean(),
  /** Seconds since 1970. */
  iat: v.number(),
  exp: v.number(),
})

/** Claims of the relay's own attestation. */
export type RelayAttestationClaims = v.InferOutput<typeof relayAttestationClaims>

/** What `GET {relay}/public-key` answers: the P-256 key that `relayAttestation` is checked with, as a JWK (RFC 7517). */
export const relayPublicKey = v.object({
  publicKey: v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string() }),
  /** When to ask again, seconds since 1970. */
  expiresAt: v.number(),
})

/** The relay's public key as it is published. */
export type RelayPublicKey = v.InferOutput<typeof relayPublicKey>

/** Why the relay closes a socket. Source: RFC 6455, section 7.4. */
export const RELAY_CLOSE_CODES = {
  /** Refused; the reason is one of `RELAY_CLOSE_REASONS`. A client stops trying until it is needed. */
  refused: 3000,
  goingAway: 1001,
  /** Not a text frame. */
  unsupported: 1003,
  tooLarge: 1009,
  tooMany: 1013,
  /** Connected without use. */
  stale: 4008,
  /** Connect again; another process, or a reader that kept up, will do better. */
  rebalancing: 4010,
} as const

/** How the reasons for close code 3000 begin. Clients look for these words. */
export const RELAY_CLOSE_REASONS = {
  tokenMissing: 'JWT validation error: JWT Token is missing',
  tokenInvalid: 'JWT validation error: JWT Token is invalid',
  tokenNotYetValid: 'JWT validation error: JWT Token is not yet valid',
  tokenExpired: 'JWT validation error: JWT Token is expired',
  audienceInvalid: 'JWT validation error: Invalid audience',
  projectMissing: 'Project ID is missing',
  keyInvalid: 'Unauthorized: invalid key',
  originNotAllowed: 'Unauthorized: origin not allowed',
} as const

/** Codes of the relay's error answers. Source: JSON-RPC 2.0, section 5.1; EIP-1474 for the last two. */
export const RELAY_ERROR_CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** A call that this relay does not offer. */
  notOffered: -32004,
  /** Too many messages, topics or bytes: of this client, on this topic, or altogether. */
  limitExceeded: -32005,
} as const
