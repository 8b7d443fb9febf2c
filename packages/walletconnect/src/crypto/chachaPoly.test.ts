import { createCipheriv, createDecipheriv } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from './bytes.ts'
import { makeBlock, makeStart, poly1305, seal, TAG_LENGTH, unseal } from './chachaPoly.ts'

const bytes = (hex: string) => fromHex(hex, hex.length / 2)
const ones = (length: number) => new Uint8Array(length).fill(255)

/** The same by OpenSSL. */
function sealElsewhere(key: Uint8Array, nonce: Uint8Array, plain: Uint8Array): string {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_LENGTH })
  return cipher.update(plain, undefined, 'hex') + cipher.final('hex') + cipher.getAuthTag().toString('hex')
}

describe('RFC 8439', () => {
  it('2.3.2: a block of the stream', () => {
    const key = Uint8Array.from({ length: 32 }, (_, index) => index)
    const start = makeStart({ key, nonce: bytes('000000090000004a00000000') })
    start[12] = 1
    expect(toHex(makeBlock(start))).toBe(
      '10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4ed2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e',
    )
  })

  it('2.5.2: a tag', () => {
    const key = bytes('85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b')
    const text = new TextEncoder().encode('Cryptographic Forum Research Group')
    expect(toHex(poly1305(key, text))).toBe('a8061dc1305136c6c22b8baf0c0127a9')
  })

  // Where a carry is lost by an implementation that is a little wrong (appendix A.3, vectors 7 to 11).
  it.each([
    ['02', '00', 'ffffffffffffffffffffffffffffffff', '03000000000000000000000000000000'],
    ['02', 'ff', '02000000000000000000000000000000', '03000000000000000000000000000000'],
    [
      '01',
      '00',
      'fffffffffffffffffffffffffffffffff0ffffffffffffffffffffffffffffff11000000000000000000000000000000',
      '05000000000000000000000000000000',
    ],
    [
      '01',
      '00',
      'fffffffffffffffffffffffffffffffffbfefefefefefefefefefefefefefefe01010101010101010101010101010101',
      '00000000000000000000000000000000',
    ],
    ['02', '00', 'fdffffffffffffffffffffffffffffff', 'faffffffffffffffffffffffffffffff'],
  ])('A.3: r %s…, s %s…, %s', (r, s, text, tag) => {
    const key = bytes(r.padEnd(32, '0') + s.repeat(16))
    expect(toHex(poly1305(key, bytes(text)))).toBe(tag)
  })
})

describe('OpenSSL', () => {
  it('seals the same bytes, whatever key, nonce and length, and opens to the same text', () => {
    const of = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
    fc.assert(
      fc.property(of(32), of(12), fc.uint8Array({ maxLength: 400 }), (key, nonce, plain) => {
        const sealed = seal({ key, nonce }, plain)
        expect(toHex(sealed)).toBe(sealElsewhere(key, nonce, plain))
        expect(unseal({ key, nonce }, sealed)).toEqual(plain)
      }),
      { numRuns: 500 },
    )
  })

  it.each([0, 1, 15, 16, 17, 63, 64, 65, 127, 128, 129, 100_000])(
    'seals %i bytes of ones under a key of ones',
    (length) => {
      const key = ones(32)
      const nonce = ones(12)
      expect(toHex(seal({ key, nonce }, ones(length)))).toBe(sealElsewhere(key, nonce, ones(length)))
    },
  )

  it('opens what is sealed here', () => {
    const key = bytes('1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0')
    const nonce = bytes('000000000102030405060708')
    const sealed = seal({ key, nonce }, new TextEncoder().encode('Würfel, 賽子, 🎲'))
    const opener = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_LENGTH })
    opener.setAuthTag(sealed.subarray(-TAG_LENGTH))
    expect(Buffer.concat([opener.update(sealed.subarray(0, -TAG_LENGTH)), opener.final()]).toString()).toBe(
      'Würfel, 賽子, 🎲',
    )
  })
})

describe('what does not open', () => {
  const keys = { key: ones(32), nonce: ones(12) }
  const plain = new TextEncoder().encode('eleven bytes')
  const sealed = seal(keys, plain)

  it('a single changed bit, wherever it is', () => {
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = sealed.slice()
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7))
      expect(unseal(keys, changed)).toBeUndefined()
    }
  })

  it('one that was cut, another key, another nonce', () => {
    for (let length = 0; length < sealed.length; length += 1)
      expect(unseal(keys, sealed.subarray(0, length))).toBeUndefined()
    expect(unseal({ ...keys, key: new Uint8Array(32) }, sealed)).toBeUndefined()
    expect(unseal({ ...keys, nonce: new Uint8Array(12) }, sealed)).toBeUndefined()
  })

  it('what was given stays as it was', () => {
    const before = toHex(sealed)
    expect(unseal(keys, sealed)).toEqual(plain)
    expect(toHex(sealed)).toBe(before)
    expect(new TextDecoder().decode(plain)).toBe('eleven bytes')
  })
})
