/**
 * Calls between the frame of the embedded wallet and its two servers, and what both sides mean by their parts.
 *
 * Every call is a POST of JSON from the frame's origin with `DPoP`, a proof by the device's key (RFC 9449), and
 * `x-latchkey-host`, the origin of the page around the frame as the browser told it. Calls with a session send it as
 * `Authorization: DPoP <token>`.
 */
import * as v from 'valibot'

/** One call. */
export type CustodyCall<Body = unknown, Answer = unknown> = {
  /** For logs and metrics. */
  readonly name: string
  readonly path: string
  readonly body: v.GenericSchema<unknown, Body>
  readonly answer: v.GenericSchema<unknown, Answer>
  /** Whether it needs a session. */
  readonly session: boolean
}

/** What a call takes and answers. */
export type CallBody<C> = C extends CustodyCall<infer Body, infer _Answer> ? Body : never
export type CallAnswer<C> = C extends CustodyCall<infer _Body, infer Answer> ? Answer : never

/* @__NO_SIDE_EFFECTS__ */
export function defineCall<const Body extends v.GenericSchema, const Answer extends v.GenericSchema>(parts: {
  name: string
  path: string
  body: Body
  answer: Answer
  session?: boolean | undefined
}): CustodyCall<v.InferOutput<Body>, v.InferOutput<Answer>> {
  return { ...parts, session: parts.session ?? false } as CustodyCall<v.InferOutput<Body>, v.InferOutput<Answer>>
}

/** Name of the header with the page around the frame. */
export const HOST_HEADER = 'x-latchkey-host'

/** Codes beside those of every gateway call, with their HTTP statuses. The list is closed. */
export const CUSTODY_CODES = {
  /** The text is not one e-mail address. */
  MAIL_ADDRESS_REFUSED: 400,
  /** A first device of an identity without a checked address: an address is wanted. */
  EMAIL_NEEDED: 400,
  /** The person logs in by a provider: there is no address to change. */
  NOT_BY_EMAIL: 400,
  /** The page to return to is not on the project's list. */
  RETURN_NOT_ALLOWED: 400,
  /** This gateway has no such provider of logins. */
  PROVIDER_UNKNOWN: 404,
  /** The code is wrong; `triesLeft` stands among the reasons. */
  CODE_REFUSED: 400,
  /** There is no such challenge for this device and page, or it is over: begin again. */
  CHALLENGE_OVER: 400,
  /** A share that does not open for what it was sent for. */
  SHARE_REFUSED: 400,
  /** The proof by the device's key is missing, old, used, or for something else. */
  PROOF_REFUSED: 401,
  /** There is no session, it is over, or it belongs to another device. */
  SESSION_REFUSED: 401,
  /** The assertion or approval of the other server does not hold here. */
  TOKEN_REFUSED: 401,
  /** The call comes from another page than the frame. */
  ORIGIN_NOT_ALLOWED: 403,
  /** The page around the frame is not on the project's list. */
  HOST_NOT_ALLOWED: 403,
  /** A fresh code is wanted first: `stepUp`. */
  STEP_UP_NEEDED: 403,
  /** The login is too long ago for this. */
  LOGIN_TOO_OLD: 403,
  /** The vault has not let this device in. */
  DEVICE_NOT_APPROVED: 403,
  /** Nothing is handed out for this wallet until it is unfrozen. */
  WALLET_FROZEN: 403,
  /** A wallet that is older may be recovered only after a wait, which has begun: `Retry-After`. */
  RELEASE_WAITS: 403,
  /** The wallet is strict: no server keeps what a recovery needs. */
  WALLET_STRICT: 403,
  /** A login on a new device needs a passkey as well; what it shall sign stands among the reasons. */
  PASSKEY_NEEDED: 403,
  /** What a passkey signed does not hold for this. */
  PASSKEY_REFUSED: 400,
  /** Wallets of the project are strict from the start: a passkey or a backup file is wanted first. */
  OWN_WAY_NEEDED: 403,
  /** Everything of this user is about to be deleted; a link that was mailed takes it back. */
  USER_LEAVES: 403,
  /** There is no such wallet, share or device. */
  WALLET_UNKNOWN: 404,
  /** The user has another wallet already. */
  WALLET_EXISTS: 409,
  /** The e-mail address belongs to another wallet, or did until less than 72 hours ago. */
  EMAIL_TAKEN: 409,
  /** The login opens another wallet, or did lately. */
  IDENTITY_TAKEN: 409,
  /** The vault knows the wallet by this login, which stays. */
  IDENTITY_KEPT: 403,
  /** The wallet has no such login. */
  IDENTITY_UNKNOWN: 404,
  /** The one-time key was used. */
  KEY_USED: 409,
  /** The pairs of the wallet have moved on. */
  VERSION_CONFLICT: 409,
  /** Too often; `Retry-After` says when to come back. */
  TOO_OFTEN: 429,
} as const

/** A code of the closed list. */
export type CustodyCode = keyof typeof CUSTODY_CODES

/** Bytes in base64url without padding, exactly so many. */
/* @__NO_SIDE_EFFECTS__ */
export function bytesOf(count: number) {
  const length = Math.ceil((count * 4) / 3)
  return v.pipe(v.string(), v.regex(new RegExp(`^[\\w-]{${length}}$`), `expected ${count} bytes in base64url`))
}

/** RFC 7638, SHA-256. */
export const thumbprint = bytesOf(32)

export const walletId = bytesOf(16)

/** A next recovery pair may leave out so many numbers: those whose first half alone reached the vault. */
export const VERSION_STEP = 100

/** Number of a pair, from 1. */
export const version = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))

/** A public key on P-256, uncompressed. */
export const publicKey = bytesOf(65)

/** A share that one key opens: HPKE as `binding.ts` has it. */
export const sealedShare = v.object({ encapsulated: publicKey, ciphertext: bytesOf(48) })

/** A share in HPKE on its way to a server, and the server's key that it is for. */
export const uploadedShare = v.object({ ...sealedShare.entries, keyId: v.pipe(v.string(), v.maxLength(64)) })

export type UploadedShare = v.InferOutput<typeof uploadedShare>

/** A signed token of one of the servers. */
export const token = v.pipe(
  v.string(),
  v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'expected a signed token'),
  v.maxLength(4096),
)

/** What is typed from a mail. */
export const code = v.pipe(v.string(), v.regex(/^\d{6}$/, 'expected 6 digits'))

/** What names a challenge or a request: nobody guesses it. */
export const secretId = bytesOf(32)

export const projectId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,128}$/, 'expected a project id'))
export const mail = v.pipe(v.string(), v.maxLength(320, 'expected at most 320 characters'))
