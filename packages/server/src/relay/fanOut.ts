import type { StoredMessage } from './engine.ts'

/** Word between the processes that share a mailbox. Word may be lost: the engine looks for what it missed. */
export type FanOut = {
  readonly kind: 'postgres' | 'nats'
  announce(messages: readonly StoredMessage[]): void
  /** Resolves once whatever is announced later on the topic is heard. */
  follow(topic: string): Promise<void>
  unfollow(topic: string): void
  listen(listener: FanOutListener): void
  ping(): Promise<void>
  close(): Promise<void>
}

/** What word from another process means. */
export type FanOutListener = {
  onMessage(message: StoredMessage): void
  /** The message is to be read from the mailbox. */
  onTopic(topic: string, row: number): void
  /** Word may have been lost until now. */
  onGap(): void
}
