import { createHash } from 'node:crypto'
import type { RelayDelivery } from '@latchkey/wire'
import type { Clock, Log } from '../ports.ts'
import type { RelayEngine, StoredMessage } from './engine.ts'
import type { RelayMetrics } from './relayMetrics.ts'
import type { Session, Subscription } from './session.ts'

/** Deliveries that a socket may leave unanswered before the rest waits in the mailbox. */
export const DELIVERY_WINDOW = 512

/** Bytes that may wait in a socket before the rest waits in the mailbox. */
export const HIGH_WATER_BYTES = 1_048_576

/** Reads of the mailbox that one socket may have under way; its other subscriptions wait for them. */
const READS_UNDER_WAY = 32

/** Who reads which topic, and what is on its way to them. */
export type Deliveries = {
  subscribe(session: Session, topic: string): void
  unsubscribe(session: Session, topic: string): void
  /** Sends a message to those who read its topic, except its publisher. */
  deliver(message: StoredMessage): void
  /** Takes the answer to a delivery. False where there is none of that id. */
  answer(session: Session, frameId: string, isAccepted: boolean): boolean
  /** Reads on for subscriptions that had fallen behind, once there is room. */
  resume(session: Session): void
  /** Ends all subscriptions of a session. */
  end(session: Session): void
}

/** Makes the deliveries of one relay: in order along a topic, from the mailbox where a socket took no more. */
export function createDeliveries(parameters: {
  engine: RelayEngine
  clock: Clock
  log: Log
  metrics?: RelayMetrics | undefined
}): Deliveries {
  const { engine, clock, log, metrics } = parameters
  const topics = new Map<string, Set<Subscription>>()
  let lastFrameId = 0

  engine.listen({
    onMessage: (message) => deliver(message),
    onTopic: (topic) => {
      for (const subscription of topics.get(topic) ?? []) catchUp(subscription)
    },
  })

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
    // Written once, however many read it.
    let data: string | undefined
    const write = () => (data ??= writeDelivery(message))
    for (const subscription of topics.get(message.topic) ?? []) {
      if (subscription.session.client.clientId === message.publisher) continue
      if (subscription.state === 'reading') subscription.again = true
      else if (subscription.state === 'live') send(subscription, message, write)
    }
  }

  /** Sends one message; where the socket takes no more, the subscription falls behind. Gives whether it went. */
  function send(subscription: Subscription, message: StoredMessage, write = () => writeDelivery(message)): boolean {
    const { session } = subscription
    if (session.isEnded || hasHad(session, message.row)) return true
    if (isFull(session)) {
      fallBehind(subscription)
      return false
    }
    const id = nextFrameId()
    session.inFlight.push({ frameId: id, row: message.row })
    const params = `{"id":"${subscription.id}","data":${write()}}`
    session.socket.send(`{"id":${id},"jsonrpc":"2.0","method":"irn_subscription","params":${params}}`)
    metrics?.countDelivered(clock.now() - message.publishedAt)
    return true
  }

  function fallBehind(subscription: Subscription): void {
    subscription.state = 'behind'
    if (!subscription.isEnded) subscription.session.behind.add(subscription)
  }

  /** Numbers of at most 16 digits, growing: ms since 1970 with three more digits. */
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
    let afterRow = 0
    for (;;) {
      // Not before a later page: what was told of meanwhile may stand before it, stored by a process that was slower to commit.
      if (afterRow === 0) subscription.again = false
      const page = await engine.readPending({ topic, clientId: session.client.clientId, afterRow })
      if (subscription.isEnded || session.isEnded) return
      for (const message of page.messages) if (!send(subscription, message)) return
      if (page.nextRow === undefined && !subscription.again) break
      afterRow = page.nextRow ?? 0
    }
    subscription.state = 'live'
  }

  function resume(session: Session): void {
    if (session.behind.size === 0 || session.inFlight.length > DELIVERY_WINDOW / 2) return
    if (session.socket.waitingBytes() > HIGH_WATER_BYTES / 2) return
    for (const subscription of [...session.behind].slice(0, READS_UNDER_WAY - session.reading)) catchUp(subscription)
  }

  return {
    subscribe(session, topic) {
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
    },
    unsubscribe,
    deliver,
    answer(session, frameId, isAccepted) {
      const { inFlight } = session
      const at = inFlight.findIndex((each) => each.frameId === frameId)
      const answered = inFlight[at]
      const last = inFlight.at(-1)
      if (answered === undefined || last === undefined) return false
      inFlight[at] = last
      inFlight.pop()
      if (isAccepted) {
        engine.receive(session.client.clientId, answered.row)
        session.taken[session.takenAt] = answered.row
        session.takenAt = (session.takenAt + 1) % DELIVERY_WINDOW
      }
      resume(session)
      return true
    },
    resume,
    end(session) {
      for (const topic of [...session.subscriptions.keys()]) unsubscribe(session, topic)
      session.inFlight.length = 0
      session.taken.length = 0
    },
  }
}

function isFull({ inFlight, socket }: Session): boolean {
  return inFlight.length >= DELIVERY_WINDOW || socket.waitingBytes() >= HIGH_WATER_BYTES
}

/** Whether a message is on its way to a client, or has been lately. */
function hasHad({ inFlight, taken }: Session, row: number): boolean {
  return inFlight.some((each) => each.row === row) || taken.includes(row)
}

/** The part of a delivery that is the same for all readers. */
function writeDelivery(message: StoredMessage): string {
  const data: RelayDelivery['data'] = {
    topic: message.topic,
    message: message.message,
    publishedAt: message.publishedAt,
    tag: message.tag,
    attestation: message.attestation,
    ...(message.relayAttestation === '' ? {} : { relayAttestation: message.relayAttestation }),
  }
  return JSON.stringify(data)
}

/** What clients compute themselves: SHA-256 of topic and client id. Source: WalletConnect specification, Relay RPC. */
export function subscriptionIdOf(topic: string, clientId: string): string {
  return createHash('sha256').update(topic).update(clientId).digest('hex')
}
