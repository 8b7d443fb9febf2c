import type { Holder, NewMessage, PendingQuestion, StoredMessage } from './engine.ts'

/** A note that a client has a message. */
export type Receipt = { readonly clientId: string; readonly row: number }

/** A message on its way into the mailbox, with whose share it counts for. */
export type HeldMessage = NewMessage & { readonly holder: Holder }

/** What one holder has in a mailbox, or had in what was dropped. */
export type Holding = Holder & { readonly messages: number; readonly bytes: number }

/** Messages, their bytes, and how these are made up. */
export type MailboxSize = { readonly messages: number; readonly bytes: number; readonly holdings: readonly Holding[] }

/** What may go before its time, oldest first, of everybody or of one holder's address or project. */
export type Eviction = {
  /** About so many. */
  readonly bytes: number
  /** `received`: somebody has it. `neverRead`: nobody has received anything of its topic. `any`: unread mail too. */
  readonly which: 'received' | 'neverRead' | 'any'
  readonly address?: string | undefined
  readonly project?: string | undefined
}

/** Where messages are kept. Every write is one transaction and durable when it resolves. */
export type Mailbox = {
  readonly kind: 'memory' | 'level' | 'pglite' | 'postgres'
  /** Stores messages and receipts together; gives the rows in the order of the messages. */
  write(messages: readonly HeldMessage[], receipts: readonly Receipt[]): Promise<readonly number[]>
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
  expire(now: number): Promise<MailboxSize>
  /** Drops messages before their time. */
  evict(what: Eviction): Promise<MailboxSize>
  size(): Promise<MailboxSize>
  ping(): Promise<void>
}

/** Most messages that one question is answered with. */
export const PAGE_MESSAGES = 32

/** Bytes after which a page ends; the message that passes the mark is still in it. */
export const PAGE_BYTES = 1_048_576

/** Holdings as a size. */
export function sumUp(holdings: readonly Holding[]): MailboxSize {
  const sum = (of: (holding: Holding) => number) => holdings.reduce((total, holding) => total + of(holding), 0)
  return { messages: sum(({ messages }) => messages), bytes: sum(({ bytes }) => bytes), holdings }
}

/** Bytes that a message counts for: its texts, which are ASCII. */
export function bytesOf(message: NewMessage): number {
  return message.message.length + message.attestation.length + message.relayAttestation.length
}
