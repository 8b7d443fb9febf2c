/**
 * What the gateway and the vault tell each other through the frame: signed tokens (JWS, ES256), each for one device, one reader and
 * a few minutes.
 */
import * as v from 'valibot'
import { projectId, publicKey, thumbprint, token, version, walletId } from './call.ts'

/** `typ` of the gateway's token: who logged in, by which device. */
export const LOGIN_TOKEN_TYPE = 'latchkey-login+jwt'

/** `typ` of the vault's token: a person let this device in. */
export const DEVICE_TOKEN_TYPE = 'latchkey-device+jwt'

/** `typ` of the gateway's token: it has destroyed its halves, so that the vault's are of no use to anybody. */
export const GONE_TOKEN_TYPE = 'latchkey-gone+jwt'

/** `typ` of the gateway's token: who logged in at a provider for whose word the vault has no proof. */
export const IDENTITY_TOKEN_TYPE = 'latchkey-identity+jwt'

/** How long they are good, in seconds. */
export const LOGIN_TOKEN_SECONDS = 5 * 60
export const IDENTITY_TOKEN_SECONDS = 5 * 60
export const DEVICE_TOKEN_SECONDS = 15 * 60
export const GONE_TOKEN_SECONDS = 60

const contactHash = thumbprint

/** The gateway's token. `auth_time`: when the code was typed, in seconds since 1970. */
export const loginClaims = v.object({
  jti: v.pipe(v.string(), v.maxLength(64)),
  projectId,
  userId: v.pipe(v.string(), v.maxLength(64)),
  contactHash,
  thumbprint,
  auth_time: v.number(),
  /** The last change of the address, which the vault may follow: who somebody was, and is. */
  change: v.optional(v.object({ id: v.pipe(v.string(), v.maxLength(64)), from: contactHash, to: contactHash })),
  /** The user's wallet and the number of its recovery pair, once there is one. */
  wallet: v.nullable(v.object({ walletId, version })),
})

/** The vault's token. */
export const deviceClaims = v.object({
  jti: v.pipe(v.string(), v.maxLength(64)),
  projectId,
  contactHash,
  thumbprint,
})

/** Who logged in at a provider. The subject itself, because the vault keeps who it knows. */
export const identityClaims = v.object({
  jti: v.pipe(v.string(), v.maxLength(64)),
  projectId,
  issuer: v.pipe(v.string(), v.maxLength(255)),
  subject: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  thumbprint,
  /** What the provider says it has checked; null: nothing. */
  email: v.nullable(v.pipe(v.string(), v.maxLength(320))),
})

/** What the gateway has destroyed. It tells the vault itself, because no frame may be there by then. */
export const goneClaims = v.object({
  jti: v.pipe(v.string(), v.maxLength(64)),
  projectId,
  /** Who it was to the vault: now, and before addresses changed that the vault may not have followed. */
  contactHashes: v.pipe(v.array(contactHash), v.maxLength(100)),
  /** `user`: everything of the person, with the wallet that it had. Otherwise the halves of this wallet's recovery pairs up to this number. */
  gone: v.variant('kind', [
    v.object({ kind: v.literal('user'), walletId: v.nullable(walletId) }),
    v.object({ kind: v.literal('pair'), walletId, version }),
  ]),
})

export type GoneClaims = v.InferOutput<typeof goneClaims>

/** Where the vault is told. The body is `{ token }`. */
export const GONE_PATH = '/v1/custody/gone'
export const goneBody = v.object({ token })

export type LoginClaims = v.InferOutput<typeof loginClaims>
export type IdentityClaims = v.InferOutput<typeof identityClaims>
export type DeviceClaims = v.InferOutput<typeof deviceClaims>

/** What a server's keys are: whoever asks checks tokens by the first and seals shares to the last of the second. */
export const custodyKeys = v.object({
  party: v.picklist(['gateway', 'vault']),
  /** Public keys on P-256 by which its tokens are checked: `kid`, `x`, `y`. */
  sign: v.array(
    v.object({ kid: v.string(), kty: v.literal('EC'), crv: v.literal('P-256'), x: thumbprint, y: thumbprint }),
  ),
  seal: v.array(v.object({ keyId: v.string(), publicKey })),
  /** Tells only whether two servers have the same master key, which they must not. */
  fingerprints: v.array(v.string()),
})

export type CustodyKeys = v.InferOutput<typeof custodyKeys>

/** Where a server's keys are read. */
export const CUSTODY_KEYS_PATH = '/v1/custody/keys'

/** Who somebody is to both servers, without saying it: SHA-256 of project, issuer and subject, a line each, in base64url. */
export async function hashContact(contact: { projectId: string; issuer: string; subject: string }): Promise<string> {
  const text = `${contact.projectId}\n${contact.issuer}\n${contact.subject}`
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
