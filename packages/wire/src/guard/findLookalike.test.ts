import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLookalike, type KnownAddress } from './findLookalike.ts'

const known = (address: string): KnownAddress => ({ address, relation: 'recent' })
const digits = (length: number) =>
  fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length }).map((all) => all.join(''))

test('SEC-94: every address with the same first 4 and last 4 characters is taken for the known one, and the rest is marked', () => {
  fc.assert(
    fc.property(digits(4), digits(32), digits(32), digits(4), (start, one, other, end) => {
      fc.pre(one !== other)
      const found = findLookalike(`0x${start}${one}${end}`, [
        known(`0x${start}${other}${end}`.toUpperCase().replace('X', 'x')),
      ])
      expect(found?.positions).toEqual([...one].flatMap((digit, at) => (digit === other[at] ? [] : [at + 6])))
    }),
  )
})

test('SEC-94: one that looks the same when it is cut short on screen is taken for it as well', () => {
  const found = findLookalike(`0xab${'1'.repeat(32)}123456`, [known(`0xab${'2'.repeat(32)}123456`)])
  expect(found?.positions).toHaveLength(32)
})

test('the known address itself, in any case, resembles nobody', () => {
  const address = `0x${'ab'.repeat(20)}`
  const twin = `0xabab${'cd'.repeat(16)}abab`
  expect(findLookalike(address.toUpperCase().replace('X', 'x'), [known(twin), known(address)])).toBeUndefined()
})

test('one whose ends differ is no lookalike', () => {
  const address = `0xabcd${'0'.repeat(32)}abcd`
  expect(findLookalike(`0xaccd${'0'.repeat(32)}abcd`, [known(address)])).toBeUndefined()
  expect(findLookalike(`0xabcd${'0'.repeat(32)}abce`, [known(address)])).toBeUndefined()
})

test('of several the most alike is named', () => {
  const far = known(`0xabcd${'1'.repeat(32)}abcd`)
  const near = known(`0xabcd${'0'.repeat(31)}1abcd`)
  expect(findLookalike(`0xabcd${'0'.repeat(32)}abcd`, [far, near])?.known).toBe(near)
})

test('addresses of Solana keep their case, and may differ in length', () => {
  const address = 'So11111111111111111111111111111111111111112'
  expect(findLookalike('So11111111111111111111111111111111111111112'.toLowerCase(), [known(address)])).toBeUndefined()
  expect(
    findLookalike('So1122222222222222222222222222222222222111112', [known(address)])?.positions.length,
  ).toBeGreaterThan(0)
})

test('any texts at all are compared without a failure', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      findLookalike(one, [known(other)])
    }),
  )
})
