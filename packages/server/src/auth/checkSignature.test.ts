import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { base58, hex } from '@scure/base'
import * as sr25519 from '@scure/sr25519'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSs58 } from './checkPolkadotSignature.ts'
import { checkSignature } from './checkSignature.ts'
import { createSolanaAccount, showHex, writeSs58 } from './testAccounts.ts'

const askNobody = async () => {
  throw new Error('no node is needed here')
}
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const POLKADOT = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const bytes = (text: string) => new TextEncoder().encode(text)

describe('SEC-116: Solana', () => {
  const account = createSolanaAccount()
  const check = (message: string, signature: string, address = account.address) =>
    checkSignature({ networkId: SOLANA, address, message, signature }, askNobody)

  test('an account signed its text and no other', async () => {
    expect(await check('sign in', account.sign('sign in'))).toBe(true)
    expect(await check('sign in ', account.sign('sign in'))).toBe(false)
    expect(await check('sign in', account.sign('sign in'), createSolanaAccount(2).address)).toBe(false)
  })

  test('one changed bit anywhere in the signature is a refusal', async () => {
    const signature = base58.decode(account.sign('sign in'))
    await fc.assert(
      fc.asyncProperty(fc.nat(511), async (bit) => {
        const changed = Uint8Array.from(signature, (byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
        expect(await check('sign in', base58.encode(changed))).toBe(false)
      }),
      { numRuns: 100 },
    )
  })

  test('the scalar is canonical: adding the order of the group makes another signature, which is refused', async () => {
    const signature = base58.decode(account.sign('sign in'))
    let carry = 2n ** 252n + 27742317777372353535851937790883648493n
    const changed = signature.slice()
    for (let at = 32; at < 64; at += 1) {
      carry += BigInt(changed[at] ?? 0)
      changed[at] = Number(carry & 0xffn)
      carry >>= 8n
    }
    expect(await check('sign in', base58.encode(changed))).toBe(false)
  })

  test('a key of small order, which would fit every text, signs nothing', async () => {
    const identity = new Uint8Array(32)
    identity[0] = 1
    const forged = new Uint8Array(64)
    forged[0] = 1
    expect(ed25519.verify(forged, bytes('anything'), identity, { zip215: true })).toBe(true)
    expect(await check('anything', base58.encode(forged), base58.encode(identity))).toBe(false)
  })

  test.each(['', '0x00', 'l0OI', base58.encode(new Uint8Array(63)), base58.encode(new Uint8Array(65))])(
    'what is no signature (%#) is a refusal',
    async (signature) => {
      expect(await check('sign in', signature)).toBe(false)
    },
  )
})

describe('Polkadot', () => {
  test('the account of zeros, whose key is the neutral element and fits every text, signs nothing', async () => {
    const forged = new Uint8Array(64)
    forged[63] = 0x80
    const address = writeSs58(new Uint8Array(32))
    const claim = { networkId: POLKADOT, address, message: 'anything', signature: showHex(forged) }
    expect(await checkSignature(claim, askNobody)).toBe(false)
    const marked = showHex(Uint8Array.of(1, ...forged))
    expect(await checkSignature({ ...claim, signature: marked }, askNobody)).toBe(false)
  })

  const seed = new Uint8Array(32).fill(7)
  const secret = sr25519.secretFromSeed(seed)
  const kinds = [
    {
      kind: 'sr25519',
      type: 1,
      account: sr25519.getPublicKey(secret),
      sign: (payload: Uint8Array) => sr25519.sign(secret, payload),
    },
    {
      kind: 'ed25519',
      type: 0,
      account: ed25519.getPublicKey(seed),
      sign: (payload: Uint8Array) => ed25519.sign(payload, seed),
    },
    {
      kind: 'ecdsa',
      type: 2,
      account: blake2b(secp256k1.getPublicKey(seed), { dkLen: 32 }),
      sign(payload: Uint8Array) {
        const options = { prehash: false, format: 'recovered' } as const
        const signature = secp256k1.sign(blake2b(payload, { dkLen: 32 }), seed, options)
        return new Uint8Array([...signature.subarray(1), signature[0] ?? 0])
      },
    },
  ] as const

  test.each(kinds)('$kind signs the text alone or in <Bytes>, with and without the byte of its kind', async (each) => {
    for (const payload of ['sign in', '<Bytes>sign in</Bytes>']) {
      const raw = each.sign(bytes(payload))
      for (const signature of [raw, new Uint8Array([each.type, ...raw])]) {
        const claim = { networkId: POLKADOT, address: writeSs58(each.account), message: 'sign in' }
        expect(await checkSignature({ ...claim, signature: showHex(signature) }, askNobody)).toBe(true)
        expect(await checkSignature({ ...claim, signature: hex.encode(signature) }, askNobody)).toBe(true)
        const other = { ...claim, message: 'sign out', signature: showHex(signature) }
        expect(await checkSignature(other, askNobody)).toBe(false)
        const stranger = { ...claim, address: writeSs58(new Uint8Array(32).fill(9)), signature: showHex(signature) }
        expect(await checkSignature(stranger, askNobody)).toBe(false)
      }
    }
  })

  test('a kind does not pass for another', async () => {
    const [one, other] = kinds
    const signature = showHex(new Uint8Array([other.type, ...one.sign(bytes('sign in'))]))
    const claim = { networkId: POLKADOT, address: writeSs58(one.account), message: 'sign in', signature }
    expect(await checkSignature(claim, askNobody)).toBe(false)
  })

  test('an address is read with its checksum, under any prefix', () => {
    // The key of Alice under the prefixes of Substrate, Polkadot and Kusama. Source: Substrate's documentation.
    const alice = 'd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d'
    for (const address of [
      '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
      '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
      'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
    ]) {
      expect(hex.encode(readSs58(address) ?? new Uint8Array())).toBe(alice)
    }
    expect(readSs58('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQZ')).toBeUndefined()
    expect(readSs58('no address')).toBeUndefined()
  })
})

test('an account of a namespace that is not known signed nothing', async () => {
  const claim = { networkId: 'cosmos:hub', address: 'a', message: 'm', signature: '0x' }
  expect(await checkSignature(claim, askNobody)).toBe(false)
})
