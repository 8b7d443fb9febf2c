/** A message that a client published, before it has a place in the mailbox. Times are ms since 1970. */
export type NewMessage = {
  readonly topic: string
  readonly message: string
  /** Client id of the publisher, who never gets it back. */
  readonly publisher: string
  readonly tag: number
  /** `''` when none was sent. */
  readonly attestation: string
  /** The relay's own, or `''`. */
  readonly relayAttestation: string
  readonly publishedAt: number
  readonly expiresAt: number
}

/**
 * Whose share messages count for. Both are `''` where it is not known, and then no share is kept. `address` stands for the
 * publisher's network, `project` is the id of its project.
 */
export type Holder = { readonly address: string; readonly project: string }

/** Nobody in particular. */
export const NOBODY: Holder = { address: '', project: '' }

/** A message in the mailbox. `row` grows along a topic. */
export type StoredMessage = NewMessage & { readonly row: number }

/** Whose mail is asked for: what the topic holds after `afterRow` that somebody else published and the client has not received. */
export type PendingQuestion = { readonly topic: string; readonly clientId: string; readonly afterRow: number }

/** Pending messages, oldest first; with `nextRow` there may be more after that row. */
export type PendingPage = { readonly messages: readonly StoredMessage[]; readonly nextRow: number | undefined }

/** What an engine tells about messages that other processes took. */
export type EngineListener = {
  /** Here is a message that another process has stored and answered for. */
  onMessage(message: StoredMessage): void
  /** Another process has stored something on the topic. */
  onTopic(topic: string): void
}

/**
 * What a relay stands on: a mailbox that outlives the process, and word to the other processes that share it.
 * Implementations: in one process over a key-value store or the gateway's database, several processes over PostgreSQL, and the same with NATS.
 */
export type RelayEngine = {
  readonly kind: 'memory' | 'level' | 'pglite' | 'postgres' | 'nats'
  /**
   * Stores messages, all or none, and resolves once they would survive the end of this process. Promises of one holder
   * resolve in the order of the calls. Calls made while a write is under way share the next one, each address with its share
   * of it. Rejects with `MailboxFullError`.
   */
  append(messages: readonly NewMessage[], holder?: Holder | undefined): Promise<readonly StoredMessage[]>
  /** Tells the other processes. Called once the publisher has been answered. */
  announce(messages: readonly StoredMessage[]): void
  /** Notes that a client has a message. Written soon; until then remembered. Lost notes mean another delivery, no more. */
  receive(clientId: string, row: number): void
  /** The same by the SHA-256 of the envelope's text. */
  receiveByHash(clientId: string, receipts: readonly { topic: string; messageId: string }[]): Promise<void>
  /** A page of pending messages. Never holds what was appended here and is not yet resolved. */
  readPending(question: PendingQuestion): Promise<PendingPage>
  /** Hears of the topic from now on; resolves once nothing that is stored later elsewhere goes unheard. */
  follow(topic: string): Promise<void>
  unfollow(topic: string): void
  listen(listener: EngineListener): void
  /** Drops what has run out. Gives the number of messages dropped. */
  expire(): Promise<number>
  /** Messages and bytes in the mailbox, as far as this process knows. */
  size(): { readonly messages: number; readonly bytes: number }
  /** Rejects when the engine cannot serve. */
  ping(): Promise<void>
  /** Writes what is noted and lets go of connections of its own; the storage stays open. */
  close(): Promise<void>
}

/** What is full: a topic, the whole mailbox, or the share of one network or project in it. */
export type FullPart = 'topic' | 'mailbox' | 'address' | 'project'

const FULL: Readonly<Record<FullPart, { code: 'MAILBOX_FULL' | 'SHARE_USED_UP'; message: string }>> = {
  topic: { code: 'MAILBOX_FULL', message: 'Too many messages wait on this topic.' },
  mailbox: { code: 'MAILBOX_FULL', message: 'The mailbox is full.' },
  address: { code: 'SHARE_USED_UP', message: 'Your network has used up its share of the mailbox.' },
  project: { code: 'SHARE_USED_UP', message: 'This project has used up its share of the mailbox.' },
}

/** A part of the mailbox holds as much as it may, and all of it still waits for a reader. */
export class MailboxFullError extends Error {
  override readonly name = 'MailboxFullError'
  readonly code: 'MAILBOX_FULL' | 'SHARE_USED_UP'
  constructor(part: FullPart) {
    super(FULL[part].message)
    this.code = FULL[part].code
  }
}

/** The database did not take or give messages. `cause` is the driver's own error, without the query. */
export class MailboxUnavailableError extends Error {
  override readonly name = 'MailboxUnavailableError'
  readonly code = 'MAILBOX_UNAVAILABLE'
  constructor(cause: unknown) {
    super('The mailbox does not answer.', { cause })
  }
}
