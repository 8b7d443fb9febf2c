import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import type { Log } from '../ports.ts'
import { SERVING_OPTIONS } from '../storage/postgresOptions.ts'
import type { StoredMessage } from './engine.ts'
import type { FanOut, FanOutListener } from './fanOut.ts'

const CHANNEL = 'latchkey_relay'

/** PostgreSQL takes payloads below 8000 bytes. Source: its documentation, NOTIFY. */
const PAYLOAD_BYTES = 7_900

/** How often a process makes sure that it hears, in ms. */
const CHECK_MS = 5_000

/** Own words in a row that did not come back, the last over a new connection, after which the log says so. */
const UNHEARD_LIMIT = 2

const UNHEARD =
  'word between relay processes does not come back from PostgreSQL, so each message of another process is late: let DATABASE_URL name the server itself, or a pooler in session mode, or configure relay.nats'

const CONNECT_TIMEOUT_SECONDS = 10

/**
 * Word between relay processes by PostgreSQL's LISTEN and NOTIFY: rows and topics only, the messages are read from the
 * mailbox. Every process hears of every topic, which serves a few processes; beyond that NATS routes better.
 */
export async function createNotifyFanOut(parameters: { url: string; log: Log }): Promise<FanOut> {
  const { log } = parameters
  const connect = () =>
    postgres(parameters.url, {
      max: 1,
      connect_timeout: CONNECT_TIMEOUT_SECONDS,
      connection: { application_name: 'latchkey-relay' },
      ...SERVING_OPTIONS,
    })
  let client = connect()
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

  function hear(payload: string): void {
    const [sender, ...words] = payload.split(' ')
    if (sender === own) {
      isHeard = true
      return
    }
    for (const word of words) {
      const [row, topic] = word.split(':')
      if (topic === undefined || !/^\d+$/.test(row ?? '')) continue
      for (const listener of listeners) listener.onTopic(topic, Number(row))
    }
  }

  // The driver listens again by itself after a lost connection, but tries that once, and neither of its connections notices
  // that the other end is gone. So this process checks that its own words come back, and connects anew where they do not.
  let isTold = false
  let isHeard = true
  let missed = 0
  let isChecking = false
  async function listen(): Promise<void> {
    await client.listen(CHANNEL, hear, () => {
      for (const listener of listeners) listener.onGap()
    })
  }
  function replaceClient(): void {
    const former = client
    client = connect()
    // Whoever asked it something is told. Nobody waits for the end itself.
    former.end({ timeout: 0 }).catch(() => undefined)
  }
  async function check(): Promise<void> {
    if (isChecking) {
      // What was asked a whole period ago is not answered yet. It rejects by this, and the next check listens anew.
      replaceClient()
      return
    }
    isChecking = true
    if (isHeard) missed = 0
    else if (isTold) missed += 1
    if (missed === UNHEARD_LIMIT && isTold) log.warn({ event: 'wordUnheard', everyMs: CHECK_MS }, UNHEARD)
    const mustListen = !isHeard
    isHeard = false
    isTold = false
    try {
      if (mustListen) {
        replaceClient()
        await listen()
      }
      await client.notify(CHANNEL, own)
      isTold = true
    } catch (err) {
      log.warn({ event: 'notifyFailed', err }, 'word between relay processes is away')
    }
    isChecking = false
  }
  await listen()
  void check()
  const checking = setInterval(() => void check(), CHECK_MS).unref()

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
    close: async () => {
      clearInterval(checking)
      await client.end({ timeout: 5 })
    },
  }
}
