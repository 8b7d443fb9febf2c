import { createFakeServices } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { CACHE_ENTRIES, writeCache } from './writeCache.ts'

const CACHE = { prefix: 'cache/identity/', lifetimeMs: 300_000 }

test('a cache has a largest size: the longest unused entry goes first, and nothing that is not of this cache', () => {
  const { storage } = createFakeServices()
  storage.set('eip155/connector', 'kept')
  storage.set('cache/walletConnect/calls', 'kept')
  for (let at = 1; at <= CACHE_ENTRIES; at += 1) writeCache(storage, CACHE, `0x${at}`, { at })
  writeCache(storage, CACHE, '0x1', { at: 100 })
  writeCache(storage, CACHE, 'new', { at: 101 })
  const names = storage.names().filter((name) => name.startsWith(CACHE.prefix))
  expect(names).toHaveLength(CACHE_ENTRIES)
  expect(names).toContain('cache/identity/0x1')
  expect(names).not.toContain('cache/identity/0x2')
  expect([storage.get('eip155/connector'), storage.get('cache/walletConnect/calls')]).toEqual(['kept', 'kept'])
})

test('what is too old, from a clock that was put back, or unreadable goes with the next entry', () => {
  const { storage } = createFakeServices()
  for (const [key, text] of [
    ['old', '{"at":1}'],
    ['later', '{"at":9999999}'],
    ['broken', '{'],
    ['null', 'null'],
    ['fresh', '{"at":400000}'],
  ]) {
    storage.set(`${CACHE.prefix}${key}`, `${text}`)
  }
  writeCache(storage, CACHE, 'new', { at: 400_001 })
  expect([...storage.names()].sort()).toEqual(['cache/identity/fresh', 'cache/identity/new'])
})
