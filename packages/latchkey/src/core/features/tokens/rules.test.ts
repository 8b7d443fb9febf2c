import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filterTokens, formatAmount, formatFiat, getHead, getTotal, sortTokens, toQuantity, toUnits } from './rules.ts'
import type { Token } from './state.ts'

const token = (parts: Partial<Token>): Token => ({
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  address: undefined,
  value: undefined,
  price: undefined,
  quantity: { decimals: 18, numeric: '1' },
  iconUrl: undefined,
  ...parts,
})

const anyToken = fc.record({
  name: fc.string(),
  symbol: fc.string({ maxLength: 6 }),
  chainId: fc.constant('eip155:1'),
  address: fc.option(fc.string(), { nil: undefined }),
  value: fc.option(fc.double({ min: 0, max: 1e12, noNaN: true }), { nil: undefined }),
  price: fc.constant(undefined),
  quantity: fc.record({ decimals: fc.nat(24), numeric: fc.constant('1') }),
  iconUrl: fc.constant(undefined),
})

const units = fc.bigInt({ min: 0n, max: 10n ** 40n })
const decimals = fc.nat(24)

test('base units survive the way to a decimal string and back', () => {
  fc.assert(fc.property(units, decimals, (value, places) => toUnits(toQuantity(value, places), places) === value))
})

test('a decimal string never has an exponent, a bare point or trailing zeros', () => {
  fc.assert(
    fc.property(units, decimals, (value, places) => /^(0|[1-9]\d*)(\.\d*[1-9])?$/.test(toQuantity(value, places))),
  )
})

test.each([
  ['1.5', 6, 1_500_000n],
  ['5.', 0, 5n],
  ['0.1234567', 6, 123_456n],
  ['007', 2, 700n],
])('%s with %i decimals is %s base units', (quantity, places, expected) => {
  expect(toUnits(quantity, places)).toBe(expected)
})

test.each(['', '-1', '1e5', '0x10', '.5', '1,5', 'NaN', ' 1', '1 '])('%j is no quantity', (quantity) => {
  expect(toUnits(quantity, 18)).toBeUndefined()
  expect(formatAmount(quantity)).toBe('—')
})

test.each([
  ['0', '0'],
  ['1', '1'],
  ['10000', '10,000'],
  ['1.8426', '1.842'],
  ['0.9999', '0.999'],
  ['1234567.8919', '1,234,567.891'],
  ['0.001', '0.001'],
  ['0.0009999', '< 0.001'],
  ['0.000000000000000001', '< 0.001'],
  ['0.000', '0'],
])('a balance of %s reads %s', (quantity, shown) => {
  expect(formatAmount(quantity, { locale: 'en-US' })).toBe(shown)
})

test('an amount beyond 15 digits keeps all of them', () => {
  expect(formatAmount('123456789012345678901234.567', { locale: 'en-US' })).toBe('123,456,789,012,345,678,901,234.567')
})

test('digits can be chosen', () => {
  expect(formatAmount('240', { locale: 'en-US', digits: 5 })).toBe('240')
  expect(formatAmount('1.8426019', { locale: 'en-US', digits: 5 })).toBe('1.8426')
  expect(formatAmount('0.000001', { locale: 'en-US', digits: 5 })).toBe('< 0.00001')
})

test('amounts follow the locale', () => {
  expect(formatAmount('1234.5', { locale: 'de-DE' })).toBe('1.234,5')
  expect(formatFiat(1234.5, { locale: 'de-DE', currency: 'EUR' })).toBe('1.234,50\u00a0€')
})

test('a shown balance is never more than what is there, nor less by a whole last digit', () => {
  fc.assert(
    fc.property(units, fc.integer({ min: 3, max: 24 }), (value, places) => {
      const shown = formatAmount(toQuantity(value, places), { locale: 'en-US' })
      if (shown.startsWith('<')) return value > 0n && value < 10n ** BigInt(places - 3)
      const back = toUnits(shown.replaceAll(',', ''), places)
      return back !== undefined && back <= value && value - back < 10n ** BigInt(places - 3)
    }),
  )
})

