import type { PendingQuestion, StoredMessage } from './engine.ts'
import { bytesOf, PAGE_BYTES, PAGE_MESSAGES } from './mailbox.ts'

/** Bytes of messages that are remembered until somebody has received them. The oldest topic goes first. */
const RECENT_BYTES = 16_777_216

/** Messages of which is remembered who has received them, about 200 bytes each. The oldest topic goes first. */
const RECENT_MESSAGES = 32_768

/** Topics of which the mailbox holds more than is remembered; with more of them nothing is. About 10 MB of names. */
export const OLDER_TOPICS = 100_000

/** What of a mailbox with one writer need not be asked of the database, because it was stored a moment ago. */
export type RecentMail = {
  /** The first page of what waits on a topic. Undefined: the mailbox holds, or may hold, more than is remembered. */
  read(question: PendingQuestion, now: number): readonly StoredMessage[] | undefined
  /** Messages of a topic that nobody has received, or undefined likewise. */
  countUnread(topic: string, now: number): number | undefined
  /** Remembers what is stored from now on. */
  add(message: StoredMessage): void
  receive(clientId: string, row: number): void
  /** Forgets what has run out, as the mailbox does. */
  expire(now: number): void
  /** The mailbox has let go of something before its time: everything is asked of it again. */
  forget(): void
}

/**
 * What is known of a message. Its text is dropped with the first receipt: hardly anybody asks for it after that, and objects that
 * live for seconds and then go make the garbage collector stop this process for up to 20 ms at a time.
 */
type Kept = Pick<StoredMessage, 'row' | 'topic' | 'publisher' | 'expiresAt'> & {
  message: StoredMessage | undefined
  receivers: readonly string[]
}

const NOBODY: readonly string[] = []

/**
 * Remembers whole topics. `older` are those that the mailbox held at the start, or undefined where they are too many to
 * name; of these nothing is remembered.
 */
export function createRecentMail(olderTopics: readonly string[] | undefined): RecentMail {
  const topics = new Map<string, Map<number, Kept>>()
  const rows = new Map<number, Kept>()
  let older = olderTopics && new Set(olderTopics)
  let bytes = 0

  const isWhole = (topic: string): boolean => older !== undefined && !older.has(topic)

  function dropText(kept: Kept): void {
    if (kept.message) bytes -= bytesOf(kept.message)
    kept.message = undefined
  }

  function drop(kept: Kept): void {
    rows.delete(kept.row)
    dropText(kept)
  }

  function dropTopic(topic: string): void {
    for (const kept of topics.get(topic)?.values() ?? []) drop(kept)
    topics.delete(topic)
    older?.add(topic)
    if (older === undefined || older.size <= OLDER_TOPICS) return
    older = undefined
    topics.clear()
    rows.clear()
    bytes = 0
  }

  return {
    read({ topic, clientId, afterRow }, now) {
      if (!isWhole(topic)) return undefined
      const page: StoredMessage[] = []
      let pageBytes = 0
      for (const { row, publisher, expiresAt, message, receivers } of topics.get(topic)?.values() ?? []) {
        if (page.length >= PAGE_MESSAGES || pageBytes >= PAGE_BYTES) break
        if (row <= afterRow || publisher === clientId || expiresAt <= now || receivers.includes(clientId)) continue
        if (message === undefined) return undefined
        page.push(message)
        pageBytes += bytesOf(message)
      }
      return page
    },
    countUnread(topic, now) {
      if (!isWhole(topic)) return undefined
      const kept = [...(topics.get(topic)?.values() ?? [])]
      return kept.filter(({ expiresAt, receivers }) => receivers.length === 0 && expiresAt > now).length
    },
    add(message) {
      const { topic, row, publisher, expiresAt } = message
      if (!isWhole(topic)) return
      const kept: Kept = { row, topic, publisher, expiresAt, message, receivers: NOBODY }
      const known = topics.get(topic)
      if (known) known.set(row, kept)
      else topics.set(topic, new Map([[row, kept]]))
      rows.set(row, kept)
      bytes += bytesOf(message)
      for (const oldest of topics.keys()) {
        if (bytes <= RECENT_BYTES && rows.size <= RECENT_MESSAGES) break
        dropTopic(oldest)
      }
    },
    receive(clientId, row) {
      const kept = rows.get(row)
      if (kept === undefined || kept.receivers.includes(clientId)) return
      kept.receivers = [...kept.receivers, clientId]
      dropText(kept)
    },
    expire(now) {
      for (const kept of rows.values()) {
        const { topic, row, expiresAt } = kept
        if (expiresAt > now) continue
        drop(kept)
        const others = topics.get(topic)
        others?.delete(row)
        if (others?.size === 0) topics.delete(topic)
      }
    },
    forget() {
      for (const topic of [...topics.keys()]) dropTopic(topic)
    },
  }
}
