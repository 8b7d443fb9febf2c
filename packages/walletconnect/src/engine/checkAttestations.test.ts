/** Held against the published vectors (`vectors.json`), whose key was made for them. */
import { beforeAll, describe, expect, it } from 'vitest'
import { fromText, toBase64 } from '../crypto/bytes.ts'
import { findSubtle } from '../crypto/subtle.ts'
import type { VerifyContext } from '../records.ts'
import type { Tables } from '../tables.ts'
import vectors from '../vectors.json'
import { checkAttestations } from './checkAttestations.ts'

const { jwk, jwt, payload } = vectors.attestation
const { id: envelopeHash, origin, exp } = payload

const RELAY = 'wss://relay.example/relay'
const ASKED = 'https://relay.example/relay/public-key'

type World = {
  readonly asked: string[]
  readonly check: (attestation: string, options?: Options) => Promise<VerifyContext['verified']>
}
type Options = { readonly hash?: string; readonly claimed?: string; readonly now?: number }

/** A client whose relay publishes this key, or something else, or (null) cannot be reached. */
function createWorld(published: unknown = { publicKey: jwk, expiresAt: exp + 9_999_999 }): World {
  const asked: string[] = []
  const kept = new Map<string, { readonly publicKey: JsonWebKey; readonly expiresAt: number }>()
  const tables = {
    verifyKey: { get: (key: string) => kept.get(key) },
    commit: async (changes: readonly { readonly key: string; readonly value: never }[]) => {
      for (const { key, value } of changes) kept.set(key, value)
    },
  } as unknown as Tables
  return {
    asked,
    async check(relayAttestation, { hash = envelopeHash, claimed = origin, now = exp - 1 } = {}) {
      const surroundings = {
        clock: { now: () => now * 1000, after: () => () => {} },
        fetch: async (url: unknown) => {
          asked.push(String(url))
          if (published === null) throw new TypeError('no network')
          return new Response(typeof published === 'string' ? published : JSON.stringify(published))
        },
        logger: { debug: () => {}, warn: () => {}, error: () => {} },
      }
      const context = await checkAttestations(
        { tables, relayUrls: [RELAY], surroundings },
        {
          method: 'wc_sessionPropose',
          claimedOrigin: claimed,
          verifyUrl: undefined,
          envelopeHash: hash,
          payloadHash: '',
          attestation: 'of.somebody.else',
          relayAttestation,
        },
      )
      return context.verified
    },
  }
}

/** What is proven, for a client whose relay publishes this key at this second. */
const check = (attestation: string, { key = jwk, ...options }: Options & { key?: JsonWebKey } = {}) =>
  createWorld({ publicKey: key, expiresAt: exp + 9_999_999 }).check(attestation, options)

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
    ['a relay that cannot be asked', () => createWorld(null).check(jwt)],
    ['a relay that answers with no key', () => createWorld({ keys: [] }).check(jwt)],
    ['a relay that answers with another kind of key', () => createWorld({ publicKey: { kty: 'oct' } }).check(jwt)],
    ['a relay that answers with no JSON', () => createWorld('<html>').check(jwt)],
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

describe('the key of a relay', () => {
  it('is asked for once, beside the address of the relay, and again when it has run out', async () => {
    const { check, asked } = createWorld({ publicKey: jwk, expiresAt: exp - 50 })
    await check(jwt, { now: exp - 100 })
    expect(await check(jwt, { now: exp - 51 })).toMatchObject({ validation: 'VALID' })
    expect(asked).toEqual([ASKED])
    expect(await check(jwt, { now: exp - 50 })).toMatchObject({ validation: 'VALID' })
    expect(asked).toEqual([ASKED, ASKED])
  })

  it('is asked for again after a day, however long the relay says', async () => {
    const { check, asked } = createWorld()
    await check(jwt, { now: exp - 86_401 })
    await check(jwt, { now: exp - 2 })
    expect(asked).toEqual([ASKED])
    await check(jwt, { now: exp - 1 })
    expect(asked).toEqual([ASKED, ASKED])
  })

  it('is not asked for without an attestation', async () => {
    const { check, asked } = createWorld()
    expect(await check('')).toMatchObject({ validation: 'UNKNOWN' })
    expect(asked).toEqual([])
  })
})
