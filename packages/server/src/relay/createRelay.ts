import { createHash } from 'node:crypto'
import { RELAY_CLOSE_CODES, RELAY_ERROR_CODES, type RelayDelivery, relayParams, SIGN_METHODS } from '@latchkey/wire'
import * as v from 'valibot'
import { createRateLimiter } from '../gateway/rateLimiter.ts'
import type { Clock, Log } from '../ports.ts'
import {
  MailboxFullError,
  MailboxUnavailableError,
  type NewMessage,
  type RelayEngine,
  type StoredMessage,
} from './engine.ts'
import { readFrame } from './frame.ts'
import { bytesOf, PAGE_BYTES } from './mailbox.ts'
import type { RelayMetrics } from './relayMetrics.ts'

/** Deliveries that a socket may leave unanswered before the rest waits in the mailbox. */
export const DELIVERY_WINDOW = 512

/** Bytes that may wait in a socket before the rest waits in the mailbox. */
export const HIGH_WATER_BYTES = 1_048_576

/** Longest time for a socket to stay above that mark, in ms; then it is closed and may connect again. */
export const SLOW_READER_MS = 30_000

/** Reads of the mailbox that one socket may have under way; its other subscriptions wait for them. */
const READS_UNDER_WAY = 32

/** Calls beyond its limits that a socket may make before it is closed. */
export const REFUSALS_LIMIT = 1000

/** Publishes that a socket may have under way before its frames are read more slowly. */
const UNDER_WAY_LIMIT = 256

/** Sockets of one client in this process. More are those that a phone has left behind; the oldest go. */
const CLIENT_SOCKETS = 16

/** Tags of the messages whose origin a wallet asks about. Source: protocol reference, section 14. */
const ATTESTED_TAGS: readonly number[] = [
  SIGN_METHODS.wc_sessionPropose.request.tag,
  SIGN_METHODS.wc_sessionRequest.request.tag,
  SIGN_METHODS.wc_sessionAuthenticate.request.tag,
]

/** The way back to a client. */
export type RelaySocket = {
  send(text: string): void
  close(code: number, reason: string): void
  /** Bytes given to `send` that have not left. */
  waitingBytes(): number
  /** Stops and resumes the reading of frames. */
  pause(): void
  resume(): void
}

/** Who has connected. */
export type RelayClient = {
  /** The `did:key` that its token proves. */
  readonly clientId: string
  /** What rate limits count it by besides its id. */
  readonly address: string
  /** The `Origin` that it named, and whether the project's list holds it. */
  readonly origin?: { readonly text: string; readonly isVerified: boolean } | undefined
}

/** A connected client. */
export type RelayConnection = {
  /** Takes a text frame. Never throws. */
  onFrame(text: string): void
  /** Bytes have left the socket. */
  onDrain(): void
  /** The socket is gone. */
  end(): void
  /** Whether it has subscribed to anything. */
  isUsed(): boolean
  /** Publishes that are not yet answered. */
  underWay(): number
}

/** The relay without its sockets. */
export type Relay = {
  /** Connects a client; frames go in by the answer and come out by `socket`. */
  connect(client: RelayClient, socket: RelaySocket): RelayConnection
  readonly engine: RelayEngine
  /** Drops readers that stay slow. Called every few seconds. */
  dropSlow(): void
  /** Resolves once every publish that was taken is answered. */
  settle(): Promise<void>
  readonly sockets: () => number
}

/** Limits of one relay. */
export type RelayLimits = {
  readonly maxTtlSeconds: number
  readonly maxTopicsPerClient: number
  /** Token buckets of calls, by client and by address. */
  readonly calls: { readonly capacity: number; readonly refillPerSecond: number }
  readonly callsPerAddress: { readonly capacity: number; readonly refillPerSecond: number }
  readonly bytesPerAddress: { readonly capacity: number; readonly refillPerSecond: number }
}

/** Signs what is known of a message's origin; see `relayAttestationClaims`. */
export type AttestOrigin = (message: string, origin: { text: string; isVerified: boolean }) => string

