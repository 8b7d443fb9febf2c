import { randomBytes } from 'node:crypto'
import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import * as v from 'valibot'
import type { Log } from '../ports.ts'
import type { StoredMessage } from './engine.ts'
import type { FanOut, FanOutListener } from './fanOut.ts'
import { bytesOf } from './mailbox.ts'

/** A topic's subject is this and the topic, so that the servers' interest graph brings each process its own topics only. */
const SUBJECT = 'latchkey.relay.'

/** Larger messages are announced by their row and read from the mailbox: NATS takes 1 MiB at most by default. */
const CARRIED_BYTES = 262_144

/** Topics whose last word is remembered. One that is forgotten costs a look into the mailbox. */
const REMEMBERED_TOPICS = 50_000

const CONNECT_TIMEOUT_MS = 10_000

/** How often the server is asked whether it is there, in ms; where two are unanswered the client connects anew. Its own 2 min leave word late for up to 6. */
const PING_MS = 5_000

const message = v.object({
  row: v.number(),
  topic: v.string(),
  message: v.string(),
  publisher: v.string(),
  tag: v.number(),
  attestation: v.string(),
  relayAttestation: v.string(),
  publishedAt: v.number(),
  expiresAt: v.number(),
})
/** `from` names the process and `previous` the row of its last word on the topic, so that a lost word shows. */
const word = v.object({
  from: v.string(),
  previous: v.number(),
  row: v.number(),
  topic: v.string(),
  /** Absent where the message is too large to carry. */
  message: v.optional(message),
})

/** The configured NATS servers did not answer. Says their addresses, never the password. */
export class NatsUnreachableError extends Error {
  override readonly name = 'NatsUnreachableError'
  readonly code = 'NATS_UNREACHABLE'
  constructor(servers: readonly string[], cause: unknown) {
    super(`NATS at ${servers.map(withoutUser).join(', ')} cannot be reached.`, { cause })
  }
}

/** Word between relay processes by NATS core subjects. It holds nothing: what is missed is found in the mailbox. */
export async function createNatsFanOut(parameters: {
  servers: readonly string[]
  user?: string | undefined
  password?: string | undefined
  token?: string | undefined
  log: Log
}): Promise<FanOut> {
  const { log } = parameters
  let connection: NatsConnection
  try {
    connection = await connect({
      servers: [...parameters.servers],
      name: 'latchkey-relay',
      noEcho: true,
      maxReconnectAttempts: -1,
      timeout: CONNECT_TIMEOUT_MS,
      pingInterval: PING_MS,
      ...(parameters.user === undefined ? {} : { user: parameters.user }),
      ...(parameters.password === undefined ? {} : { pass: parameters.password }),
      ...(parameters.token === undefined ? {} : { token: parameters.token }),
    })
  } catch (error) {
    throw new NatsUnreachableError(parameters.servers, error)
  }
  const subscriptions = new Map<string, { readonly subscription: Subscription; isFlushed: boolean }>()
  const listeners = new Set<FanOutListener>()
  const own = randomBytes(8).toString('hex')
  /** Row of the last word by topic: told by this process, and heard by topic and process. */
  const told = new Map<string, number>()
  const heard = new Map<string, Map<string, number>>()
  let flushing: Promise<void> | undefined

  function hear(text: string): void {
    const known = v.safeParse(word, parseJson(text))
    if (!known.success) return
    const { from, previous, row, topic, message: carried } = known.output
    const last = heard.get(topic)
    const isNext = last?.get(from) === previous
    last?.set(from, row)
    for (const listener of listeners) {
      // After a gap the mailbox has everything, in order.
      if (carried !== undefined && isNext) listener.onMessage(carried)
      else listener.onTopic(topic, row)
    }
  }

  /** Remembers the last word on a topic and gives the one before it, 0 where that is forgotten. */
  function follows(topic: string, row: number): number {
    const previous = told.get(topic) ?? 0
    told.delete(topic)
    told.set(topic, row)
    const oldest = told.keys().next()
    if (told.size > REMEMBERED_TOPICS && !oldest.done) told.delete(oldest.value)
    return previous
  }

  async function watchStatus(): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') log.warn({ event: 'natsLost' }, 'NATS is away; word between relays is late')
      if (status.type === 'reconnect') for (const listener of listeners) listener.onGap()
    }
  }
  void watchStatus()

  return {
    kind: 'nats',
    announce(messages: readonly StoredMessage[]) {
      for (const each of messages) {
        const { row, topic } = each
        try {
          const message = bytesOf(each) > CARRIED_BYTES ? undefined : each
          const text = JSON.stringify({ from: own, previous: follows(topic, row), row, topic, message })
          connection.publish(`${SUBJECT}${topic}`, text)
        } catch (err) {
          // The other processes find what they were not told of in the mailbox.
          log.warn({ event: 'notifyFailed', err }, 'other relay processes could not be told')
        }
      }
    },
    async follow(topic) {
      let held = subscriptions.get(topic)
      if (held === undefined) {
        const subscription = connection.subscribe(`${SUBJECT}${topic}`, {
          callback: (error, received) => {
            if (error === null) hear(received.string())
          },
        })
        held = { subscription, isFlushed: false }
        subscriptions.set(topic, held)
        heard.set(topic, new Map())
      }
      if (held.isFlushed || connection.isClosed()) return
      // Asked for in one turn, answered by one round trip. While the server is away the sweep has to do.
      flushing ??= Promise.resolve().then(async () => {
        flushing = undefined
        // A server that is away is what the sweep is for.
        await Promise.race([connection.flush().catch(() => undefined), rest(FLUSH_MS)])
      })
      await flushing
      held.isFlushed = true
    },
    unfollow(topic) {
      subscriptions.get(topic)?.subscription.unsubscribe()
      subscriptions.delete(topic)
      heard.delete(topic)
    },
    listen: (listener) => {
      listeners.add(listener)
    },
    // The mailbox works without NATS, and the sweep finds what it would have told.
    ping: async () => undefined,
    close: async () => {
      // What could not be told is found by the sweep of the other processes.
      await Promise.race([connection.flush().catch(() => undefined), rest(FLUSH_MS)])
      await connection.close()
    },
  }
}

/** Longest wait for the server to have taken what was sent, in ms. */
const FLUSH_MS = 1_000

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function withoutUser(server: string): string {
  return server.replace(/^([a-z]+:\/\/)?[^@]*@/, '$1')
}
