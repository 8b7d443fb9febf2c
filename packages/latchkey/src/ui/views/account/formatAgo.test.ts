import { expect, test } from 'vitest'
import { formatAgo } from './formatAgo.ts'

const english = { locale: 'en', region: 'en-GB' }

test('the largest whole unit is said', () => {
  expect([0, 12_000, 60_000, 3_599_999, 7_200_000, 90_000_000].map((ms) => formatAgo(ms, english))).toEqual([
    'now',
    '12 seconds ago',
    '1 minute ago',
    '59 minutes ago',
    '2 hours ago',
    'yesterday',
  ])
})

test('a clock that was set back says now, never a time to come', () => {
  expect(formatAgo(-5_000, english)).toBe('now')
})

test('a time is said in the language of the words, and counted as its region counts', () => {
  expect(formatAgo(300_000, { locale: 'en', region: 'sv-SE' })).toBe('5 minutes ago')
  expect(formatAgo(300_000, { locale: 'de', region: 'de-AT' })).toBe('vor 5 Minuten')
  expect(formatAgo(300_000, { locale: 'ar', region: 'ar-u-nu-latn' })).toContain('5')
  expect(formatAgo(300_000, { locale: 'zh-TW', region: 'zh-HK' })).toMatch(/^5 ?分鐘前$/)
})
