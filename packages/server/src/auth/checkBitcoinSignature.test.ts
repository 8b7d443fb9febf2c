import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, TEST_NETWORK, WIF } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { checkBitcoinSignature } from './checkBitcoinSignature.ts'

const MAINNET = 'bip122:000000000019d6689c085ae165831e93'
const TESTNET = 'bip122:000000000933ea01ad0ee984209779ba'
const P2WPKH = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'

const check = (message: string, address: string, signature: string, networkId = MAINNET) =>
  checkBitcoinSignature({ networkId, address, message, signature })

/** Source: bip-0322/basic-test-vectors.json and generated-test-vectors.json of the BIPs, `simple`, addresses of one key. */
const SIMPLE: readonly (readonly [message: string, address: string, signature: string])[] = [
  [
    '',
    P2WPKH,
    'smpAkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    '',
    P2WPKH,
    'smpAkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
  [
    'Hello World',
    P2WPKH,
    'smpAkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    'Hello World',
    P2WPKH,
    'smpAkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
  [
    'No prefix fallback',
    'bc1pss0zhytly75awhm6x2hhvd5lnzv3vssgrf9axfheq8ldyzn88ges79fler',
    'AUCJYOwOjxYAvatTAGYaVlNXBVyFuc4MwNQkOuK2tl8xhfKDONd0NjfYyNSYcRqeCp8hsAnCEPHAVEkO9h6vbQ/R',
  ],
  [
    'ESHJI7MWUL64AXHBI42L3UR4QA',
    'bc1qkntwc3c4dzxh9xh6875l03fn3vkk023jgak3u7',
    'AkcwRAIgCYHF/vn67iZX5WBimh84kqD6pTME6eNCMGhfFnnwCNECIAF3nMCk/RfLit+uv8a8FgfQIw0f0ASE21GSz7rX17PsASEDTA2vM8bOtUFgvenSDUmvkq7aWNwoTB0CMiM6carHY1s=',
  ],
  [
    'TPIZPITUIHEUHO5ACOL6W6MBVD',
    'bc1p9cyuceaazr8cz46mvgkzl94wy397mwpqsrk84su37t72jvkg6wzqv52nfp',
    'AUBay6NwR4LEYedkTG+vE9F7C0RTOCB5NH6ZAqf+3hudjHIkOzSZk1jW/5Kt0wRKX3llJ25os+0qktdou4/Y8516',
  ],
]

/** Source: the same files, `error`, those about simple signatures of one key. */
const ERRORS: readonly (readonly [description: string, message: string, address: string, signature: string])[] = [
  ['invalid base64 encoding', '', P2WPKH, 'not-valid-base64!!!'],
  ['empty signature', '', P2WPKH, ''],
  ['wrong message', 'Wrong message that was not signed', P2WPKH, SIMPLE[0]?.[2] ?? ''],
  [
    'signed for different address',
    '',
    'bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9',
    SIMPLE[0]?.[2] ?? '',
  ],
  ['empty witness stack', '', P2WPKH, 'smpAA=='],
  ['invalid signature prefix', '', P2WPKH, 'fooAA=='],
  [
    'incorrect prefix type',
    'incorrect prefix',
    'bc1pyrgrm6cu6n54jrvkdjd9rvyd3xfyu84s2623awu2srn6mxhscwpsm5644w',
    'fulAUDZwFXUp+adN+/UZj5dVrGAbB3zKs1Vcalz5fCF9srxS63eSWNGvH1NYbrBkPt1BJDUyWUz9zgUxfc63/QheT6M',
  ],
  ['wrong message for p2wpkh', 'OVKTTPEFKLUOTAOJSPCKIHCQZW', SIMPLE[5]?.[1] ?? '', SIMPLE[5]?.[2] ?? ''],
  [
    'wrong signer for p2wpkh',
    'ESHJI7MWUL64AXHBI42L3UR4QA',
    'bc1qx3f9s3scavc92s3g2fhwzqzn7qucd37ez03jpf',
    SIMPLE[5]?.[2] ?? '',
  ],
  ['wrong message for p2tr', 'IHUVDIXOZV7EE7RU6CP7JUS57N', SIMPLE[6]?.[1] ?? '', SIMPLE[6]?.[2] ?? ''],
  [
    'wrong signer for p2tr',
    'TPIZPITUIHEUHO5ACOL6W6MBVD',
    'bc1pr72av8sh7qc2ssxs8w0hlj0cl82g2q2dvypngzgsrmd4plml84ksmfyv0q',
    SIMPLE[6]?.[2] ?? '',
  ],
]

describe('SEC-116: BIP-322', () => {
  test.each(SIMPLE)('official vector: "%s" by %s', (message, address, signature) => {
    expect(check(message, address, signature)).toBe(true)
    expect(check(message, address, signature.replace(/^smp/, ''))).toBe(true)
    expect(check(message, address, `smp${signature.replace(/^smp/, '')}`)).toBe(true)
    expect(check(message, address, hex.encode(base64.decode(signature.replace(/^smp/, ''))))).toBe(true)
    expect(check(`${message}.`, address, signature)).toBe(false)
  })

  test.each(ERRORS)('official vector, refused: %s', (_description, message, address, signature) => {
    expect(check(message, address, signature)).toBe(false)
  })

  test('an address of another network did not sign, though its key did', () => {
    const [message, address, signature] = SIMPLE[2] ?? ['', '', '']
    expect(check(message, address, signature, TESTNET)).toBe(false)
    expect(check(message, address, signature, 'bip122:ffffffffffffffffffffffffffffffff')).toBe(false)
    const key = secp256k1.getPublicKey(SECRET)
    const there = p2wpkh(key, TEST_NETWORK).address ?? ''
    expect(check(message, there, signature, TESTNET)).toBe(true)
    expect(check(message, there, signature, MAINNET)).toBe(false)
  })

  test('a signature hash type that does not cover the whole transaction is refused', () => {
    const bytes = base64.decode((SIMPLE[6]?.[2] ?? '').replace(/^smp/, ''))
    const withType = (type: number) => base64.encode(new Uint8Array([0x01, 0x41, ...bytes.subarray(2), type]))
    for (const type of [0x02, 0x03, 0x81]) {
      expect(check(SIMPLE[6]?.[0] ?? '', SIMPLE[6]?.[1] ?? '', withType(type))).toBe(false)
    }
  })
})

/** The key of the vectors. */
const SECRET = WIF(NETWORK).decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k')
const KEY = secp256k1.getPublicKey(SECRET)

/** 65 bytes as wallets of before BIP-322 make them. `header` is 27 for a key in full, 31 P2PKH, 35 P2SH-P2WPKH, 39 P2WPKH. */
function signLegacy(message: string, header: number): string {
  const text = new TextEncoder().encode(message)
  const magic = new TextEncoder().encode('\x18Bitcoin Signed Message:\n')
  const hash = sha256(sha256(new Uint8Array([...magic, text.length, ...text])))
  const signature = secp256k1.sign(hash, SECRET, { prehash: false, format: 'recovered' })
  return base64.encode(new Uint8Array([header + (signature[0] ?? 0), ...signature.subarray(1)]))
}

describe('signatures of 65 bytes', () => {
  const addresses = {
    P2PKH: p2pkh(KEY).address ?? '',
    P2WPKH: p2wpkh(KEY).address ?? '',
    'P2SH-P2WPKH': p2sh(p2wpkh(KEY)).address ?? '',
    P2TR: p2tr(KEY.subarray(1)).address ?? '',
  }

  test.each([
    ['P2PKH', 31, ['P2PKH', 'P2WPKH', 'P2SH-P2WPKH']],
    ['P2SH-P2WPKH', 35, ['P2SH-P2WPKH']],
    ['P2WPKH', 39, ['P2WPKH']],
  ] as const)('with the header of %s count for the addresses that wallets use it for', (_kind, header, counted) => {
    const signature = signLegacy('Hello World', header)
    const accepted = Object.entries(addresses).filter(([, address]) => check('Hello World', address, signature))
    expect(accepted.map(([kind]) => kind)).toEqual(counted)
  })

  test('with the header of a key in full count for its own P2PKH address alone', () => {
    const full = p2pkh(secp256k1.getPublicKey(SECRET, false)).address ?? ''
    const signature = signLegacy('Hello World', 27)
    expect(check('Hello World', full, signature)).toBe(true)
    for (const address of Object.values(addresses)) expect(check('Hello World', address, signature)).toBe(false)
  })

  test('count for no other text', () => {
    expect(check('Hello world', addresses.P2PKH, signLegacy('Hello World', 31))).toBe(false)
  })
})
