import { expect, test } from 'vitest'
import { readRetryAfter } from './readRetryAfter.ts'

const NOW = Date.UTC(2026, 0, 1)

test.each([
  [undefined, 0],
  ['', 0],
  ['soon', 0],
  ['-5', 0],
  ['3', 3_000],
  ['0.5', 500],
  ['120', 120_000],
  ['1.25', 1_250],
  ['3 apples', 0],
  ['Thu, 01 Jan 2026 00:00:07 GMT', 7_000],
  ['Wed, 31 Dec 2025 23:59:59 GMT', 0],
])('F-60: Retry-After %j is %i ms', (value, wait) => {
  const headers = new Headers(value === undefined ? {} : { 'retry-after': value })
  expect(readRetryAfter({ headers }, NOW)).toBe(wait)
})
