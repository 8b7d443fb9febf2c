import type { PendingQuestion, StoredMessage } from './engine.ts'
import { bytesOf, PAGE_BYTES, PAGE_MESSAGES } from './mailbox.ts'
import { createTopicFilter } from './topicFilter.ts'

/** Bytes of messages that are remembered until somebody has received them. The oldest topic goes first. */
const RECENT_BYTES = 16_777_216

/** Messages that are remembered. Each takes the place of the one so many rows before it, whose topic goes if that is still there. */
export const RECENT_MESSAGES = 32_768

/** Most topics of a mailbox that are read at the start; of a mailbox with more of them nothing is remembered. About 10 MB of names. */
export const OLDER_TOPICS = 100_000

/** Topics that are left to the mailbox after which all are. */
const LEFT_TOPICS = 1_000_000

/** Topics that are left to the mailbox and still have a name here. */
const LEFT_NAMES = 4_096

/** What of a mailbox with one writer need not be asked of the database, because it was stored a moment ago. */
export type RecentMail = {
  /** The first page of what waits on a topic. Undefined: the mailbox holds, or may hold, more than is remembered. */
  read(question: PendingQuestion, now: number): readonly StoredMessage[] | undefined
  /** Messages of a topic that nobody has received, or undefined likewise. */
  countUnread(topic: string, now: number): number | undefined
  /** Remembers what is stored from now on. */
  add(message: StoredMessage): void
  /** Somebody has received a message. */
  receive(row: number): void
  /** Forgets what has run out, as the mailbox does. */
  expire(now: number): void
  /** The mailbox has let go of something before its time: everything is asked of it again. */
  forget(): void
}

/**
 * Remembers whole topics, each until something of it is received: what is asked after that is seldom, and objects that live for
 * seconds and then go make the garbage collector stop this process for up to 20 ms at a time. `olderTopics` are those that the mailbox
 * held at the start, or undefined where they are too many to name; of these nothing is remembered.
 */
export function createRecentMail(
  olderTopics: readonly string[] | undefined,
  mostLeft: number = LEFT_TOPICS,
): RecentMail {
  /** By row. */
  const places: (StoredMessage | undefined)[] = []
  /** Undefined for what is left to the mailbox. Its entries go all at once, for the reason of `createLastUsed`. */
  let topics = new Map<string, StoredMessage[] | undefined>()
  let leftNames = 0
  let left = olderTopics && createTopicFilter(mostLeft)
  let bytes = 0
  for (const topic of olderTopics ?? []) left?.add(topic)

  const isWhole = (topic: string): boolean => left !== undefined && !left.has(topic)

  function drop(message: StoredMessage): void {
    bytes -= bytesOf(message)
    places[message.row % RECENT_MESSAGES] = undefined
  }

  /** From now on the mailbox is asked of a topic. */
  function leave(topic: string): void {
    for (const message of topics.get(topic) ?? []) drop(message)
    topics.set(topic, undefined)
    left?.add(topic)
    leftNames += 1
    if (left?.isFull()) {
      left = undefined
      topics = new Map()
      places.length = 0
      bytes = 0
    } else if (leftNames >= LEFT_NAMES) {
      topics = new Map([...topics].filter(([, messages]) => messages !== undefined))
      leftNames = 0
    }
  }

  return {
    read({ topic, clientId, afterRow }, now) {
      if (!isWhole(topic)) return undefined
      const page: StoredMessage[] = []
      let pageBytes = 0
      for (const message of topics.get(topic) ?? []) {
        if (page.length >= PAGE_MESSAGES || pageBytes >= PAGE_BYTES) break
        if (message.row <= afterRow || message.publisher === clientId || message.expiresAt <= now) continue
        page.push(message)
        pageBytes += bytesOf(message)
      }
      return page
    },
    countUnread(topic, now) {
      if (!isWhole(topic)) return undefined
      return (topics.get(topic) ?? []).filter(({ expiresAt }) => expiresAt > now).length
    },
    add(message) {
      const { topic, row } = message
      if (!isWhole(topic)) return
      const before = places[row % RECENT_MESSAGES]
      if (before) leave(before.topic)
      if (!isWhole(topic)) return
      const known = topics.get(topic)
      if (known) known.push(message)
      else topics.set(topic, [message])
      places[row % RECENT_MESSAGES] = message
      bytes += bytesOf(message)
      for (const [oldest, messages] of topics) {
        if (bytes <= RECENT_BYTES) break
        if (messages !== undefined) leave(oldest)
      }
    },
    receive(row) {
      const message = places[row % RECENT_MESSAGES]
      if (message?.row === row) leave(message.topic)
    },
    expire(now) {
      for (const [topic, messages] of topics) {
        if (messages === undefined) continue
        const here = messages.filter((message) => message.expiresAt > now)
        for (const message of messages) if (message.expiresAt <= now) drop(message)
        if (here.length === 0) topics.delete(topic)
        else topics.set(topic, here)
      }
    },
    forget() {
      for (const [topic, messages] of [...topics]) if (messages !== undefined) leave(topic)
    },
  }
}
