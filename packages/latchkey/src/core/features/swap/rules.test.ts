import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toQuantity } from '../tokens/rules.ts'
import { getLeast, getMostPaid, MOST_SLIPPAGE, readPaid, SWAP_GAS, toLeast } from './rules.ts'
import { EMPTY_FORM, type SwapToken } from './state.ts'

const token = (decimals: number, address?: string): SwapToken => ({
  key: address ?? 'native',
  address,
  name: 'Token',
  symbol: 'TKN',
  decimals,
  iconUrl: undefined,
  isListed: true,
  takesPermit: false,
})
const units = fc.bigInt({ min: 0n, max: (1n << 200n) - 1n })
const decimals = fc.integer({ min: 0, max: 36 })
const slippage = fc.integer({ min: 0, max: MOST_SLIPPAGE * 100 }).map((bips) => bips / 100)

test('every amount that is written out is read back as the same base units, and nothing is no amount', () => {
  fc.assert(
    fc.property(units, decimals, (amount, digits) => {
      const form = { ...EMPTY_FORM, from: token(digits) }
      const written = toQuantity(amount, digits)
      const asked = amount === 0n ? undefined : amount
      expect(readPaid({ ...form, amount: written })).toBe(asked)
      const withComma = written.replace('.', ',')
      // "1,000" could be one or a thousand.
      const isUnclear = /^[1-9]\d{0,2},\d{3}$/.test(withComma)
      expect(readPaid({ ...form, amount: withComma })).toBe(isUnclear ? undefined : asked)
      // A digit more than the token has is no amount, never a rounded one.
      expect(
        readPaid({ ...form, amount: `${written.includes('.') ? written : `${written}.`}${'0'.repeat(digits)}1` }),
      ).toBeUndefined()
    }),
  )
})

test('the least that comes out is never less than the slippage allows, and never more than the quote', () => {
  fc.assert(
    fc.property(units, slippage, slippage, (got, one, other) => {
      const least = toLeast(got, one)
      const bips = BigInt(Math.round(one * 100))
      expect(least * 10_000n).toBeGreaterThanOrEqual(got * (10_000n - bips))
      expect((least - 1n) * 10_000n).toBeLessThan(got * (10_000n - bips))
      expect(least).toBeLessThanOrEqual(got)
      expect(toLeast(got, Math.max(one, other))).toBeLessThanOrEqual(toLeast(got, Math.min(one, other)))
      expect(toLeast(got, 0)).toBe(got)
      expect(getLeast({ got, isExact: true }, one)).toBe(got)
    }),
  )
})

test('the most of a coin that can be paid leaves the fee, and is never below nothing', () => {
  fc.assert(
    fc.property(units, fc.bigInt({ min: 0n, max: 10n ** 15n }), (balance, wei) => {
      const most = getMostPaid(token(18), balance, wei) ?? -1n
      expect(most).toBeGreaterThanOrEqual(0n)
      expect(most === 0n || most + SWAP_GAS * wei === balance).toBe(true)
      expect(getMostPaid(token(18, '0x1'), balance, wei)).toBe(balance)
      expect(getMostPaid(token(18), balance, undefined)).toBeUndefined()
    }),
  )
})
