/** In a real browser: its own curves, and noble's where it is told that it has none. Published vectors. */
import { expect, it } from 'vitest'
import vectors from '../vectors.json'
import { fromHex } from './bytes.ts'
import { createIdentity } from './identity.ts'
import { createKeyPair, deriveSymKey } from './keys.ts'
import { findSubtle } from './subtle.ts'

const { privateKeyA, publicKeyA, publicKeyB, symKey } = vectors.keyAgreement
const { seed, sub, aud, iat, jwt } = vectors.relayAuth

it.each([
  ['its own curves', findSubtle()],
  ['noble', null],
])('keys and tokens are those of the vectors by %s', async (_name, subtle) => {
  const random = { bytes: (length: number) => fromHex(privateKeyA, length) }
  expect(await createKeyPair(random, subtle)).toEqual({ privateKey: privateKeyA, publicKey: publicKeyA })
  expect(await deriveSymKey(privateKeyA, publicKeyB, subtle)).toBe(symKey)
  const identity = await createIdentity(seed, subtle)
  expect(await identity.signToken({ audience: aud, subject: sub, nowMs: iat * 1000 })).toBe(jwt)
})

it('this browser has the curves itself, so that noble is not loaded', async () => {
  const generated = await findSubtle()?.generateKey('X25519', false, ['deriveBits'])
  expect(generated).toBeDefined()
})
