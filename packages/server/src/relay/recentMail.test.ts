import { expect, test } from 'vitest'
import type { StoredMessage } from './engine.ts'
import { createRecentMail, OLDER_TOPICS } from './recentMail.ts'

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

test('a page holds what others published, what has not run out, and what the client has not received', () => {
  const recent = createRecentMail([])
  const first = compose('topic', 'first')
  for (const message of [first, compose('topic', 'gone', NOW), compose('topic', 'last')]) recent.add(message)
  expect(textsOf(recent.read(bob('topic'), NOW))).toEqual(['first', 'last'])
  expect(textsOf(recent.read(bob('topic', first.row), NOW))).toEqual(['last'])
  expect(recent.read({ ...bob('topic'), clientId: 'alice' }, NOW)).toEqual([])
  recent.receive('bob', first.row)
  expect(textsOf(recent.read(bob('topic'), NOW))).toEqual(['last'])
  expect(recent.countUnread('topic', NOW)).toBe(1)
})

test('a client that has not received what another one has asks the mailbox, and who has received it does not', () => {
  const recent = createRecentMail([])
  const [first, last] = [compose('topic', 'first'), compose('topic', 'last')]
  for (const message of [first, last]) recent.add(message)
  recent.receive('bob', first.row)
  const carol = { ...bob('topic'), clientId: 'carol' }
  expect(recent.read(carol, NOW)).toBeUndefined()
  expect(textsOf(recent.read({ ...carol, afterRow: first.row }, NOW))).toEqual(['last'])
  recent.receive('carol', first.row)
  expect(textsOf(recent.read(carol, NOW))).toEqual(['last'])
  expect(textsOf(recent.read(bob('topic'), NOW))).toEqual(['last'])
})

test('what was received does not count for the 16 MB, but for the number of messages', () => {
  const recent = createRecentMail([])
  for (const topic of ['a', 'b', 'c']) {
    const message = compose(topic, 'x'.repeat(7_000_000))
    recent.add(message)
    recent.receive('bob', message.row)
  }
  expect(recent.read(bob('a'), NOW)).toEqual([])
  for (let index = 0; index < 32_766; index++) recent.add(compose('many', ''))
  expect(recent.read(bob('a'), NOW)).toBeUndefined()
  expect(recent.read(bob('b'), NOW)).toEqual([])
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

test('with too many older topics nothing is remembered', () => {
  const recent = createRecentMail(Array.from({ length: OLDER_TOPICS }, (_, index) => `old${index}`))
  recent.add(compose('new', 'one'))
  recent.forget()
  expect(recent.read(bob('newer'), NOW)).toBeUndefined()
  recent.add(compose('newer', 'two'))
  expect(recent.countUnread('newer', NOW)).toBeUndefined()
})
