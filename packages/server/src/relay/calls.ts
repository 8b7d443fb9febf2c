import { RELAY_ERROR_CODES, type relayParams, SIGN_METHODS } from '@latchkey/wire'
import type * as v from 'valibot'
import type { Clock } from '../ports.ts'
import { type Deliveries, HIGH_WATER_BYTES, subscriptionIdOf } from './deliveries.ts'
import type { NewMessage, RelayEngine } from './engine.ts'
import { bytesOf, PAGE_BYTES } from './mailbox.ts'
import type { AttestOrigin } from './relay.ts'
import type { RelayMetrics } from './relayMetrics.ts'
import type { Session } from './session.ts'

/** Topics whose messages one fetch answers with. */
const FETCHED_TOPICS = 16

/** What a call with receipts counts for besides: the messages of their topics are hashed. */
const RECEIPTS_COST = 20

/** Tags of the messages whose origin a wallet asks about. Source: WalletConnect specification, Verify. */
const ATTESTED_TAGS: readonly number[] = [
  SIGN_METHODS.wc_sessionPropose.request.tag,
  SIGN_METHODS.wc_sessionRequest.request.tag,
  SIGN_METHODS.wc_sessionAuthenticate.request.tag,
]

/** Sends the answer to a call. */
export type Answer = (result: unknown) => void

type Params<Method extends keyof typeof relayParams> = v.InferOutput<(typeof relayParams)[Method]>

/** What carries out each call, by its method. The promise rejects with `CallError` or what the engine throws. */
export type Calls = {
  readonly [Method in keyof typeof relayParams]: (
    session: Session,
    params: Params<Method>,
    answer: Answer,
  ) => Promise<void> | void
}

/** The call cannot be carried out, for a reason that its caller may know. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Makes the calls of one relay. */
export function createCalls(parameters: {
  engine: RelayEngine
  deliveries: Deliveries
  clock: Clock
  limits: { readonly maxTtlSeconds: number; readonly maxTopicsPerClient: number }
  metrics?: RelayMetrics | undefined
  attest?: AttestOrigin | undefined
  /** All sessions of a client. */
  sessionsOf: (clientId: string) => Iterable<Session>
}): Calls {
  const { engine, deliveries, clock, limits, metrics, attest, sessionsOf } = parameters

  /** Stores messages, answers once they are safe, then delivers them, then subscribes the caller. */
  async function publish(session: Session, messages: readonly NewMessage[], answer: Answer, topic?: string) {
    if (topic !== undefined) checkTopics(session, [topic])
    const startedAt = clock.now()
    const stored = await engine.append(messages, session.holder)
    answer(true)
    metrics?.countPublished(stored.length, clock.now() - startedAt)
    for (const message of stored) deliveries.deliver(message)
    engine.announce(stored)
    if (topic !== undefined) deliveries.subscribe(session, topic)
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
    for (const other of sessionsOf(session.client.clientId)) held += other.subscriptions.size
    const added = wanted.filter((topic) => !session.subscriptions.has(topic)).length
    if (held + added > limits.maxTopicsPerClient) {
      throw new CallError(RELAY_ERROR_CODES.limitExceeded, 'Too many topics for one client.')
    }
  }

  return {
    irn_publish: (session, params, answer) => publish(session, [compose(session, params)], answer),
    irn_batchPublish: (session, params, answer) =>
      publish(
        session,
        params.messages.map((each) => compose(session, each)),
        answer,
      ),
    wc_proposeSession: (session, params, answer) => {
      const { pairingTopic: topic, sessionProposal: message, ttl, attestation } = params
      const { tag } = SIGN_METHODS.wc_sessionPropose.request
      return publish(session, [compose(session, { topic, message, ttl, tag, attestation })], answer, topic)
    },
    wc_approveSession: (session, params, answer) => {
      const { pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest, ttl } = params
      const response = {
        topic: pairingTopic,
        message: sessionProposalResponse,
        ttl,
        tag: SIGN_METHODS.wc_sessionPropose.answer.tag,
      }
      const settlement = {
        topic: sessionTopic,
        message: sessionSettlementRequest,
        ttl,
        tag: SIGN_METHODS.wc_sessionSettle.request.tag,
      }
      return publish(session, [compose(session, response), compose(session, settlement)], answer, sessionTopic)
    },
    irn_subscribe: (session, { topic }, answer) => {
      checkTopics(session, [topic])
      answer(subscriptionIdOf(topic, session.client.clientId))
      deliveries.subscribe(session, topic)
    },
    irn_batchSubscribe: (session, { topics }, answer) => {
      checkTopics(session, topics)
      answer(topics.map((topic) => subscriptionIdOf(topic, session.client.clientId)))
      for (const topic of topics) deliveries.subscribe(session, topic)
    },
    irn_unsubscribe: (session, { topic }, answer) => {
      deliveries.unsubscribe(session, topic)
      answer(true)
    },
    irn_batchUnsubscribe: (session, { subscriptions }, answer) => {
      for (const { topic } of subscriptions) deliveries.unsubscribe(session, topic)
      answer(true)
    },
    irn_fetchMessages: (session, { topic }, answer) => fetchMessages(session, [topic], answer),
    irn_batchFetchMessages: (session, { topics }, answer) => fetchMessages(session, topics, answer),
    irn_batchReceive: async (session, { receipts }, answer) => {
      await engine.receiveByHash(session.client.clientId, receipts)
      answer(true)
    },
  }
}

/** Every message, topic or receipt of a call counts; topics a tenth, because a client subscribes to all of its own at once. */
export function costOf(params: object): number {
  if ('messages' in params && Array.isArray(params.messages)) return params.messages.length
  if ('receipts' in params && Array.isArray(params.receipts)) return RECEIPTS_COST + params.receipts.length
  if ('topics' in params && Array.isArray(params.topics)) return Math.ceil(params.topics.length / 10)
  return 1
}
