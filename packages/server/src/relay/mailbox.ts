import type { NewMessage, PendingQuestion, StoredMessage } from './engine.ts'

/** A note that a client has a message. */
export type Receipt = { readonly clientId: string; readonly row: number }

/** Where messages are kept. Every write is one transaction and durable when it resolves. */
export type Mailbox = {
  readonly kind: 'memory' | 'pglite' | 'postgres'
  /** Stores messages and receipts together; gives the rows in the order of the messages. */
  write(messages: readonly NewMessage[], receipts: readonly Receipt[]): Promise<readonly number[]>
  /** Answers many questions at once, each with its first messages, at most `PAGE_MESSAGES` and about `PAGE_BYTES`. */
  readPending(questions: readonly PendingQuestion[], now: number): Promise<readonly (readonly StoredMessage[])[]>
  /** Rows of the messages whose envelope has the hash. */
  findByHash(receipts: readonly { topic: string; messageId: string }[]): Promise<readonly number[]>
  /** Of each topic that has any: messages that nobody has received yet. */
  countUnread(topics: readonly string[], now: number): Promise<ReadonlyMap<string, number>>
  /** Rows above the one given, by topic: what is new in a mailbox that others write to as well. */
  readNew(aboveRow: number): Promise<readonly { row: number; topic: string }[]>
  /** All topics that hold something, or undefined when they are more than `limit`. */
  listTopics(limit: number): Promise<readonly string[] | undefined>
  /** The highest row, 0 when there is none. */
  newestRow(): Promise<number>
  /** Drops what has run out at `now`, in steps. */
  expire(now: number): Promise<{ messages: number; bytes: number }>
  /** Drops the oldest messages that somebody has received, until about so many bytes are free. */
  evict(bytes: number): Promise<{ messages: number; bytes: number }>
  size(): Promise<{ messages: number; bytes: number }>
  ping(): Promise<void>
}

/** Most messages that one question is answered with. */
export const PAGE_MESSAGES = 32

/** Bytes after which a page ends; the message that passes the mark is still in it. */
export const PAGE_BYTES = 1_048_576

/** Bytes that a message counts for: its texts, which are ASCII. */
export function bytesOf(message: NewMessage): number {
  return message.message.length + message.attestation.length + message.relayAttestation.length
}
