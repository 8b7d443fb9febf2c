import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { FRAME } from '../custody/testFrame.ts'
import { SHOP } from '../gateway/testGateway.ts'
import { checkPasskey } from './checkPasskey.ts'
import { createTestPasskey } from './testPasskey.ts'

const asked = { challenge: randomBytes(32).toString('base64url'), until: 0 }
const wanted = { challenge: asked.challenge, origin: FRAME, topOrigin: SHOP }

test.each(['ec', 'rsa'] as const)(
  'SEC-81: what a passkey with a key of %s signed for this is taken, with its counter',
  (kind) => {
    const passkey = createTestPasskey(kind)
    const proof = passkey.prove(asked, { count: 7 })
    expect(checkPasskey(proof, { ...wanted, publicKey: passkey.publicKey })).toBe(7)
  },
)

test.each([
  ['for another challenge', { challenge: randomBytes(32).toString('base64url') }, {}],
  ['on another page', {}, { origin: 'https://wallet.evil.example' }],
  ['within another site', {}, { topOrigin: 'https://evil.example' }],
  ['for another site', {}, { site: 'evil.example' }],
  ['when it was made', {}, { type: 'webauthn.create' }],
  ['without its owner verified', {}, { flags: 0x01 }],
  ['without anybody there', {}, { flags: 0x04 }],
] as const)('SEC-81: what was signed %s is none', (_, challenge, part) => {
  const passkey = createTestPasskey()
  const proof = passkey.prove({ ...asked, ...challenge }, part)
  expect(checkPasskey(proof, { ...wanted, publicKey: passkey.publicKey })).toBeUndefined()
})

test('SEC-81: another key, a byte that was changed, and what is no key or no proof at all, are none', () => {
  const passkey = createTestPasskey()
  const proof = passkey.prove(asked)
  const check = (part: Partial<typeof proof>, publicKey = passkey.publicKey) =>
    checkPasskey({ ...proof, ...part }, { ...wanted, publicKey })
  const flip = (text: string, place: number) => {
    const bytes = Buffer.from(text, 'base64url')
    bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
    return bytes.toString('base64url')
  }
  expect(check({})).toBe(0)
  const wrong = [
    check({}, createTestPasskey().publicKey),
    check({}, 'AAAA'),
    check({ authenticatorData: flip(proof.authenticatorData, 36) }),
    check({ authenticatorData: 'AAAA' }),
    check({ clientData: flip(proof.clientData, 2) }),
    check({ clientData: 'bnVsbA' }),
    check({ signature: flip(proof.signature, 10) }),
    check({ signature: 'AAAA' }),
  ]
  expect(wrong).toEqual(wrong.map(() => undefined))
})
