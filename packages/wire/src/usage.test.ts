import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseWith } from './endpoint.ts'
import { getAnalyticsConfig } from './http/analyticsConfig.ts'
import { sendEvent } from './http/events.ts'
import { askAnalytics, readAnalytics, tellEvent } from './usage.ts'

test('whether events are wanted is read by hand as the schema reads it', () => {
  const answer = fc.oneof(fc.record({ isAnalyticsEnabled: fc.oneof(fc.boolean(), fc.anything()) }), fc.anything())
  fc.assert(
    fc.property(answer, (value) => {
      const parsed = parseWith(getAnalyticsConfig.answer, value)
      expect(readAnalytics(value)).toBe(parsed.ok && parsed.value.isAnalyticsEnabled)
    }),
    { numRuns: 300 },
  )
  expect(readAnalytics({ isAnalyticsEnabled: true })).toBe(true)
})

test('a page that has loaded no schema asks and sends where the schemas say', () => {
  expect(askAnalytics.path).toBe(getAnalyticsConfig.path)
  expect(tellEvent.path).toBe(sendEvent.path)
})