test.each([
  [0, '$0.00'],
  [0.004, '< $0.01'],
  [0.01, '$0.01'],
  [0.29, '$0.29'],
  [5528.469, '$5,528.46'],
])('a worth of %d reads %s', (value, shown) => {
  expect(formatFiat(value, { locale: 'en-US' })).toBe(shown)
})

test.each([undefined, Number.NaN, Number.POSITIVE_INFINITY, -1])('a worth of %s has no text', (value) => {
  expect(formatFiat(value)).toBeUndefined()
})

test('the total leaves out unknown worth and says so', () => {
  expect(getTotal([])).toEqual({ value: 0, isComplete: true })
  expect(getTotal([token({ value: 2 }), token({ value: 0.5 })])).toEqual({ value: 2.5, isComplete: true })
  expect(getTotal([token({ value: 2 }), token({})])).toEqual({ value: 2, isComplete: false })
})

test('the total does not depend on the order by more than rounding', () => {
  fc.assert(
    fc.property(fc.array(anyToken), (tokens) => {
      const there = getTotal(tokens).value
      const back = getTotal([...tokens].reverse()).value
      return Math.abs(there - back) <= 1e-9 * Math.max(1, there)
    }),
  )
})

test('tokens are sorted by worth, unknown last, the native coin first among equals', () => {
  const sorted = sortTokens([
    token({ symbol: 'ZZZ', address: 'eip155:1:0x2' }),
    token({ symbol: 'AAA', address: 'eip155:1:0x1' }),
    token({ symbol: 'ETH' }),
    token({ symbol: 'LOW', value: 0, address: 'eip155:1:0x3' }),
    token({ symbol: 'TOP', value: 9, address: 'eip155:1:0x4' }),
  ])
  expect(sorted.map((item) => item.symbol)).toEqual(['TOP', 'LOW', 'ETH', 'AAA', 'ZZZ'])
})

test('sorting keeps every token, changes nothing in place, and is the same from any order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyToken, { selector: (item) => `${item.value}|${item.symbol}|${item.address}` }),
      (tokens) => {
        const before = [...tokens]
        const sorted = sortTokens(tokens)
        expect(tokens).toEqual(before)
        expect(new Set(sorted)).toEqual(new Set(tokens))
        expect(sortTokens([...tokens].reverse())).toEqual(sorted)
      },
    ),
  )
})

test('tokens without decimals are left out', () => {
  const spam = token({ quantity: { decimals: 0, numeric: '1000' } })
  expect(filterTokens([token({}), spam])).toEqual([token({})])
})

test('the native balance is the token list’s where it has one, else the chain’s own', () => {
  const native = { value: 7n, decimals: 18, symbol: 'ETH' }
  const listed = token({ quantity: { decimals: 18, numeric: '0.5' } })
  expect(getHead({ tokens: [listed], native }, 'eip155:1')).toEqual({ numeric: '0.5', symbol: 'ETH' })
  const elsewhere = token({ chainId: 'eip155:10' })
  expect(getHead({ tokens: [elsewhere], native }, 'eip155:1')).toEqual({
    numeric: '0.000000000000000007',
    symbol: 'ETH',
  })
  expect(getHead({ tokens: undefined, native: undefined }, 'eip155:1')).toBeUndefined()
})

test("where the site names a token its amount stands for the account, and no other thing's while it is not known", () => {
  const address = `0x${'aB'.repeat(20)}`
  const own = { address }
  const native = { value: 7n, decimals: 18, symbol: 'ETH' }
  const listed = token({ address: `eip155:1:${address.toLowerCase()}`, symbol: 'USD' })
  expect(getHead({ tokens: [token({}), listed], native }, 'eip155:1', own)).toEqual({ numeric: '1', symbol: 'USD' })
  expect(getHead({ tokens: [token({})], native }, 'eip155:1', own)).toBeUndefined()
})
