import { expect, test } from 'vitest'
import { createWeighedCache } from './weighedCache.ts'

function setUp() {
  const time = { now: 0 }
  const cache = createWeighedCache<string>({
    clock: { now: () => time.now },
    maxBytes: 20,
    weigh: (value) => value.length,
    lifetimeMs: (value) => (value === 'short' ? 10 : 1_000),
  })
  let reads = 0
  const get = (key: string, value: string) =>
    cache.get(key, async () => {
      reads += 1
      return value
    })
  return { time, cache, get, reads: () => reads }
}

test('what is asked for at the same time is read once', async () => {
  const { get, reads } = setUp()
  expect(await Promise.all([get('a', 'one'), get('a', 'two')])).toEqual(['one', 'one'])
  expect(reads()).toBe(1)
})

test('the entries that were asked for longest ago go when it is too heavy, and what is too heavy by itself is not kept', async () => {
  const { get, cache } = setUp()
  await get('a', '12345')
  await get('b', '12345')
  await get('a', '')
  await get('c', '12345678')
  expect(['a', 'b', 'c'].map((key) => cache.has(key))).toEqual([true, false, true])
  await get('d', 'x'.repeat(21))
  expect(cache.has('d')).toBe(false)
  expect(cache.weight()).toBe(15)
})

test('each value has a life of its own, and a failure has none', async () => {
  const { get, cache, time, reads } = setUp()
  await get('a', 'short')
  time.now = 10
  expect(await get('a', 'long')).toBe('long')
  await expect(cache.get('b', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await get('b', 'up')).toBe('up')
  expect(reads()).toBe(3)
})
