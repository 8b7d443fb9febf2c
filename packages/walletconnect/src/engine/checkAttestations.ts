/**
 * Checks what our relay says of a message's origin: JSON Web Tokens (RFC 7519), ES256 (RFC 7518, section 3.4), against the key that
 * the relay publishes. A publisher's own token is of a server that nobody here asks, and is a `verifier`'s to check.
 * Sources: WalletConnect specification, Verify; SEC-91.
 */
import { fromBase64, fromText, toText } from '../crypto/bytes.ts'
import { findSubtle } from '../crypto/subtle.ts'
import type { Surroundings } from '../ports.ts'
import type { VerifyContext } from '../records.ts'
import { isObject } from '../rules/values.ts'
import type { Verifier } from '../signClient.ts'
import type { Tables } from '../tables.ts'

/** What a check of attestations needs. */
export type AttestationParts = {
  readonly surroundings: Pick<Surroundings, 'clock' | 'fetch' | 'logger'>
  readonly tables: Tables
  readonly relayUrls: readonly string[]
}

/** A published key is used no longer than this without asking again, in s. */
const KEY_SECONDS = 86_400

type Claims = { readonly origin: string; readonly isVerified: boolean; readonly isScam: boolean | undefined }

/** What the relay's attestation of a message proves. */
export async function checkAttestations(
  parts: AttestationParts,
  question: Parameters<Verifier>[0],
): Promise<VerifyContext> {
  const { claimedOrigin, verifyUrl = '', envelopeHash, relayAttestation } = question
  const nowSeconds = Math.floor(parts.surroundings.clock.now() / 1000)
  const claims = relayAttestation && (await readRelayClaims(parts, relayAttestation, envelopeHash, nowSeconds))
  if (!claims) return { verified: { origin: claimedOrigin, validation: 'UNKNOWN', verifyUrl } }
  const { origin, isVerified, isScam } = claims
  // Another origin than the peer names is proof against it, listed or not; the right one counts where it is listed.
  const validation = origin !== claimedOrigin ? 'INVALID' : isVerified ? 'VALID' : 'UNKNOWN'
  return { verified: { origin, validation, verifyUrl, ...(isScam !== undefined && { isScam }) } }
}

async function readRelayClaims(
  parts: AttestationParts,
  token: string,
  envelopeHash: string,
  nowSeconds: number,
): Promise<Claims | undefined> {
  for (const relayUrl of parts.relayUrls) {
    const key = await getRelayKey(parts, relayUrl, nowSeconds)
    const claims = key && (await readClaims(token, key, envelopeHash, nowSeconds))
    if (claims) return claims
  }
  return undefined
}

/** The key that a relay publishes, kept until it says to ask again. */
async function getRelayKey(
  { surroundings, tables }: AttestationParts,
  relayUrl: string,
  nowSeconds: number,
): Promise<JsonWebKey | undefined> {
  const place = `relay:${relayUrl}`
  const known = tables.verifyKey.get(place)
  if (known && known.expiresAt > nowSeconds) return known.publicKey
  try {
    const url = new URL(relayUrl.replace(/^ws/, 'http'))
    url.pathname = `${url.pathname.replace(/\/$/, '')}/public-key`
    url.search = ''
    const answer: unknown = await (await surroundings.fetch(url.href)).json()
    if (!isObject(answer) || !isObject(answer.publicKey)) return undefined
    const { kty, crv, x, y } = answer.publicKey
    if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string') return undefined
    const publicKey: JsonWebKey = { kty, crv, x, y }
    const until = typeof answer.expiresAt === 'number' ? answer.expiresAt : 0
    const expiresAt = Math.min(until, nowSeconds + KEY_SECONDS)
    // A key that is not kept is fetched again.
    await tables.commit([{ table: 'verifyKey', key: place, value: { publicKey, expiresAt } }]).catch(() => undefined)
    return publicKey
  } catch {
    surroundings.logger.debug('The key of a relay could not be read; origins stay unknown.')
    return undefined
  }
}

/** The claims of a token that this key signed for this envelope and that has not expired; undefined for any other. */
async function readClaims(
  token: string,
  publicKey: JsonWebKey,
  envelopeHash: string,
  nowSeconds: number,
): Promise<Claims | undefined> {
  const subtle = findSubtle()
  const [header = '', payload = '', signature = '', ...rest] = token.split('.')
  if (!subtle || rest.length > 0) return undefined
  try {
    const told: unknown = JSON.parse(toText(fromBase64(header)))
    const claims: unknown = JSON.parse(toText(fromBase64(payload)))
    if (!isObject(told) || told.alg !== 'ES256' || !isObject(claims)) return undefined
    const curve = { name: 'ECDSA', namedCurve: 'P-256' }
    const key = await subtle.importKey('jwk', publicKey, curve, false, ['verify'])
    const isSigned = await subtle.verify(
      { name: 'ECDSA', hash: 'SHA-256' },
      key,
      fromBase64(signature) as BufferSource,
      fromText(`${header}.${payload}`) as BufferSource,
    )
    const { id, origin, isVerified, isScam, exp } = claims
    if (!isSigned || id !== envelopeHash || typeof origin !== 'string') return undefined
    if (typeof exp !== 'number' || exp <= nowSeconds) return undefined
    return { origin, isVerified: isVerified === true, isScam: typeof isScam === 'boolean' ? isScam : undefined }
  } catch {
    return undefined
  }
}
