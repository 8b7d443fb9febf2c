import { createHash } from 'node:crypto'
import { type Holder, NOBODY, type StoredMessage } from './engine.ts'
import { bytesOf, type Eviction, type Mailbox, type MailboxSize, PAGE_BYTES, PAGE_MESSAGES, sumUp } from './mailbox.ts'

/**
 * A mailbox that dies with the process, for tests of what stands on one. `fails` makes its next writes fail, `batches` says
 * how many messages each write held.
 */
export function createMemoryMailbox(): Mailbox & { fails: number; readonly batches: number[] } {
  const rows: StoredMessage[] = []
  const received = new Map<number, Set<string>>()
  const holders = new Map<number, Holder>()
  const readTopics = new Set<string>()
  let last = 0

  function measure(messages: readonly StoredMessage[]): MailboxSize {
    return sumUp(
      messages.map((message) => ({ ...(holders.get(message.row) ?? NOBODY), messages: 1, bytes: bytesOf(message) })),
    )
  }

  function isEvictable(message: StoredMessage, which: Eviction['which']): boolean {
    if (which === 'any') return true
    return which === 'received' ? received.has(message.row) : !readTopics.has(message.topic)
  }

  function drop(isChosen: (message: StoredMessage) => boolean): MailboxSize {
    const gone = rows.filter(isChosen)
    const size = measure(gone)
    for (const message of gone) {
      rows.splice(rows.indexOf(message), 1)
      received.delete(message.row)
      holders.delete(message.row)
    }
    return size
  }

  const mailbox: Mailbox & { fails: number; readonly batches: number[] } = {
    kind: 'memory',
    fails: 0,
    batches: [],
    async write(messages, receipts) {
      // A turn passes, as it does with every real one.
      await new Promise((resolve) => setImmediate(resolve))
      if (mailbox.fails > 0) {
        mailbox.fails -= 1
        throw new Error('the disk is full')
      }
      for (const { row, clientId } of receipts) {
        const message = rows.find((each) => each.row === row)
        if (message === undefined) continue
        readTopics.add(message.topic)
        received.set(row, (received.get(row) ?? new Set()).add(clientId))
      }
      mailbox.batches.push(messages.length)
      return messages.map(({ holder, ...message }) => {
        last += 1
        rows.push({ ...message, row: last })
        holders.set(last, holder)
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
    evict: async ({ bytes, which, address, project }) => {
      let freed = 0
      return drop((message) => {
        const holder = holders.get(message.row) ?? NOBODY
        if ((address ?? holder.address) !== holder.address || (project ?? holder.project) !== holder.project)
          return false
        if (!isEvictable(message, which) || freed >= bytes) return false
        freed += bytesOf(message)
        return true
      })
    },
    size: async () => measure(rows),
    ping: async () => undefined,
  }
  return mailbox
}
