import { expect, test } from 'vitest'
import { formatAgo } from './formatAgo.ts'

test('the largest whole unit is said', () => {
  expect([0, 12_000, 60_000, 3_599_999, 7_200_000, 90_000_000].map((ms) => formatAgo(ms, 'en'))).toEqual([
    'now',
    '12 seconds ago',
    '1 minute ago',
    '59 minutes ago',
    '2 hours ago',
    'yesterday',
  ])
})

test('a clock that was set back says now, never a time to come', () => {
  expect(formatAgo(-5_000, 'en')).toBe('now')
})
