import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import type { Log } from '../ports.ts'
import type { StoredMessage } from './engine.ts'
import type { FanOut, FanOutListener } from './fanOut.ts'

const CHANNEL = 'latchkey_relay'

/** PostgreSQL takes payloads below 8000 bytes. Source: its documentation, NOTIFY. */
const PAYLOAD_BYTES = 7_900

const CONNECT_TIMEOUT_SECONDS = 10

/**
 * Word between relay processes by PostgreSQL's LISTEN and NOTIFY: rows and topics only, the messages are read from the
 * mailbox. Every process hears of every topic, which serves a few processes; beyond that NATS routes better.
 */
export async function createNotifyFanOut(parameters: { url: string; log: Log }): Promise<FanOut> {
  const { log } = parameters
  const client = postgres(parameters.url, {
    max: 1,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    connection: { application_name: 'latchkey-relay' },
    onnotice: () => {},
  })
  const own = randomBytes(8).toString('hex')
  const listeners = new Set<FanOutListener>()
  let waiting: string[] = []
  let isTelling = false

  async function tell(): Promise<void> {
    isTelling = true
    while (waiting.length > 0) {
      let payload = own
      let count = 0
      for (const word of waiting) {
        if (payload.length + 1 + word.length > PAYLOAD_BYTES) break
        payload += ` ${word}`
        count += 1
      }
      waiting = waiting.slice(count)
      try {
        await client.notify(CHANNEL, payload)
      } catch (err) {
        // The other processes find what they were not told of in the mailbox.
        log.warn({ event: 'notifyFailed', err }, 'other relay processes could not be told')
      }
    }
    isTelling = false
  }

  let isFirst = true
  await client.listen(
    CHANNEL,
    (payload) => {
      const [sender, ...words] = payload.split(' ')
      if (sender === own) return
      for (const word of words) {
        const [row, topic] = word.split(':')
        if (topic === undefined || !/^\d+$/.test(row ?? '')) continue
        for (const listener of listeners) listener.onTopic(topic, Number(row))
      }
    },
    () => {
      if (!isFirst) for (const listener of listeners) listener.onGap()
      isFirst = false
    },
  )

  return {
    kind: 'postgres',
    announce(messages: readonly StoredMessage[]) {
      for (const { row, topic } of messages) waiting.push(`${row}:${topic}`)
      if (!isTelling) void tell()
    },
    follow: async () => undefined,
    unfollow: () => undefined,
    listen: (listener) => {
      listeners.add(listener)
    },
    ping: async () => {
      await client`select 1`
    },
    close: () => client.end({ timeout: 5 }),
  }
}
