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
 * Implementations: in one process over the gateway's database, several processes over PostgreSQL, and the same with NATS.
 */
export type RelayEngine = {
  readonly kind: 'memory' | 'pglite' | 'postgres' | 'nats'
  /**
   * Stores messages, all or none, and resolves once they would survive the end of this process. Promises resolve in the
   * order of the calls. Calls made while a write is under way share the next one. Rejects with `MailboxFullError`.
   */
  append(messages: readonly NewMessage[]): Promise<readonly StoredMessage[]>
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

/** The topic or the whole mailbox holds as much as it may, and all of it still waits for a reader. */
export class MailboxFullError extends Error {
  override readonly name = 'MailboxFullError'
  readonly code = 'MAILBOX_FULL'
  constructor(what: 'topic' | 'mailbox') {
    super(what === 'topic' ? 'Too many messages wait on this topic.' : 'The mailbox is full.')
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
