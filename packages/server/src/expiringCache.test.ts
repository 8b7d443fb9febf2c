import { expect, test } from 'vitest'
import { createExpiringCache } from './expiringCache.ts'

function createCounted(maxEntries = 10) {
  const time = { now: 0 }
  const cache = createExpiringCache<number>({ clock: { now: () => time.now }, lifetimeMs: 100, maxEntries })
  let reads = 0
  const read = async () => {
    reads += 1
    return reads
  }
  return { cache, time, read, reads: () => reads }
}

test('a value is remembered for its life and no longer', async () => {
  const { cache, time, read } = createCounted()
  expect(await cache.get('a', read)).toBe(1)
  time.now = 99
  expect(await cache.get('a', read)).toBe(1)
  time.now = 100
  expect(await cache.get('a', read)).toBe(2)
})

test('callers at the same time share one read', async () => {
  const { cache, read, reads } = createCounted()
  await Promise.all([cache.get('a', read), cache.get('a', read), cache.get('a', read)])
  expect(reads()).toBe(1)
})

test('a failure is told to those who waited and is not remembered', async () => {
  const { cache, read } = createCounted()
  await expect(cache.get('a', async () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(cache.size()).toBe(0)
  expect(await cache.get('a', read)).toBe(1)
})

test('refresh reads although the value is young', async () => {
  const { cache, read } = createCounted()
  await cache.get('a', read)
  expect(await cache.refresh('a', read)).toBe(2)
  expect(await cache.get('a', read)).toBe(2)
})

test('it never holds more than it may', async () => {
  const { cache, read } = createCounted(3)
  for (const key of ['a', 'b', 'c', 'd', 'e']) await cache.get(key, read)
  expect(cache.size()).toBe(3)
  expect(await cache.get('e', read)).toBe(5)
  expect(await cache.get('a', read)).toBe(6)
})

test('a value may say itself how long it is remembered, and is shared while it is being read', async () => {
  const time = { now: 0 }
  const cache = createExpiringCache<{ lasts: number }>({
    clock: { now: () => time.now },
    lifetimeMs: (value) => value.lasts,
    maxEntries: 5,
  })
  let reads = 0
  let finish: (value: { lasts: number }) => void = () => undefined
  const read = () => {
    reads += 1
    return new Promise<{ lasts: number }>((resolve) => {
      finish = resolve
    })
  }
  const both = Promise.all([cache.get('a', read), cache.get('a', read)])
  time.now = 1_000_000
  const third = cache.get('a', read)
  finish({ lasts: 5 })
  await both
  await third
  expect(reads).toBe(1)
  time.now += 4
  await cache.get('a', read)
  expect(reads).toBe(1)
  time.now += 1
  const later = cache.get('a', read)
  finish({ lasts: 5 })
  await later
  expect(reads).toBe(2)
})