type Subscription = {
  readonly topic: string
  readonly id: string
  readonly session: Session
  /** `behind`: the socket took no more, the rest waits in the mailbox. */
  state: 'live' | 'reading' | 'behind'
  /** Something came while the mailbox was read. */
  again: boolean
  isEnded: boolean
}

type Session = {
  readonly client: RelayClient
  readonly socket: RelaySocket
  readonly subscriptions: Map<string, Subscription>
  /** Deliveries without an answer: by frame id, and the rows alone. */
  readonly inFlight: Map<string, number>
  readonly rows: Set<number>
  readonly behind: Set<Subscription>
  /** Subscriptions that read the mailbox now. */
  reading: number
  /** Calls that were refused because of a limit. */
  refused: number
  underWay: number
  isPaused: boolean
  slowSince: number | undefined
  isEnded: boolean
}

type Reply = (session: Session, params: never, answer: Answer) => void
/** Sends the answer to a call. */
type Answer = (result: unknown) => void

/** The call cannot be carried out, for a reason that its caller may know. */
class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Makes a relay: topics, subscriptions, deliveries and their acknowledgements. Rules, from the protocol reference,
 * section 4.5: a publish is answered once its message is safe, then the message is delivered; never to the publisher's
 * client id; in order along a topic; again after a reconnect until the client has answered, on any of its sockets.
 */
