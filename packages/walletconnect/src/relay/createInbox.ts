import type { Clock, Logger } from '../ports.ts'
import type { InboundMessage } from './relayer.ts'

/** Messages of one topic that may wait; what comes beyond them is left with the relay, which brings it again on a new socket. */
export const INBOX_LIMIT = 1000

/** Pauses before a message is handled again that could not be kept, in ms; the last one goes on. */
const BACK_OFF_MS = [1000, 2000, 4000, 8000, 16_000, 30_000] as const

/** Inbound messages on their way to the handler. */
export type Inbox = {
  /** Takes a message; `acknowledge` is called once it was handled. */
  receive(message: InboundMessage, acknowledge: () => void): void
  handle(handler: (message: InboundMessage) => Promise<void>): void
  close(): void
}

type Entry = { readonly message: InboundMessage; readonly acknowledge: (() => void)[] }

type Queue = {
  /** By the envelope's text, in order of arrival: the same envelope twice is one entry with two acknowledgements. */
  readonly entries: Map<string, Entry>
  running: boolean
  failures: number
  /** Some were left with the relay. */
  overflowed: boolean
  stopPause: (() => void) | undefined
}

/**
 * Hands messages to the handler, those of one topic one after the other, those of different topics side by side. A message is
 * acknowledged when it was handled. Where the handler rejects, the topic rests and the same message is tried again; the relay has
 * not got an acknowledgement, so after a crash it brings it again.
 */
export function createInbox(parameters: {
  readonly clock: Clock
  readonly logger: Logger
  /** Has the relay bring again what was left with it. Only a new socket makes every relay do that. */
  readonly refill: () => void
}): Inbox {
  const { clock, logger } = parameters
  const queues = new Map<string, Queue>()
  let handler: ((message: InboundMessage) => Promise<void>) | undefined
  let closed = false

  async function drain(topic: string, queue: Queue): Promise<void> {
    if (!handler || queue.running || queue.stopPause || closed) return
    queue.running = true
    for (const [text, { message, acknowledge }] of queue.entries) {
      try {
        await handler(message)
      } catch (error) {
        rest(topic, queue, error)
        return
      }
      if (closed) return
      queue.failures = 0
      queue.entries.delete(text)
      for (const run of acknowledge) run()
    }
    queues.delete(topic)
    if (queue.overflowed) parameters.refill()
  }

  function rest(topic: string, queue: Queue, error: unknown): void {
    queue.running = false
    if (closed) return
    const pauseMs = BACK_OFF_MS[Math.min(queue.failures, BACK_OFF_MS.length - 1)] ?? 0
    queue.failures += 1
    logger.warn('A message could not be handled and will be tried again.', {
      topic,
      pauseMs,
      error: error instanceof Error ? error.name : typeof error,
    })
    queue.stopPause = clock.after(pauseMs, () => {
      queue.stopPause = undefined
      void drain(topic, queue)
    })
  }

  return {
    receive(message, acknowledge) {
      if (closed) return
      const { topic } = message
      let queue = queues.get(topic)
      if (!queue) {
        queue = { entries: new Map(), running: false, failures: 0, overflowed: false, stopPause: undefined }
        queues.set(topic, queue)
      }
      const known = queue.entries.get(message.message)
      if (known) known.acknowledge.push(acknowledge)
      else if (queue.overflowed || queue.entries.size >= INBOX_LIMIT) queue.overflowed = true
      else {
        queue.entries.set(message.message, { message, acknowledge: [acknowledge] })
        void drain(topic, queue)
      }
    },
    handle(next) {
      handler = next
      for (const [topic, queue] of queues) void drain(topic, queue)
    },
    close() {
      closed = true
      for (const queue of queues.values()) queue.stopPause?.()
      queues.clear()
    },
  }
}
