/** A bare relay client for this package's tests: real keys and tokens, raw frames, nothing hidden. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { WebSocket } from 'ws'

/** How long a client waits for anything before it says what has come, in ms: far above what a busy machine takes, and below a test's own limit. */
const PATIENCE_MS = 60_000

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** A client's key and id. */
export type TestIdentity = { readonly clientId: string; readonly privateKey: KeyObject }

/** Makes a key. */
export function createTestIdentity(): TestIdentity {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  let number = BigInt(`0xed01${raw.toString('hex')}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = `${BASE58[Number(number % 58n)]}${text}`
  return { clientId: `did:key:z${text}`, privateKey }
}

/** A token as clients send it, with claims changed at will. */
export function createTestToken(
  identity: TestIdentity,
  claims: Readonly<Record<string, unknown>>,
  header: Readonly<Record<string, unknown>> = { alg: 'EdDSA', typ: 'JWT' },
): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(Date.now() / 1000)
  const signed = `${encode(header)}.${encode({ iss: identity.clientId, sub: '22', iat, exp: iat + 86_400, ...claims })}`
  return `${signed}.${sign(null, Buffer.from(signed), identity.privateKey).toString('base64url')}`
}

/** A message that the relay delivered. */
export type TestDelivery = {
  readonly id: number
  readonly params: {
    readonly id: string
    readonly data: {
      readonly topic: string
      readonly message: string
      readonly tag: number
      readonly publishedAt: number
      readonly attestation: string
      readonly relayAttestation?: string
    }
  }
}

/** A connected test client. */
export type TestClient = {
  readonly clientId: string
  readonly identity: TestIdentity
  readonly socket: WebSocket
  /** Every frame that came, raw. */
  readonly frames: readonly string[]
  /** Every delivery that came, in order. */
  readonly deliveries: readonly TestDelivery[]
  /** Calls and gives the result; rejects with the relay's error object, when the socket ends, or after `PATIENCE_MS`. */
  call(method: string, params: unknown): Promise<unknown>
  publish(topic: string, message: string, more?: Readonly<Record<string, unknown>>): Promise<unknown>
  send(text: string): void
  acknowledge(delivery: TestDelivery): void
  /** Resolves with the first `count` deliveries. */
  delivered(count: number): Promise<readonly TestDelivery[]>
  /** Resolves once the condition holds; looked at after every frame. Rejects after `PATIENCE_MS` with what has come. */
  until(condition: () => boolean): Promise<void>
  /** Resolves with code and reason when the socket has closed. */
  readonly closed: Promise<{ code: number; reason: string }>
  close(): Promise<unknown>
}

/** Connects to `ws://…/relay`; every delivery is acknowledged unless told otherwise. */
export async function connectTestClient(
  url: string,
  options: {
    identity?: TestIdentity | undefined
    projectId?: string | undefined
    origin?: string | undefined
    acknowledges?: boolean | undefined
    headers?: Readonly<Record<string, string>> | undefined
    /** What the relay's process has printed, for the message of a wait that ends in vain. */
    said?: (() => string) | undefined
  } = {},
): Promise<TestClient> {
  const identity = options.identity ?? createTestIdentity()
  const query = new URLSearchParams({ auth: createTestToken(identity, { aud: url }), useOnCloseEvent: 'true' })
  if (options.projectId !== undefined) query.set('projectId', options.projectId)
  const socket = new WebSocket(`${url}?${query}`, {
    headers: { ...options.headers, ...(options.origin ? { origin: options.origin } : {}) },
  })
  const frames: string[] = []
  const deliveries: TestDelivery[] = []
  const waiting = new Map<string, { resolve(result: unknown): void; reject(error: unknown): void }>()
  const conditions = new Set<() => void>()
  let end: { code: number; reason: string } | undefined
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      end = { code, reason: reason.toString() }
      for (const one of waiting.values()) one.reject(end)
      for (const check of conditions) check()
      resolve(end)
    })
  })
  const send = (text: string) => socket.send(text)
  const acknowledge = (delivery: TestDelivery) =>
    send(JSON.stringify({ id: delivery.id, jsonrpc: '2.0', result: true }))
  socket.on('error', () => undefined)
  socket.on('message', (message) => {
    const text = message.toString()
    frames.push(text)
    const frame: unknown = JSON.parse(text)
    if (isDelivery(frame)) {
      deliveries.push(frame)
      if (options.acknowledges !== false) acknowledge(frame)
    } else {
      const { id, result, error } = frame as { id: string; result?: unknown; error?: unknown }
      const one = waiting.get(id)
      waiting.delete(id)
      if (error === undefined) one?.resolve(result)
      else one?.reject(error)
    }
    for (const check of conditions) check()
  })
  const describe = () => {
    const last = deliveries.at(-1)?.params.data.message.slice(0, 40) ?? 'none'
    const calls = [...waiting.keys()].slice(0, 5).join(', ')
    const said = options.said === undefined ? '' : ` The relay said: ${options.said()}`
    return `${deliveries.length} messages came, the last: ${last}. ${waiting.size} calls have no answer: ${calls}.${said}`
  }
  const within = <Result>(what: string, work: Promise<Result>) => inTime(what, work, describe)
  await within(
    'the socket to open',
    new Promise<void>((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    }),
  )
  let lastId = BigInt(Date.now()) * 1_000_000n
  const call = (method: string, params: unknown) =>
    within(
      method,
      new Promise<unknown>((resolve, reject) => {
        if (end !== undefined) {
          reject(end)
          return
        }
        // Counted: of ids by chance two were equal in one of 130 runs that publish 200 at once, and one call of the two was never answered.
        lastId += 1n
        const id = String(lastId)
        waiting.set(id, { resolve, reject })
        send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
      }),
    )
  const until = (condition: () => boolean) =>
    within(
      'what the test waits for',
      new Promise<void>((resolve, reject) => {
        const check = () => {
          if (condition()) resolve()
          else if (end !== undefined) reject(new Error(`closed: ${end.code} ${end.reason}`))
          else return
          conditions.delete(check)
        }
        conditions.add(check)
        check()
      }),
    )
  return {
    clientId: identity.clientId,
    identity,
    socket,
    frames,
    deliveries,
    call,
    publish: (topic, message, more = {}) =>
      call('irn_publish', { topic, message, ttl: 300, prompt: false, tag: 1108, ...more }),
    send,
    acknowledge,
    delivered: async (count) => {
      await until(() => deliveries.length >= count)
      return deliveries.slice(0, count)
    },
    until,
    closed,
    close: () => {
      socket.close()
      return closed
    },
  }
}

/** Gives what the work gives; rejects after `PATIENCE_MS`, saying what was waited for and what is known. */
export async function inTime<Result>(what: string, work: Promise<Result>, describe: () => string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`Waited ${PATIENCE_MS / 1000} s for ${what}. ${describe()}`)),
      PATIENCE_MS,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A topic of its own. */
export function createTestTopic(): string {
  return randomBytes(32).toString('hex')
}

function isDelivery(frame: unknown): frame is TestDelivery {
  return typeof frame === 'object' && frame !== null && 'method' in frame && frame.method === 'irn_subscription'
}
