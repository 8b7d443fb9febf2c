/** A relay in memory for this package's tests: the real one over a mailbox that dies with it, a clock that tests move. */
import { createEngine } from './createEngine.ts'
import { createRelay } from './createRelay.ts'
import type { EngineListener, RelayEngine, StoredMessage } from './engine.ts'
import { createMemoryMailbox } from './memoryMailbox.ts'
import type { Relay, RelayClient, RelayLimits } from './relay.ts'

/** A client in this process. Frames come as they would over a socket. */
export type InProcessClient = {
  readonly clientId: string
  /** Raw frames from the relay. */
  readonly frames: string[]
  /** Messages delivered, in order, by their text. */
  readonly messages: readonly string[]
  readonly deliveries: readonly Delivery[]
  readonly closed: () => number | undefined
  /** Sends a call with this raw id and gives the frame that answers it. */
  call(
    method: string,
    params: unknown,
    id?: string,
  ): Promise<{ result?: unknown; error?: { code: number; message: string } }>
  publish(topic: string, message: string, more?: Readonly<Record<string, unknown>>): Promise<unknown>
  subscribe(topic: string): Promise<unknown>
  send(text: string): void
  acknowledge(delivery: Delivery): void
  /** Says how much the socket holds; less lets the relay go on. */
  setWaiting(bytes: number): void
  end(): void
}

/** A delivery as it came. */
export type Delivery = {
  readonly id: number
  readonly params: {
    readonly id: string
    readonly data: { readonly topic: string; readonly message: string; readonly [field: string]: unknown }
  }
}

/** Makes a relay and the way in. */
export async function createTestRelay(
  options: { limits?: Partial<RelayLimits> | undefined; attest?: Parameters<typeof createRelay>[0]['attest'] } = {},
) {
  const time = { now: Date.UTC(2026, 2, 1) }
  const clock = { now: () => time.now }
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const mailbox = createMemoryMailbox()
  const openEngine = () => createEngine({ mailbox, clock, log, maxMessagesPerTopic: 1_000, maxBytes: 100_000_000 })
  const openRelay = (engine: RelayEngine): Relay =>
    createRelay({
      engine,
      clock,
      log,
      attest: options.attest,
      limits: {
        maxTtlSeconds: 86_400,
        maxTopicsPerClient: 1_000,
        calls: { capacity: 1_000_000, refillPerSecond: 1 },
        callsPerAddress: { capacity: 1_000_000, refillPerSecond: 1 },
        bytesPerAddress: { capacity: 1_000_000_000, refillPerSecond: 1 },
        pacePerAddress: { capacity: 1_000_000_000, refillPerSecond: 1 },
        ...options.limits,
      },
    })
  const engine = await openEngine()
  const listeners: EngineListener[] = []
  const stored: StoredMessage[] = []
  const relay = openRelay({
    ...engine,
    listen: (listener) => {
      listeners.push(listener)
      engine.listen(listener)
    },
    append: async (...parameters) => {
      const messages = await engine.append(...parameters)
      stored.push(...messages)
      return messages
    },
  })
  let running = relay
  return {
    relay,
    /** A relay of the same limits and clock on another engine. */
    openRelay,
    /** Tells of every message once more, as another process may that stored it. */
    tellAgain: () => {
      for (const message of stored) for (const { onMessage } of listeners) onMessage(message)
    },
    mailbox,
    time,
    connect: (client: Partial<RelayClient> & { clientId: string }, acknowledges = true) =>
      connectInProcess(relay, client, acknowledges),
    /** Ends the relay that runs, with its receipts written, and starts another one on the same mailbox. */
    restart: async () => {
      await running.engine.close()
      const next = openRelay(await openEngine())
      running = next
      return (client: Partial<RelayClient> & { clientId: string }, acknowledges = true) =>
        connectInProcess(next, client, acknowledges)
    },
  }
}

/** Connects without a socket. */
export function connectInProcess(
  relay: Relay,
  client: Partial<RelayClient> & { clientId: string },
  acknowledges = true,
): InProcessClient {
  const frames: string[] = []
  const deliveries: Delivery[] = []
  const waiting = new Map<string, (frame: { result?: unknown; error?: { code: number; message: string } }) => void>()
  let bytes = 0
  let closed: number | undefined
  let lastId = 0
  const connection = relay.connect(
    { address: '192.0.2.1', ...client },
    {
      send(text) {
        frames.push(text)
        const frame = JSON.parse(text) as Delivery & { method?: string }
        if (frame.method === 'irn_subscription') {
          deliveries.push(frame)
          // A turn later, as over a socket.
          if (acknowledges) queueMicrotask(() => acknowledge(frame))
          return
        }
        const id = /^\{"id":("(?:[^"\\]|\\.)*"|[^,]*),/.exec(text)?.[1] ?? ''
        waiting.get(id)?.(JSON.parse(text))
        waiting.delete(id)
      },
      close: (code) => {
        closed = code
        connection.end()
      },
      waitingBytes: () => bytes,
      pause: () => undefined,
      resume: () => undefined,
    },
  )
  const acknowledge = (delivery: Delivery) =>
    connection.onFrame(JSON.stringify({ id: delivery.id, jsonrpc: '2.0', result: true }))
  const call: InProcessClient['call'] = (method, params, id) => {
    lastId += 1
    const raw = id ?? `"17952213197616634${String(lastId).padStart(4, '0')}"`
    return new Promise((resolve) => {
      waiting.set(raw, resolve)
      connection.onFrame(
        `{"id":${raw},"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${JSON.stringify(params)}}`,
      )
    })
  }
  return {
    clientId: client.clientId,
    frames,
    get messages() {
      return deliveries.map(({ params }) => params.data.message)
    },
    deliveries,
    closed: () => closed,
    call,
    publish: async (topic, message, more = {}) =>
      (await call('irn_publish', { topic, message, ttl: 300, prompt: false, tag: 1108, ...more })).result,
    subscribe: async (topic) => (await call('irn_subscribe', { topic })).result,
    send: (text) => connection.onFrame(text),
    acknowledge,
    setWaiting(now) {
      bytes = now
      connection.onDrain()
    },
    end: () => connection.end(),
  }
}

/** Lets everything that the relay has begun come to its end. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) await new Promise((resolve) => setImmediate(resolve))
}