export function createRelay(parameters: {
  engine: RelayEngine
  clock: Clock
  log: Log
  limits: RelayLimits
  metrics?: RelayMetrics | undefined
  attest?: AttestOrigin | undefined
}): Relay {
  const { engine, clock, log, limits, metrics, attest } = parameters
  const topics = new Map<string, Set<Subscription>>()
  const clients = new Map<string, Set<Session>>()
  const byClient = createRateLimiter({ clock, ...limits.calls })
  const byAddress = createRateLimiter({ clock, ...limits.callsPerAddress })
  const bytesByAddress = createRateLimiter({ clock, ...limits.bytesPerAddress })
  const settled = new Set<() => void>()
  let sessions = 0
  let underWay = 0
  let lastFrameId = 0

  engine.listen({
    onMessage: (message) => deliver(message),
    onTopic: (topic) => {
      for (const subscription of topics.get(topic) ?? []) catchUp(subscription)
    },
  })

  const replies: { readonly [Method in keyof typeof relayParams]: Reply } = {
    irn_publish: publishing((session, params: v.InferOutput<typeof relayParams.irn_publish>) => ({
      messages: [compose(session, params)],
    })),
    irn_batchPublish: publishing((session, params: v.InferOutput<typeof relayParams.irn_batchPublish>) => ({
      messages: params.messages.map((each) => compose(session, each)),
    })),
    wc_proposeSession: publishing((session, params: v.InferOutput<typeof relayParams.wc_proposeSession>) => ({
      messages: [
        compose(session, {
          topic: params.pairingTopic,
          message: params.sessionProposal,
          ttl: params.ttl,
          tag: SIGN_METHODS.wc_sessionPropose.request.tag,
          attestation: params.attestation,
        }),
      ],
      subscribe: params.pairingTopic,
    })),
    wc_approveSession: publishing((session, params: v.InferOutput<typeof relayParams.wc_approveSession>) => ({
      messages: [
        compose(session, {
          topic: params.pairingTopic,
          message: params.sessionProposalResponse,
          ttl: params.ttl,
          tag: SIGN_METHODS.wc_sessionPropose.answer.tag,
        }),
        compose(session, {
          topic: params.sessionTopic,
          message: params.sessionSettlementRequest,
          ttl: params.ttl,
          tag: SIGN_METHODS.wc_sessionSettle.request.tag,
        }),
      ],
      subscribe: params.sessionTopic,
    })),
    irn_subscribe: (session, params: v.InferOutput<typeof relayParams.irn_subscribe>, answer) => {
      checkTopics(session, [params.topic])
      answer(subscriptionIdOf(params.topic, session.client.clientId))
      subscribe(session, params.topic)
    },
    irn_batchSubscribe: (session, params: v.InferOutput<typeof relayParams.irn_batchSubscribe>, answer) => {
      checkTopics(session, params.topics)
      answer(params.topics.map((topic) => subscriptionIdOf(topic, session.client.clientId)))
      for (const topic of params.topics) subscribe(session, topic)
    },
    irn_unsubscribe: (session, params: v.InferOutput<typeof relayParams.irn_unsubscribe>, answer) => {
      unsubscribe(session, params.topic)
      answer(true)
    },
    irn_batchUnsubscribe: (session, params: v.InferOutput<typeof relayParams.irn_batchUnsubscribe>, answer) => {
      for (const { topic } of params.subscriptions) unsubscribe(session, topic)
      answer(true)
    },
    irn_fetchMessages: (session, params: v.InferOutput<typeof relayParams.irn_fetchMessages>, answer) =>
      fetchMessages(session, [params.topic], answer),
    irn_batchFetchMessages: (session, params: v.InferOutput<typeof relayParams.irn_batchFetchMessages>, answer) =>
      fetchMessages(session, params.topics, answer),
    irn_batchReceive: (session, params: v.InferOutput<typeof relayParams.irn_batchReceive>, answer) =>
      engine.receiveByHash(session.client.clientId, params.receipts).then(() => answer(true)),
  }

  /** A call that stores messages: answers once they are safe, then delivers them, then subscribes its caller. */
  function publishing<Params>(
    read: (session: Session, params: Params) => { messages: readonly NewMessage[]; subscribe?: string },
  ): (session: Session, params: Params, answer: Answer) => Promise<void> {
    return async (session, params, answer) => {
      const { messages, subscribe: topic } = read(session, params)
      if (topic !== undefined) checkTopics(session, [topic])
      const startedAt = clock.now()
      const stored = await engine.append(messages)
      answer(true)
      metrics?.countPublished(stored.length, clock.now() - startedAt)
      for (const message of stored) deliver(message)
      engine.announce(stored)
      if (topic !== undefined) subscribe(session, topic)
    }
  }

  function compose(
    session: Session,
    params: { topic: string; message: string; ttl: number; tag: number; attestation?: string | null | undefined },
  ): NewMessage {
    const now = clock.now()
    const { origin } = session.client
    const isAttested = origin !== undefined && ATTESTED_TAGS.includes(params.tag)
    return {
      topic: params.topic,
      message: params.message,
      publisher: session.client.clientId,
      tag: params.tag,
      attestation: params.attestation ?? '',
      relayAttestation: isAttested ? (attest?.(params.message, origin) ?? '') : '',
      publishedAt: now,
      expiresAt: now + Math.round(Math.min(params.ttl, limits.maxTtlSeconds) * 1000),
    }
  }

  async function fetchMessages(session: Session, wanted: readonly string[], answer: Answer): Promise<void> {
    const { clientId } = session.client
    if (session.socket.waitingBytes() >= HIGH_WATER_BYTES) {
      throw new CallError(RELAY_ERROR_CODES.limitExceeded, 'Answers wait to be read.')
    }
    const messages: object[] = []
    let bytes = 0
    let hasMore = wanted.length > FETCHED_TOPICS
    for (const each of wanted.slice(0, FETCHED_TOPICS)) {
      // One topic after the other, so that an answer is about as large as a page.
      if (bytes >= PAGE_BYTES) {
        hasMore = true
        break
      }
      const page = await engine.readPending({ topic: each, clientId, afterRow: 0 })
      hasMore ||= page.nextRow !== undefined
      for (const stored of page.messages) {
        const { topic, message, publishedAt, tag, attestation } = stored
        bytes += bytesOf(stored)
        messages.push({ topic, message, publishedAt, tag, attestation })
      }
    }
    answer({ messages, hasMore })
  }

  function checkTopics(session: Session, wanted: readonly string[]): void {
    let held = 0
    for (const other of clients.get(session.client.clientId) ?? []) held += other.subscriptions.size
    const added = wanted.filter((topic) => !session.subscriptions.has(topic)).length
    if (held + added > limits.maxTopicsPerClient) {
      throw new CallError(RELAY_ERROR_CODES.limitExceeded, 'Too many topics for one client.')
    }
  }

  function subscribe(session: Session, topic: string): void {
    if (session.isEnded) return
    let subscription = session.subscriptions.get(topic)
    if (subscription === undefined) {
      const id = subscriptionIdOf(topic, session.client.clientId)
      subscription = { topic, id, session, state: 'live', again: false, isEnded: false }
      session.subscriptions.set(topic, subscription)
      const others = topics.get(topic)
      if (others === undefined) topics.set(topic, new Set([subscription]))
      else others.add(subscription)
    }
    catchUp(subscription)
  }

  function unsubscribe(session: Session, topic: string): void {
    const subscription = session.subscriptions.get(topic)
    if (subscription === undefined) return
    subscription.isEnded = true
    session.subscriptions.delete(topic)
    session.behind.delete(subscription)
    const others = topics.get(topic)
    others?.delete(subscription)
    if (others?.size !== 0) return
    topics.delete(topic)
    engine.unfollow(topic)
  }

  function deliver(message: StoredMessage): void {
    for (const subscription of topics.get(message.topic) ?? []) {
      if (subscription.session.client.clientId === message.publisher) continue
      if (subscription.state === 'reading') subscription.again = true
      else if (subscription.state === 'live') send(subscription, message)
    }
  }

  /** Sends one message; where the socket takes no more, the subscription falls behind. Gives whether it went. */
  function send(subscription: Subscription, message: StoredMessage): boolean {
    const { session } = subscription
    if (session.isEnded || session.rows.has(message.row)) return true
    if (isFull(session)) {
      fallBehind(subscription)
      return false
    }
    const delivery: RelayDelivery = {
      id: subscription.id,
      data: {
        topic: message.topic,
        message: message.message,
        publishedAt: message.publishedAt,
        tag: message.tag,
        attestation: message.attestation,
        ...(message.relayAttestation === '' ? {} : { relayAttestation: message.relayAttestation }),
      },
    }
    const id = nextFrameId()
    session.inFlight.set(id, message.row)
    session.rows.add(message.row)
    session.socket.send(`{"id":${id},"jsonrpc":"2.0","method":"irn_subscription","params":${JSON.stringify(delivery)}}`)
    metrics?.countDelivered(clock.now() - message.publishedAt)
    return true
  }

  function isFull({ inFlight, socket }: Session): boolean {
    return inFlight.size >= DELIVERY_WINDOW || socket.waitingBytes() >= HIGH_WATER_BYTES
  }

  function fallBehind(subscription: Subscription): void {
    subscription.state = 'behind'
    if (!subscription.isEnded) subscription.session.behind.add(subscription)
  }

  /** Numbers of at most 16 digits, growing: ms since 1970 with three more digits. Source: protocol reference, section 4.3. */
  function nextFrameId(): string {
    lastFrameId = Math.max(lastFrameId + 1, clock.now() * 1000)
    return String(lastFrameId)
  }

  /** Sends what waits in the mailbox, oldest first; what comes meanwhile waits for its turn. */
  function catchUp(subscription: Subscription): void {
    if (subscription.state === 'reading') {
      subscription.again = true
      return
    }
    const { session } = subscription
    // What the socket would not take need not be read.
    if (session.reading >= READS_UNDER_WAY || isFull(session)) {
      fallBehind(subscription)
      return
    }
    subscription.state = 'reading'
    session.behind.delete(subscription)
    session.reading += 1
    readAll(subscription).then(
      () => {
        session.reading -= 1
        resume(session)
      },
      (err: unknown) => {
        session.reading -= 1
        log.warn({ event: 'mailboxNotRead', err }, 'the mailbox could not be read')
        fallBehind(subscription)
      },
    )
  }

  async function readAll(subscription: Subscription): Promise<void> {
    const { topic, session } = subscription
    await engine.follow(topic)
    let afterRow: number | undefined = 0
    while (afterRow !== undefined) {
      subscription.again = false
      const page = await engine.readPending({ topic, clientId: session.client.clientId, afterRow })
      if (subscription.isEnded || session.isEnded) return
      for (const message of page.messages) if (!send(subscription, message)) return
      afterRow = page.nextRow ?? (subscription.again ? 0 : undefined)
    }
    subscription.state = 'live'
  }

  /** Reads on for subscriptions that had fallen behind, once there is room. */
  function resume(session: Session): void {
    if (session.behind.size === 0 || session.inFlight.size > DELIVERY_WINDOW / 2) return
    if (session.socket.waitingBytes() > HIGH_WATER_BYTES / 2) return
    for (const subscription of [...session.behind].slice(0, READS_UNDER_WAY - session.reading)) catchUp(subscription)
  }

  function charge(session: Session, cost: number, bytes = 0): boolean {
    const { clientId, address } = session.client
    if (byClient.take(clientId, cost) !== undefined || byAddress.take(address, cost) !== undefined) return false
    // Nobody fills the mailbox, which all share, alone.
    return bytes === 0 || bytesByAddress.take(address, bytes) === undefined
  }

  /** Counts a frame that means nothing; whoever sends too many is closed. Gives whether it is worth an answer. */
  function chargeJunk(session: Session, text: string): boolean {
    if (charge(session, 1 + weightOf(text))) return true
    end(session)
    session.socket.close(RELAY_CLOSE_CODES.tooMany, 'Too many requests')
    return false
  }

  function handle(session: Session, text: string): void {
    const frame = readFrame(text)
    if (frame.kind === 'answer') {
      // Clients answer with the number, or with its digits as a text.
      const id = frame.id.replace(/^"|"$/g, '')
      const row = session.inFlight.get(id)
      if (row === undefined) {
        chargeJunk(session, text)
        return
      }
      session.inFlight.delete(id)
      if (frame.isAccepted) engine.receive(session.client.clientId, row)
      session.rows.delete(row)
      resume(session)
      return
    }
    const fail = (code: number, message: string) => {
      metrics?.countRefusedCall(code)
      sendTo(session, `{"id":${frame.id},"jsonrpc":"2.0","error":${JSON.stringify({ code, message })}}`)
    }
    if (frame.kind === 'broken') {
      if (!chargeJunk(session, text)) return
      if (frame.reason === 'parse') fail(RELAY_ERROR_CODES.parse, 'Parse error')
      else fail(RELAY_ERROR_CODES.invalidRequest, 'Invalid Request')
      return
    }
    const { method } = frame
    metrics?.countCall(isKnown(method) ? method : 'other')
    if (NOT_OFFERED.includes(method)) {
      if (!chargeJunk(session, text)) return
      fail(RELAY_ERROR_CODES.notOffered, 'This relay sends no push messages.')
      return
    }
    if (!isKnown(method)) {
      if (!chargeJunk(session, text)) return
      fail(RELAY_ERROR_CODES.methodNotFound, 'Method not found')
      return
    }
    const parsed = v.safeParse(relayParams[method], frame.params)
    if (!parsed.success) {
      if (!chargeJunk(session, text)) return
      const [issue] = parsed.issues
      const place = v.getDotPath(issue)
      fail(RELAY_ERROR_CODES.invalidParams, `Invalid params${place === null ? '' : `: ${place}`}`)
      return
    }
    if (!charge(session, costOf(parsed.output) + weightOf(text), text.length)) {
      // Whoever goes on costs the relay the reading of each frame, and an answer.
      session.refused += 1 + weightOf(text)
      if (session.refused > REFUSALS_LIMIT) {
        end(session)
        session.socket.close(RELAY_CLOSE_CODES.tooMany, 'Too many requests')
        return
      }
      fail(RELAY_ERROR_CODES.limitExceeded, 'Too many requests')
      return
    }
    carryOut(session, method, parsed.output, (result) =>
      sendTo(session, `{"id":${frame.id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`),
    ).catch((error: unknown) => {
      if (error instanceof CallError) fail(error.code, error.message)
      else if (error instanceof MailboxFullError) fail(RELAY_ERROR_CODES.limitExceeded, error.message)
      // The engine has logged it, once for all calls that it hit.
      else if (error instanceof MailboxUnavailableError) fail(RELAY_ERROR_CODES.internal, 'Internal error')
      else {
        log.error({ event: 'relayFault', method, err: error }, 'a call to the relay failed')
        fail(RELAY_ERROR_CODES.internal, 'Internal error')
      }
    })
  }

  async function carryOut(session: Session, method: keyof typeof relayParams, params: unknown, answer: Answer) {
    session.underWay += 1
    underWay += 1
    if (session.underWay >= UNDER_WAY_LIMIT && !session.isPaused) {
      session.isPaused = true
      session.socket.pause()
    }
    try {
      // The table pairs each method with the output of its own schema, which the type of a lookup cannot say.
      await replies[method](session, params as never, answer)
    } finally {
      session.underWay -= 1
      underWay -= 1
      if (session.isPaused && session.underWay <= UNDER_WAY_LIMIT / 2) {
        session.isPaused = false
        session.socket.resume()
      }
      if (underWay === 0) for (const tell of settled) tell()
    }
  }

  function sendTo(session: Session, text: string): void {
    if (!session.isEnded) session.socket.send(text)
  }

  function end(session: Session): void {
    if (session.isEnded) return
    session.isEnded = true
    sessions -= 1
    for (const topic of [...session.subscriptions.keys()]) unsubscribe(session, topic)
    session.inFlight.clear()
    session.rows.clear()
    const others = clients.get(session.client.clientId)
    others?.delete(session)
    if (others?.size === 0) clients.delete(session.client.clientId)
  }

  return {
    engine,
    sockets: () => sessions,
    connect(client, socket) {
      const session: Session = {
        client,
        socket,
        subscriptions: new Map(),
        inFlight: new Map(),
        rows: new Set(),
        behind: new Set(),
        reading: 0,
        refused: 0,
        underWay: 0,
        isPaused: false,
        slowSince: undefined,
        isEnded: false,
      }
      sessions += 1
      const others = clients.get(client.clientId)
      if (others === undefined) clients.set(client.clientId, new Set([session]))
      else {
        others.add(session)
        const [oldest] = others
        if (others.size > CLIENT_SOCKETS && oldest !== undefined) {
          end(oldest)
          oldest.socket.close(RELAY_CLOSE_CODES.tooMany, 'Too many sockets for one client')
        }
      }
      return {
        onFrame: (text) => {
          if (!session.isEnded) handle(session, text)
        },
        onDrain: () => resume(session),
        end: () => end(session),
        isUsed: () => session.subscriptions.size > 0,
        underWay: () => session.underWay,
      }
    },
    dropSlow() {
      const now = clock.now()
      for (const session of [...clients.values()].flatMap((each) => [...each])) {
        resume(session)
        if (session.socket.waitingBytes() < HIGH_WATER_BYTES) session.slowSince = undefined
        else session.slowSince ??= now
        if (session.slowSince === undefined) continue
        if (now - session.slowSince < SLOW_READER_MS) continue
        end(session)
        session.socket.close(RELAY_CLOSE_CODES.rebalancing, 'Reader too slow')
      }
    },
    settle: () =>
      new Promise((resolve) => {
        if (underWay === 0) resolve()
        else settled.add(resolve)
      }),
  }
}

