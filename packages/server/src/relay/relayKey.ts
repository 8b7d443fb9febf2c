/** The key that the relay attests with, and its attestations: JWS compact, ES256 (RFC 7515, RFC 7518 section 3.4). */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import type { RelayAttestationClaims, RelayPublicKey } from '@latchkey/wire'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Clock } from '../ports.ts'
import type { Storage } from '../storage/storage.ts'
import type { AttestOrigin } from './createRelay.ts'

/** How long an attestation holds, in s: a little longer than the longest time in which a request may be answered at first. */
const ATTESTATION_SECONDS = 3600

/** How long a client may keep the public key, in s. */
const KEY_LIFETIME_SECONDS = 86_400

const HEADER = encode({ alg: 'ES256', typ: 'JWT' })

const privateJwk = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
})

/** A relay's key at work. */
export type RelayKey = {
  readonly attest: AttestOrigin
  /** What is published at `/relay/public-key`. */
  readonly publicKey: () => RelayPublicKey
}

/** Reads the key that all processes of this database share, and makes it at the first start. */
export async function loadRelayKey(storage: Storage, clock: Clock): Promise<RelayKey> {
  const fresh = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  await storage.database.execute(
    sql`insert into relay_key (id, jwk) values (1, ${JSON.stringify(fresh)}) on conflict do nothing`,
  )
  const answer: unknown = await storage.database.execute(sql`select jwk from relay_key where id = 1`)
  const rows: unknown = Array.isArray(answer) ? [...answer] : (answer as { rows: unknown }).rows
  const [found] = v.parse(v.tuple([v.object({ jwk: v.string() })]), rows)
  const jwk = v.parse(privateJwk, JSON.parse(found.jwk))
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
  const published = v.parse(
    v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string() }),
    createPublicKey(privateKey).export({ format: 'jwk' }),
  )
  return {
    attest(message, origin) {
      const now = Math.floor(clock.now() / 1000)
      const claims: RelayAttestationClaims = {
        id: createHash('sha256').update(message).digest('hex'),
        origin: origin.text,
        isVerified: origin.isVerified,
        iat: now,
        exp: now + ATTESTATION_SECONDS,
      }
      const signed = `${HEADER}.${encode(claims)}`
      const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
      return `${signed}.${signature.toString('base64url')}`
    },
    publicKey: () => ({
      publicKey: published,
      expiresAt: Math.floor(clock.now() / 1000) + KEY_LIFETIME_SECONDS,
    }),
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
