/** Held against the published vectors (`vectors.json`), whose keys were made for them and protect nothing. */
import { ed25519 } from '@noble/curves/ed25519.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EngineError, isEngineError } from '../errors.ts'
import vectors from '../vectors.json'
import { fromBase64, fromHex, fromText, toBase64, toHex, toText } from './bytes.ts'
import { fingerprintOf, openEnvelope, readEnvelope, sealEnvelope, wrapPlainEnvelope } from './envelope.ts'
import { randomHex, sha256Hex, subscriptionId, topicOfKey } from './hashes.ts'
import { createIdentity } from './identity.ts'
import { createKeyPair, deriveSymKey } from './keys.ts'
import { findSubtle } from './subtle.ts'

/** Gives these bytes, whatever is asked for. */
const fixed = (hex: string) => ({ bytes: (length: number) => fromHex(hex, length) })
const paths = [
  ['WebCrypto', findSubtle()],
  ['noble', null],
] as const
/** A WebCrypto that knows no curve, as in browsers of a few years ago. */
const withoutCurves = {
  importKey: (...[format, key, algorithm, isExtractable, uses]: Parameters<SubtleCrypto['importKey']>) =>
    algorithm === 'HKDF'
      ? crypto.subtle.importKey(format as 'raw', key as BufferSource, algorithm, isExtractable, uses)
      : Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError')),
  deriveBits: (...given: Parameters<SubtleCrypto['deriveBits']>) => crypto.subtle.deriveBits(...given),
} as unknown as SubtleCrypto

