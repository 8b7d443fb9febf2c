/** Held against the published vectors (`vectors.json`), whose key was made for them. */
import { beforeAll, describe, expect, it } from 'vitest'
import { fromText, toBase64 } from '../crypto/bytes.ts'
import { findSubtle } from '../crypto/findSubtle.ts'
import type { Tables } from '../tables.ts'
import vectors from '../vectors.json'
import { checkAttestations } from './checkAttestations.ts'

const { jwk, jwt, payload } = vectors.attestation
const { id: envelopeHash, origin, exp } = payload

/** What is proven, for a client that knows this key (or none) at this second. */
async function check(
  attestation: string,
  options: { key?: JsonWebKey; hash?: string; claimed?: string; now?: number; isKnown?: boolean } = {},
) {
  const { key = jwk, hash = envelopeHash, claimed = origin, now = exp - 1, isKnown = true } = options
  const get = () => (isKnown ? { publicKey: key, expiresAt: now + 60 } : undefined)
  const parts = {
    tables: { verifyKey: { get } } as unknown as Tables,
    relayUrls: [],
    surroundings: {
      clock: { now: () => now * 1000, after: () => () => {} },
      fetch: () => Promise.reject(new Error('no network')),
      logger: { debug: () => {}, warn: () => {}, error: () => {} },
    },
  }
  const question = {
    claimedOrigin: claimed,
    envelopeHash: hash,
    attestation,
    payloadHash: '',
    relayAttestation: undefined,
  }
  const context = await checkAttestations(parts, { method: 'wc_sessionPropose', verifyUrl: undefined, ...question })
  return context.verified
}

const encode = (value: unknown): string => toBase64(fromText(JSON.stringify(value)), 'base64url')
const [header = '', , signature = ''] = jwt.split('.')

describe('vector attestation', () => {
  it('the token is valid for its origin', async () => {
    expect(await check(jwt)).toMatchObject({ validation: 'VALID', origin, isScam: false })
  })

  it('a peer that claims another origin is invalid', async () => {
    expect(await check(jwt, { claimed: 'https://evil.example' })).toMatchObject({ validation: 'INVALID', origin })
  })
})

describe('SEC-91: what cannot be checked, or was forged, is unknown and never valid', () => {
  let other: CryptoKeyPair
  let otherKey: JsonWebKey
  const signed = async (claims: unknown, algorithm = 'ES256') => {
    const text = `${encode({ alg: algorithm, typ: 'JWT' })}.${encode(claims)}`
    const ecdsa = { name: 'ECDSA', hash: 'SHA-256' }
    const bytes = await findSubtle()?.sign(ecdsa, other.privateKey, fromText(text) as BufferSource)
    return `${text}.${toBase64(new Uint8Array(bytes ?? []), 'base64url')}`
  }
  beforeAll(async () => {
    const subtle = findSubtle()
    if (!subtle) throw new Error('these tests need WebCrypto')
    other = (await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ])) as CryptoKeyPair
    otherKey = await subtle.exportKey('jwk', other.publicKey)
  })

  it('our own signer proves that the checks below fail for their own reason', async () => {
    expect(await check(await signed(payload), { key: otherKey })).toMatchObject({ validation: 'VALID' })
  })

  it.each<[string, () => Promise<{ validation: string }>]>([
    ['another key', () => check(jwt, { key: otherKey })],
    ['a token of somebody else', async () => check(await signed(payload))],
    ['another envelope', () => check(jwt, { hash: '00'.repeat(32) })],
    ['an expired token', () => check(jwt, { now: exp })],
    ['no key', () => check(jwt, { isKnown: false })],
    ['changed claims', () => check(`${header}.${encode({ ...payload, exp: exp + 9 })}.${signature}`)],
    ['an algorithm of none', () => check(`${encode({ alg: 'none' })}.${encode(payload)}.`)],
    ['another algorithm', async () => check(await signed(payload, 'HS256'), { key: otherKey })],
    ['no expiry', async () => check(await signed({ ...payload, exp: undefined }), { key: otherKey })],
    ['no origin', async () => check(await signed({ ...payload, origin: 7 }), { key: otherKey })],
    ['no list that names it', async () => check(await signed({ ...payload, isVerified: false }), { key: otherKey })],
    ['a cut signature', () => check(jwt.slice(0, -8))],
    ['a fourth part', () => check(`${jwt}.x`)],
    ['junk', () => check('a.b.c')],
    ['nothing', () => check('')],
  ])('%s', async (_name, run) => expect((await run()).validation).toBe('UNKNOWN'))
})
