/**
 * The token that a client proves its id with: a JWT signed by Ed25519 (RFC 8037) whose issuer is a `did:key`.
 * Sources: WalletConnect specification, Relay authentication; did:key method, section on Ed25519; multicodec `ed25519-pub`
 * is 0xed.
 */
import { createPublicKey, verify } from 'node:crypto'
import { RELAY_CLOSE_REASONS } from '@latchkey/wire'
import * as v from 'valibot'

/** How far a client's clock may be off, in s. Source: WalletConnect specification, Relay authentication. */
export const CLOCK_LEEWAY_SECONDS = 120

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const header = v.object({ alg: v.literal('EdDSA'), typ: v.optional(v.string()) })
const claims = v.object({
  iss: v.pipe(v.string(), v.maxLength(128)),
  sub: v.optional(v.string()),
  aud: v.union([v.string(), v.array(v.string())]),
  iat: v.optional(v.pipe(v.number(), v.finite())),
  exp: v.pipe(v.number(), v.finite()),
})

/** Who the token proves, or the reason for which the socket is refused. */
export type TokenVerdict =
  | { readonly ok: true; readonly clientId: string }
  | { readonly ok: false; readonly kind: keyof typeof RELAY_CLOSE_REASONS; readonly reason: string }

/** Checks signature, times and audience of a token. Never throws. */
export function checkClientToken(parameters: {
  token: string | undefined
  /** ms since 1970. */
  now: number
  isOwnAudience: (audience: string) => boolean
}): TokenVerdict {
  const { token } = parameters
  if (token === undefined || token === '') return refuse('tokenMissing')
  const [head, body, signature, ...more] = token.split('.')
  if (token.length > 4096 || head === undefined || body === undefined || !signature || more.length > 0) {
    return refuse('tokenInvalid')
  }
  const found = readPart(claims, body)
  const key = found === undefined ? undefined : readDidKey(found.iss)
  if (found === undefined || key === undefined || readPart(header, head) === undefined) return refuse('tokenInvalid')
  if (!isSignedBy(key, `${head}.${body}`, signature)) return refuse('tokenInvalid')
  const now = Math.floor(parameters.now / 1000)
  if (found.iat !== undefined && found.iat > now + CLOCK_LEEWAY_SECONDS) {
    return refuse('tokenNotYetValid', `: issued ${found.iat}, now ${now}`)
  }
  if (found.exp < now - CLOCK_LEEWAY_SECONDS) return refuse('tokenExpired', `: expired ${found.exp}, now ${now}`)
  const audiences = typeof found.aud === 'string' ? [found.aud] : found.aud
  if (!audiences.some(parameters.isOwnAudience)) return refuse('audienceInvalid')
  return { ok: true, clientId: found.iss }
}

function refuse(kind: keyof typeof RELAY_CLOSE_REASONS, facts = ''): TokenVerdict {
  return { ok: false, kind, reason: `${RELAY_CLOSE_REASONS[kind]}${facts}` }
}

function readPart<Schema extends v.GenericSchema>(schema: Schema, part: string): v.InferOutput<Schema> | undefined {
  try {
    const result = v.safeParse(schema, JSON.parse(Buffer.from(part, 'base64url').toString('utf8')))
    return result.success ? result.output : undefined
  } catch {
    return undefined
  }
}

/** The 32 bytes of an Ed25519 key in a `did:key`, or undefined. */
function readDidKey(did: string): Buffer | undefined {
  if (!did.startsWith('did:key:z') || did.length > 64) return undefined
  let number = 0n
  for (const letter of did.slice('did:key:z'.length)) {
    const digit = BASE58.indexOf(letter)
    if (digit === -1) return undefined
    number = number * 58n + BigInt(digit)
  }
  const hex = number.toString(16)
  // The prefix ed 01 has no leading zero, so 34 bytes are 68 digits, and one key has one spelling.
  return hex.length === 68 && hex.startsWith('ed01') && !did.startsWith('did:key:z1')
    ? Buffer.from(hex.slice(4), 'hex')
    : undefined
}

function isSignedBy(key: Buffer, text: string, signature: string): boolean {
  try {
    const publicKey = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') },
      format: 'jwk',
    })
    return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}