/** What a call throws; fails the test where it throws nothing or something else than an engine error. */
async function thrown(run: () => unknown): Promise<EngineError> {
  try {
    await run()
  } catch (error) {
    if (isEngineError(error)) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('vector keyAgreement', () => {
  const { privateKeyA, publicKeyA, privateKeyB, publicKeyB, symKey, topic } = vectors.keyAgreement

  it.each(paths)('both sides get the key and the topic, by %s', async (_name, subtle) => {
    expect(await createKeyPair(fixed(privateKeyA), subtle)).toEqual({ privateKey: privateKeyA, publicKey: publicKeyA })
    expect(await createKeyPair(fixed(privateKeyB), subtle)).toEqual({ privateKey: privateKeyB, publicKey: publicKeyB })
    expect(await deriveSymKey(privateKeyA, publicKeyB, subtle)).toBe(symKey)
    expect(await deriveSymKey(privateKeyB, publicKeyA, subtle)).toBe(symKey)
    expect(await topicOfKey(symKey, subtle)).toBe(topic)
  })

  it('a WebCrypto without the curve falls back', async () => {
    expect(await deriveSymKey(privateKeyA, publicKeyB, withoutCurves)).toBe(symKey)
  })

  it.each(paths)('SEC-88: a public key that is no key is refused without either key, by %s', async (_name, subtle) => {
    for (const bad of ['00'.repeat(32), '11', `${publicKeyB}00`, 'zz'.repeat(32), '']) {
      const error = await thrown(() => deriveSymKey(privateKeyA, bad, subtle))
      expect(error.key).toBe('MISSING_OR_INVALID')
      expect(`${error.message}${error.stack}${String(error.cause)}`).not.toContain(privateKeyA)
      if (bad) expect(error.message).not.toContain(bad)
    }
  })
})

it('vector topics: a symmetric key and a public key give their topics', async () => {
  const [pairing, signIn] = vectors.topics
  expect(await topicOfKey(pairing?.symKey ?? '')).toBe(pairing?.topic)
  expect(await topicOfKey(signIn?.publicKey ?? '')).toBe(signIn?.responseTopic)
})

describe.each(paths)('by %s', (_name, subtle) => {
  it.each(vectors.messageHash)('vector messageHash: $text', async ({ text, sha256 }) => {
    expect(await sha256Hex(text, subtle)).toBe(sha256)
  })
})

it('vector subscriptionId: topic and client id give it', async () => {
  const { topic, clientId, id } = vectors.subscriptionId
  expect(await subscriptionId(topic, clientId)).toBe(id)
})

it('random hex is as long as asked', () => {
  expect(randomHex({ bytes: (length) => new Uint8Array(length).fill(10) })).toBe('0a'.repeat(32))
  expect(randomHex({ bytes: (length) => new Uint8Array(length).fill(255) }, 2)).toBe('ffff')
})

describe('vector envelopes', () => {
  it('an envelope has one fingerprint in whatever alphabet, and another one has another', async () => {
    const symKey = 'ab'.repeat(32)
    const seal = (nonce: number) =>
      sealEnvelope({ symKey, message: '{"id":1}', random: { bytes: (length) => new Uint8Array(length).fill(nonce) } })
    const one = seal(255)
    const rewritten = one.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    expect(rewritten).not.toBe(one)
    const fingerprints = await Promise.all(
      [one, rewritten, seal(254), wrapPlainEnvelope('a'), wrapPlainEnvelope('b')].map((text) =>
        fingerprintOf(readEnvelope(text)),
      ),
    )
    expect(fingerprints[1]).toBe(fingerprints[0])
    expect(new Set(fingerprints).size).toBe(4)
  })

  it.each(vectors.envelopes)('type $type in $encoding: $message', async (vector) => {
    const { type, message, symKey = '', iv = '', senderPublicKey, encoded, bytes } = vector
    const encoding = vector.encoding === 'base64url' ? 'base64url' : 'base64'
    expect(toHex(fromBase64(encoded))).toBe(bytes)
    const envelope = readEnvelope(encoded)
    expect(envelope.type).toBe(type)
    if (envelope.type === 2) {
      expect(envelope.message).toBe(message)
      expect(wrapPlainEnvelope(message, encoding)).toBe(encoded)
      return
    }
    expect(openEnvelope(envelope, symKey)).toBe(message)
    if (envelope.type === 1) expect(envelope.senderPublicKey).toBe(senderPublicKey)
    const sealed = { type: envelope.type, message, symKey, senderPublicKey, random: fixed(iv), encoding } as const
    expect(sealEnvelope(sealed)).toBe(encoded)
  })

  it('the receiver of type 1 derives its key from the sender inside', async () => {
    const { privateKeyB, symKey } = vectors.keyAgreement
    const envelope = readEnvelope(vectors.envelopes.find(({ type }) => type === 1)?.encoded ?? '')
    expect(envelope.type === 1 && (await deriveSymKey(privateKeyB, envelope.senderPublicKey))).toBe(symKey)
  })

  it('an unknown type byte counts as type 0', () => {
    const [first] = vectors.envelopes
    const bytes = fromBase64(first?.encoded ?? '')
    bytes[0] = 7
    const envelope = readEnvelope(toBase64(bytes))
    expect(envelope.type !== 2 && openEnvelope(envelope, first?.symKey ?? '')).toBe(first?.message)
  })
})

describe('vector envelopeErrors', () => {
  const { symKey } = vectors.keyAgreement
  const random = { bytes: (length: number) => new Uint8Array(length) }

  it('type1WithoutSender', async () => {
    const error = await thrown(() => sealEnvelope({ type: 1, symKey, message: 'secret', random }))
    expect(error.message).toBe(vectors.envelopeErrors.type1WithoutSender.error)
  })

  it('wrongKey, a changed byte, and SEC-88: neither key nor content is in the error', async () => {
    const text = sealEnvelope({ symKey, message: 'the secret text', random })
    const changed = fromBase64(text)
    changed[20] = (changed[20] ?? 0) ^ 1
    for (const [envelope, key] of [
      [text, '22'.repeat(32)],
      [toBase64(changed), symKey],
    ] as const) {
      const read = readEnvelope(envelope)
      const error = await thrown(() => read.type !== 2 && openEnvelope(read, key))
      expect(error.key).toBe('MISSING_OR_INVALID')
      expect(`${error.stack}${error.cause}`).not.toMatch(new RegExp(`${key}|${symKey}|secret text`))
    }
  })
})

describe('every envelope of the recorded run opens', () => {
  type Opened = { readonly type: number; readonly symKey?: string; readonly payload: unknown }
  type Call = {
    readonly method: string
    readonly params: object
    readonly decrypted?: Readonly<Record<string, Opened>>
  }
  const envelopes = (vectors.wire.calls as readonly Call[]).flatMap(({ method, params, decrypted = {} }, index) =>
    Object.entries(decrypted).map(([field, opened]) => {
      const text = String(Object.entries(params).find(([name]) => name === field)?.[1])
      return { name: `call ${index}: ${method} ${field}`, text, opened }
    }),
  )

  it('there are as many as recorded', () => expect(envelopes.length).toBeGreaterThan(20))

  it.each(envelopes)('$name', ({ text, opened }) => {
    const envelope = readEnvelope(text)
    expect(envelope.type).toBe(opened.type)
    const inside = envelope.type === 2 ? envelope.message : openEnvelope(envelope, opened.symKey ?? '')
    expect(JSON.parse(inside)).toEqual(opened.payload)
  })
})

describe('vector relayAuth', () => {
  const { seed, did, sub, aud, iat, jwt, publicKey } = vectors.relayAuth

  it.each(paths)('the token is the same to the byte, by %s', async (_name, subtle) => {
    const identity = await createIdentity(seed, subtle)
    expect(identity.clientId).toBe(did)
    expect(await identity.signToken({ audience: aud, subject: sub, nowMs: iat * 1000 + 999 })).toBe(jwt)
  })

  it('a WebCrypto without the curve falls back', async () => {
    expect((await createIdentity(seed, withoutCurves)).clientId).toBe(did)
  })

  it('the signature verifies, and a changed token does not', async () => {
    const identity = await createIdentity(seed)
    const token = await identity.signToken({ audience: aud, subject: sub, nowMs: 5000 })
    const [header, payload, signature = ''] = token.split('.')
    const verify = (text: string) => ed25519.verify(fromBase64(signature), fromText(text), fromHex(publicKey))
    expect(verify(`${header}.${payload}`)).toBe(true)
    expect(verify(`${header}.${payload}x`)).toBe(false)
  })

  it('SEC-88: a seed of a wrong length is refused without it', async () => {
    const error = await thrown(() => createIdentity('abcdef'))
    expect(error.message).not.toContain('abcdef')
  })
})

describe('texts and bytes', () => {
  const bytes = fc.uint8Array({ maxLength: 300 })

  it('hex, base64 and base64url come back as they were', () => {
    fc.assert(
      fc.property(bytes, (given) => {
        expect(fromHex(toHex(given))).toEqual(given)
        expect(fromBase64(toBase64(given))).toEqual(given)
        expect(fromBase64(toBase64(given, 'base64url'))).toEqual(given)
        expect(toBase64(given)).toBe(Buffer.from(given).toString('base64'))
        expect(toBase64(given, 'base64url')).toBe(Buffer.from(given).toString('base64url'))
      }),
    )
  })

  it('texts come back as they were, and bytes that are no text are refused', async () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(toText(fromText(text))).toBe(text)
      }),
    )
    expect((await thrown(() => toText(Uint8Array.of(0xff)))).key).toBe('MISSING_OR_INVALID')
  })

  it('any message under any key opens again, and only under that key', () => {
    const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex)
    const nonce = fc.uint8Array({ minLength: 12, maxLength: 12 }).map(toHex)
    const encoding = fc.constantFrom('base64' as const, 'base64url' as const)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), key, key, nonce, encoding, (message, symKey, other, iv, form) => {
        const text = sealEnvelope({ message, symKey, random: fixed(iv), encoding: form })
        const envelope = readEnvelope(text)
        if (envelope.type === 2) throw new Error('sealed in the open')
        expect(openEnvelope(envelope, symKey)).toBe(message)
        if (other !== symKey) expect(() => openEnvelope(envelope, other)).toThrow(EngineError)
      }),
    )
  })

  it('no text and no bytes make the readers throw anything but engine errors (SEC-88: without the text)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.uint8Array().map((given) => toBase64(given)),
        ),
        async (text) => {
          for (const read of [fromHex, fromBase64, readEnvelope]) {
            try {
              read(text)
            } catch (error) {
              expect(isEngineError(error, 'MISSING_OR_INVALID')).toBe(true)
              if (text.length > 12) expect(String(error)).not.toContain(text)
            }
          }
        },
      ),
    )
  })
})
