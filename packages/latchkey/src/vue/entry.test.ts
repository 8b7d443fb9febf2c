import { expect, test } from 'vitest'
import * as entry from './index.ts'

test('F-49: latchkey/vue is imported where there is no page', () => {
  expect([typeof window, typeof document]).toEqual(['undefined', 'undefined'])
  expect(Object.keys(entry)).toContain('useAccount')
})