/** What a call with receipts counts for besides: the messages of their topics are hashed. */
const RECEIPTS_COST = 20

/** Topics whose messages one fetch answers with. */
const FETCHED_TOPICS = 16

/** Calls that ask for push messages, which this relay does not send. */
const NOT_OFFERED: readonly string[] = ['irn_watchRegister', 'irn_watchUnregister']

function isKnown(method: string): method is keyof typeof relayParams {
  return Object.hasOwn(relayParams, method)
}

/** What a large frame counts for besides: one for each 64 KiB. */
function weightOf(text: string): number {
  return Math.floor(text.length / 65_536)
}

/** Every message, topic or receipt of a call counts; topics a tenth, because a client subscribes to all of its own at once. */
function costOf(params: object): number {
  if ('messages' in params && Array.isArray(params.messages)) return params.messages.length
  if ('receipts' in params && Array.isArray(params.receipts)) return RECEIPTS_COST + params.receipts.length
  if ('topics' in params && Array.isArray(params.topics)) return Math.ceil(params.topics.length / 10)
  return 1
}

/** What clients compute themselves: SHA-256 of topic and client id. Source: protocol reference, section 4.4. */
export function subscriptionIdOf(topic: string, clientId: string): string {
  return createHash('sha256').update(topic).update(clientId).digest('hex')
}
