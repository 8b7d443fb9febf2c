/** The key that the relay attests with, and its attestations: JWS compact, ES256 (RFC 7515, RFC 7518 section 3.4). */
import { createHash, createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import type { RelayAttestationClaims, RelayPublicKey } from '@latchkey/wire'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Clock } from '../ports.ts'
import type { Storage } from '../storage/storage.ts'
import type { AttestOrigin } from './relay.ts'

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
  /**
   * The name of an address beside its messages: 24 bits of a keyed hash, so that one name stands for many addresses and
   * none can be told from it (SEC-105). All processes of a database give the same.
   */
  readonly nameHolder: (address: string) => string
  /** What is published at `/relay/public-key`. */
  readonly publicKey: () => RelayPublicKey
}

/** Reads the key that all processes of a mailbox share, and makes it at the first start. `keepKey`: see `openMailbox`. */
export async function loadRelayKey(keepKey: (fresh: string) => Promise<string>, clock: Clock): Promise<RelayKey> {
  const fresh = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const jwk = v.parse(privateJwk, JSON.parse(await keepKey(JSON.stringify(fresh))))
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
  const published = v.parse(
    v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string() }),
    createPublicKey(privateKey).export({ format: 'jwk' }),
  )
  const secret = createHash('sha256').update(`shares|${jwk.d}`).digest()
  return {
    nameHolder: (address) => createHmac('sha256', secret).update(address).digest('hex').slice(0, 6),
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

/** Keeps the key in the database, where several processes may start at once: the first one's stays. Gives what is kept. */
export async function keepKeyInDatabase(storage: Storage, fresh: string): Promise<string> {
  await storage.database.execute(sql`insert into relay_key (id, jwk) values (1, ${fresh}) on conflict do nothing`)
  return (await readKeyOfDatabase(storage)) ?? fresh
}

/** The key that the database keeps, if any. */
export async function readKeyOfDatabase(storage: Storage): Promise<string | undefined> {
  const answer: unknown = await storage.database.execute(sql`select jwk from relay_key where id = 1`)
  const rows: unknown = Array.isArray(answer) ? [...answer] : (answer as { rows: unknown }).rows
  return v.parse(v.array(v.object({ jwk: v.string() })), rows)[0]?.jwk
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
