import { expect, test } from 'vitest'
import type { StoredMessage } from './engine.ts'
import { createRecentMail, RECENT_MESSAGES } from './recentMail.ts'

const NOW = Date.UTC(2026, 2, 1)
let lastRow = 0

function compose(topic: string, message: string, expiresAt = NOW + 1_000): StoredMessage {
  lastRow += 1
  const bare = { publisher: 'alice', tag: 1108, attestation: '', relayAttestation: '', publishedAt: NOW }
  return { ...bare, topic, message, expiresAt, row: lastRow }
}
const bob = (topic: string, afterRow = 0) => ({ topic, clientId: 'bob', afterRow })
const textsOf = (messages: readonly StoredMessage[] | undefined) => messages?.map(({ message }) => message)

test('a topic of before the start is unknown, a new one is known to be empty', () => {
  const recent = createRecentMail(['old'])
  recent.add(compose('old', 'one'))
  expect(recent.read(bob('old'), NOW)).toBeUndefined()
  expect(recent.countUnread('old', NOW)).toBeUndefined()
  expect(recent.read(bob('new'), NOW)).toEqual([])
  expect(recent.countUnread('new', NOW)).toBe(0)
  expect(createRecentMail(undefined).read(bob('new'), NOW)).toBeUndefined()
})

test('a page holds what others published and what has not run out', () => {
  const recent = createRecentMail([])
  const first = compose('topic', 'first')
  for (const message of [first, compose('topic', 'gone', NOW), compose('topic', 'last')]) recent.add(message)
  expect(textsOf(recent.read(bob('topic'), NOW))).toEqual(['first', 'last'])
  expect(textsOf(recent.read(bob('topic', first.row), NOW))).toEqual(['last'])
  expect(recent.read({ ...bob('topic'), clientId: 'alice' }, NOW)).toEqual([])
  expect(recent.countUnread('topic', NOW)).toBe(2)
})

test('a topic of which something was received is asked of the mailbox from then on, and no other one', () => {
  const recent = createRecentMail([])
  const [first, last] = [compose('topic', 'first'), compose('topic', 'last')]
  for (const message of [first, last, compose('other', 'one')]) recent.add(message)
  recent.receive(first.row)
  expect(recent.read(bob('topic'), NOW)).toBeUndefined()
  expect(recent.countUnread('topic', NOW)).toBeUndefined()
  recent.receive(last.row)
  recent.add(compose('topic', 'again'))
  expect(recent.read(bob('topic'), NOW)).toBeUndefined()
  expect(textsOf(recent.read(bob('other'), NOW))).toEqual(['one'])
})

test('what was received does not count for the 16 MB, and many topics that were left are still known to be', () => {
  const recent = createRecentMail([])
  for (let index = 0; index < 10_000; index += 1) {
    const message = compose(`left${index}`, 'x'.repeat(10_000))
    recent.add(message)
    recent.receive(message.row)
  }
  recent.add(compose('topic', 'x'.repeat(16_000_000)))
  expect(recent.read(bob('topic'), NOW)).toHaveLength(1)
  for (let index = 0; index < 10_000; index += 1) expect(recent.read(bob(`left${index}`), NOW)).toBeUndefined()
})

test('a message whose place another one takes is left to the mailbox with its topic', () => {
  const recent = createRecentMail([])
  recent.add(compose('a', 'one'))
  for (let index = 1; index < RECENT_MESSAGES; index += 1) recent.add(compose('many', ''))
  expect(recent.read(bob('a'), NOW)).toHaveLength(1)
  recent.add(compose('many', ''))
  expect(recent.read(bob('a'), NOW)).toBeUndefined()
  expect(recent.countUnread('many', NOW)).toBe(RECENT_MESSAGES)
})

test('pages end after 32 messages or a megabyte', () => {
  const recent = createRecentMail([])
  for (let index = 0; index < 40; index++) recent.add(compose('many', String(index)))
  for (let index = 0; index < 5; index++) recent.add(compose('large', 'x'.repeat(400_000)))
  expect(recent.read(bob('many'), NOW)).toHaveLength(32)
  expect(recent.read(bob('large'), NOW)).toHaveLength(3)
})

test('what has run out is forgotten, and its topic is known to be empty', () => {
  const recent = createRecentMail([])
  recent.add(compose('topic', 'one'))
  recent.expire(NOW + 1_000)
  expect(recent.read(bob('topic'), NOW)).toEqual([])
})

test('beyond 16 MB the oldest topic is left to the mailbox, and after an eviction all of them', () => {
  const recent = createRecentMail([])
  for (const topic of ['a', 'b', 'c']) recent.add(compose(topic, 'x'.repeat(7_000_000)))
  expect(recent.read(bob('a'), NOW)).toBeUndefined()
  expect(recent.read(bob('b'), NOW)).toHaveLength(1)
  recent.add(compose('a', 'again'))
  expect(recent.read(bob('a'), NOW)).toBeUndefined()
  recent.forget()
  expect(recent.read(bob('b'), NOW)).toBeUndefined()
  expect(recent.read(bob('d'), NOW)).toEqual([])
})

test('once too many topics are left to the mailbox all are', () => {
  const recent = createRecentMail(['old0', 'old1', 'old2'], 4)
  recent.add(compose('new', 'one'))
  expect(recent.read(bob('new'), NOW)).toHaveLength(1)
  recent.forget()
  expect(recent.read(bob('newer'), NOW)).toBeUndefined()
  recent.add(compose('newer', 'two'))
  expect(recent.countUnread('newer', NOW)).toBeUndefined()
})
