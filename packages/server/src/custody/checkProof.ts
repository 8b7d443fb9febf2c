import { calculateJwkThumbprint, EmbeddedJWK, errors, type JWK, jwtVerify } from 'jose'
import { CustodyRefusal } from './CustodyRefusal.ts'
import { hashToken } from './tokens.ts'

/** How far the clock of a device may be off, in ms. Source: SEC-74. */
export const PROOF_WINDOW_MS = 60_000

/** Remembers what may be used once. */
export type TakeOnce = (
  id: string,
  /** ms since 1970; until then it is remembered. */
  until: number,
) => Promise<boolean>

/** What a proof says. */
export type Proof = {
  /** The device, by the thumbprint of its key (RFC 7638). */
  readonly thumbprint: string
  /** SHA-256 of the one-time key that a share shall be sealed to (SEC-07). */
  readonly releaseKeyHash: string | undefined
}

/**
 * Checks a proof of possession (RFC 9449, 4.3): that the device's key signed this call, to this address, with this token, now and once.
 * Throws `CustodyRefusal` PROOF_REFUSED.
 */
export async function checkProof(parameters: {
  proof: string | undefined
  /** Where the call went, without its query, as clients write it. */
  url: string
  now: number
  /** The token that came with the call. */
  token: string | undefined
  takeOnce: TakeOnce
}): Promise<Proof> {
  const { proof, url, now, token, takeOnce } = parameters
  if (proof === undefined || proof.length > 4096) throw refuse('is missing')
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    typ: 'dpop+jwt',
    algorithms: ['ES256'],
    currentDate: new Date(now),
    requiredClaims: ['jti', 'htm', 'htu', 'iat'],
  }).catch((error: unknown) => {
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException)
      throw refuse('does not hold')
    throw error
  })
  const { jti, htm, htu, iat, ath, rpk } = payload
  if (htm !== 'POST' || htu !== url) throw refuse('is for another call')
  if (typeof iat !== 'number' || Math.abs(iat * 1000 - now) > PROOF_WINDOW_MS) throw refuse('is too old or too new')
  if (typeof jti !== 'string' || !/^[\w-]{16,64}$/.test(jti)) throw refuse('has no id')
  if (ath !== (token === undefined ? undefined : hashToken(token))) throw refuse('is for another token')
  if (rpk !== undefined && (typeof rpk !== 'string' || !/^[\w-]{43}$/.test(rpk))) throw refuse('names no key')
  const thumbprint = await calculateJwkThumbprint(protectedHeader.jwk as JWK, 'sha256')
  // Last, so that nobody uses up the ids of others.
  const isFirst = await takeOnce(hashToken(`proof\n${thumbprint}\n${jti}`), iat * 1000 + 2 * PROOF_WINDOW_MS)
  if (!isFirst) throw refuse('was used')
  return { thumbprint, releaseKeyHash: rpk }
}

function refuse(what: string): CustodyRefusal {
  return new CustodyRefusal('PROOF_REFUSED', `The proof by the device's key ${what}.`)
}
