import fc from 'fast-check'
import { getAddress, numberToHex, stringToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { bytesToHex, isHex, parseQuantity, toQuantity, utf8ToHex } from './hex.ts'
import { isAddress } from './isAddress.ts'
import { parseChainId } from './parseChainId.ts'
import { parseAccounts, toChecksumAddress } from './toChecksumAddress.ts'

const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(bytesToHex)

describe('quantities', () => {
  it('are lower case without leading zeros, and read back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (value) => {
        expect(toQuantity(value)).toBe(numberToHex(value))
        expect(parseQuantity(toQuantity(value))).toBe(value)
      }),
    )
  })

  it.each(['', '0x', '1', '0xg', `0x${'f'.repeat(65)}`, 5, null, undefined, {}])('%o is none', (value) => {
    expect(parseQuantity(value)).toBeUndefined()
  })
})

describe('utf8ToHex', () => {
  it('takes every text as a text, also one that looks like hexadecimal', () => {
    expect(utf8ToHex('0x1234')).toBe('0x307831323334')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(utf8ToHex(text)).toBe(stringToHex(text))
      }),
    )
  })
})

describe('isHex', () => {
  it('wants whole bytes', () => {
    expect([isHex('0x'), isHex('0xAb'), isHex('0xabc'), isHex('ab'), isHex(1)]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

describe('parseChainId', () => {
  it.each([
    ['0x1', 1],
    ['0x01', 1],
    ['0X89', 137],
    ['137', 137],
    [10, 10],
    ['0x7a69', 31_337],
  ])('reads %o as %i', (value, chainId) => {
    expect(parseChainId(value)).toBe(chainId)
  })

  it.each([
    '',
    '0x',
    'eip155:1',
    '-1',
    '1.5',
    1.5,
    0,
    '0x0',
    Number.NaN,
    '0xffffffffffffffffffff',
    null,
    undefined,
    ['0x1'],
    1n,
  ])('reads nothing from %o', (value) => {
    expect(parseChainId(value)).toBeUndefined()
  })
})

describe('toChecksumAddress', () => {
  it('gives the addresses of EIP-55', () => {
    for (const checksummed of [
      '0x52908400098527886E0F7030069857D2E4169EE7',
      '0xde709f2102306220921060314715629080e2fb77',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    ]) {
      expect(toChecksumAddress(checksummed.toLowerCase() as `0x${string}`)).toBe(checksummed)
    }
  })

  it('agrees with another library on any address, in whatever case it comes', () => {
    fc.assert(
      fc.property(address, fc.boolean(), (value, isUpper) => {
        const given = isUpper ? (`0x${value.slice(2).toUpperCase()}` as const) : value
        expect(toChecksumAddress(given)).toBe(getAddress(value))
      }),
    )
  })

  it('knows an address from what is none', () => {
    expect(isAddress(`0x${'aB'.repeat(20)}`)).toBe(true)
    for (const value of [`0x${'ab'.repeat(19)}`, 'ab'.repeat(20), `0x${'zz'.repeat(20)}`, 1, undefined]) {
      expect(isAddress(value)).toBe(false)
    }
  })
})

describe('parseAccounts', () => {
  it('keeps the order, drops doubles in another case and what is no address', () => {
    const first = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    const second = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
    expect(parseAccounts([first.toLowerCase(), 'nobody', null, second, first])).toEqual([first, second])
  })

  it('gives none for what is no list', () => {
    for (const value of [undefined, null, 'x', { 0: 'x', length: 1 }, 5]) expect(parseAccounts(value)).toEqual([])
  })
})
