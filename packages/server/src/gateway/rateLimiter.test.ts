import { expect, test } from 'vitest'
import { createClientKey } from './clientKey.ts'
import { createRateLimiter } from './rateLimiter.ts'

function createTimed(capacity: number, refillPerSecond: number, maxBuckets?: number) {
  const time = { now: 0 }
  return { time, limiter: createRateLimiter({ clock: { now: () => time.now }, capacity, refillPerSecond, maxBuckets }) }
}

test('tokens run out and come back at the given rate', () => {
  const { time, limiter } = createTimed(4, 2)
  expect(limiter.take('a', 4)).toBeUndefined()
  expect(limiter.take('a', 3)).toBe(2)
  time.now = 1500
  expect(limiter.take('a', 3)).toBeUndefined()
  expect(limiter.take('a', 1)).toBe(1)
})

test('a refusal takes nothing', () => {
  const { limiter } = createTimed(4, 1)
  expect([limiter.take('a', 3), limiter.take('a', 2), limiter.take('a', 1)]).toEqual([undefined, 1, undefined])
})

test('a full bucket never holds more than its capacity', () => {
  const { time, limiter } = createTimed(4, 1)
  limiter.take('a', 1)
  time.now = 1e9
  expect([limiter.take('a', 4), limiter.take('a', 1)]).toEqual([undefined, 1])
})

test('a call that costs more than the capacity passes on a full bucket, so that it is possible at all', () => {
  const { limiter } = createTimed(4, 1)
  expect([limiter.take('a', 100), limiter.take('a', 100)]).toEqual([undefined, 4])
})

test('a clock that goes back gives no tokens and takes none', () => {
  const { time, limiter } = createTimed(2, 1)
  time.now = 10_000
  limiter.take('a', 1)
  time.now = 0
  expect([limiter.take('a', 1), limiter.take('a', 1)]).toEqual([undefined, 1])
})

test('SEC-108: memory is bounded, and the client in use keeps its bucket', () => {
  const { limiter } = createTimed(10, 1, 100)
  limiter.take('busy', 10)
  for (let count = 0; count < 5_000; count += 1) {
    limiter.take(`flood${count}`, 1)
    if (count % 50 === 0) expect(limiter.take('busy', 5)).toBe(5)
  }
  expect(limiter.size()).toBeLessThanOrEqual(100)
  expect(limiter.size()).toBeGreaterThanOrEqual(50)
})

test.each([
  ['an IPv4 client', '1.2.3.4', undefined, '1.2.3.4'],
  ['an IPv4 client in IPv6 dress', '::ffff:1.2.3.4', undefined, '1.2.3.4'],
  ['an IPv6 client by its /64', '2a00:1450:4001:0830::200e', undefined, '2a00:1450:4001:830::/64'],
  ['its neighbour in the same /64', '2a00:1450:4001:830:1:2:3:4', undefined, '2a00:1450:4001:830::/64'],
  ['a stranger with a header', '1.2.3.4', '9.9.9.9', '1.2.3.4'],
  ['a trusted proxy', '10.0.0.1', '9.9.9.9', '9.9.9.9'],
  ['a trusted proxy in IPv6 dress', '::ffff:10.0.0.1', '9.9.9.9', '9.9.9.9'],
  ['two trusted proxies', 'fd00::1', '8.8.8.8, 9.9.9.9, 10.3.4.5', '9.9.9.9'],
  ['a trusted proxy without a header', '10.0.0.1', undefined, '10.0.0.1'],
  ['a trusted proxy with nonsense', '10.0.0.1', 'unknown', '10.0.0.1'],
])('SEC-108: %s counts as itself', (_name, remote, forwarded, expected) => {
  expect(createClientKey(['10.0.0.0/8', 'fd00::1'])(remote, forwarded)).toBe(expected)
})
