import { createHash } from 'node:crypto'
import type { StoredMessage } from './engine.ts'
import { bytesOf, type Mailbox, PAGE_BYTES, PAGE_MESSAGES } from './mailbox.ts'

/** A mailbox that dies with the process, for tests of what stands on one. `fails` makes its next writes fail. */
export function createMemoryMailbox(): Mailbox & { fails: number } {
  const rows: StoredMessage[] = []
  const received = new Map<number, Set<string>>()
  let last = 0

  function drop(isChosen: (message: StoredMessage) => boolean): { messages: number; bytes: number } {
    const gone = rows.filter(isChosen)
    for (const message of gone) {
      rows.splice(rows.indexOf(message), 1)
      received.delete(message.row)
    }
    return { messages: gone.length, bytes: gone.reduce((sum, message) => sum + bytesOf(message), 0) }
  }

  const mailbox: Mailbox & { fails: number } = {
    kind: 'memory',
    fails: 0,
    async write(messages, receipts) {
      // A turn passes, as it does with every real one.
      await new Promise((resolve) => setImmediate(resolve))
      if (mailbox.fails > 0) {
        mailbox.fails -= 1
        throw new Error('the disk is full')
      }
      for (const { row, clientId } of receipts) {
        if (!rows.some((message) => message.row === row)) continue
        received.set(row, (received.get(row) ?? new Set()).add(clientId))
      }
      return messages.map((message) => {
        last += 1
        rows.push({ ...message, row: last })
        return last
      })
    },
    async readPending(questions, now) {
      await new Promise((resolve) => setImmediate(resolve))
      return questions.map(({ topic, clientId, afterRow }) => {
        let bytes = 0
        return rows
          .filter((message) => message.topic === topic && message.row > afterRow && message.publisher !== clientId)
          .filter((message) => message.expiresAt > now && !received.get(message.row)?.has(clientId))
          .slice(0, PAGE_MESSAGES)
          .filter((message) => {
            const before = bytes
            bytes += bytesOf(message)
            return before < PAGE_BYTES
          })
      })
    },
    findByHash: async (receipts) =>
      rows
        .filter((message) =>
          receipts.some(
            ({ topic, messageId }) =>
              topic === message.topic && createHash('sha256').update(message.message).digest('hex') === messageId,
          ),
        )
        .map(({ row }) => row),
    countUnread: async (topics, now) =>
      new Map(
        topics.map((topic) => [
          topic,
          rows.filter((each) => each.topic === topic && each.expiresAt > now && !received.has(each.row)).length,
        ]),
      ),
    readNew: async (aboveRow) => rows.filter(({ row }) => row > aboveRow).map(({ row, topic }) => ({ row, topic })),
    listTopics: async (limit) => {
      const topics = [...new Set(rows.map(({ topic }) => topic))]
      return topics.length > limit ? undefined : topics
    },
    newestRow: async () => last,
    expire: async (now) => drop((message) => message.expiresAt <= now),
    evict: async (bytes) => {
      let freed = 0
      return drop((message) => {
        if (!received.has(message.row) || freed >= bytes) return false
        freed += bytesOf(message)
        return true
      })
    },
    size: async () => ({ messages: rows.length, bytes: rows.reduce((sum, message) => sum + bytesOf(message), 0) }),
    ping: async () => undefined,
  }
  return mailbox
}
