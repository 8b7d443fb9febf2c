import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { systemClock } from './systemClock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('waits longer than a timer of the platform can, and can be called off at any time', () => {
  const month = 30 * 24 * 3600 * 1000
  let runs = 0
  systemClock.after(month, () => {
    runs += 1
  })
  const stop = systemClock.after(month, () => {
    runs += 100
  })
  vi.advanceTimersByTime(month - 1)
  expect(runs).toBe(0)
  stop()
  vi.advanceTimersByTime(1)
  expect(runs).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})
