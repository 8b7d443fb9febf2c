import { EngineError } from '../errors.ts'
import type { Clock } from '../ports.ts'
import type { Calls } from './createCalls.ts'

/** Topics a call: what relays of the field take. */
export const BATCH_LIMIT = 500

/** How long `subscribe` waits for the relay's answer, as with running clients. */
const SUBSCRIBE_MS = 60_000

/** Topics that are wanted, and what of them the relay holds on this socket. */
export type Subscriptions = {
  size(): number
  list(): readonly string[]
  has(topic: string): boolean
  /** Wants topics from now on. */
  want(topics: readonly string[]): void
  /** Wants topics from now on. Resolves once the relay holds all of them. */
  add(topics: readonly string[], signal: AbortSignal | undefined): Promise<void>
  /** Wants a topic that the relay holds already, by a call that subscribed its caller. */
  hold(topic: string): void
  /** Wants topics no longer. Returns those that the relay may hold. */
  remove(topics: readonly string[]): readonly string[]
  /** Asks the relay for what it does not hold yet; the socket is open. */
  flush(): void
  /** Asks again for all topics: the relay shows that it is there, and brings what it has. */
  renew(): void
  /** The socket is gone, and the relay holds nothing. */
  lose(): void
  /** Ends all waiting. Topics stay wanted. */
  rejectAll(error: EngineError): void
}

type Waiter = { readonly topics: readonly string[]; missing: number; end(error?: EngineError): void }

type Subscription = { state: 'wanted' | 'asked' | 'held'; readonly waiters: Set<Waiter> }

/** Keeps the topics subscribed. */
export function createSubscriptions(parameters: {
  readonly clock: Clock
  readonly calls: Calls
  readonly isOpen: () => boolean
}): Subscriptions {
  const { clock, calls } = parameters
  const subscriptions = new Map<string, Subscription>()
  let unasked = new Set<string>()
  /** Which socket: answers of an older one say nothing. */
  let turn = 0

  const want = (topic: string): Subscription => {
    const known = subscriptions.get(topic)
    if (known) return known
    const added: Subscription = { state: 'wanted', waiters: new Set() }
    subscriptions.set(topic, added)
    unasked.add(topic)
    return added
  }

  function hold(topic: string): void {
    const subscription = subscriptions.get(topic)
    if (!subscription) return
    subscription.state = 'held'
    unasked.delete(topic)
    for (const waiter of subscription.waiters) {
      waiter.missing -= 1
      if (waiter.missing === 0) waiter.end()
    }
    subscription.waiters.clear()
  }

  function reset(): void {
    unasked = new Set(subscriptions.keys())
    for (const subscription of subscriptions.values()) subscription.state = 'wanted'
  }

  function flush(): void {
    if (unasked.size === 0 || !parameters.isOpen()) return
    const topics = [...unasked]
    unasked.clear()
    for (let at = 0; at < topics.length; at += BATCH_LIMIT) void ask(topics.slice(at, at + BATCH_LIMIT))
  }

  async function ask(topics: readonly string[]): Promise<void> {
    const asked = turn
    const [first = ''] = topics
    for (const topic of topics) {
      const subscription = subscriptions.get(topic)
      if (subscription?.state === 'wanted') subscription.state = 'asked'
    }
    try {
      const result = await calls.ask(
        topics.length === 1 ? 'irn_subscribe' : 'irn_batchSubscribe',
        topics.length === 1 ? { topic: first } : { topics },
        { lasting: false, failure: () => describeFailure(first) },
      )
      if (asked !== turn) return
      // Ids in order, one id, or a plain yes: relays answer each way, and only a no tells something.
      topics.forEach((topic, index) => {
        if (Array.isArray(result) ? result[index] : result) hold(topic)
        else refuse(topic, undefined)
      })
    } catch (error) {
      if (asked !== turn) return
      const refused = error instanceof EngineError && error.cause !== undefined
      // One bad topic, or a relay that knows no batches, must not cost the others.
      if (refused && topics.length > 1) for (const topic of topics) void ask([topic])
      else if (refused) refuse(first, error)
      else {
        for (const topic of topics) {
          const subscription = subscriptions.get(topic)
          if (subscription?.state !== 'asked') continue
          subscription.state = 'wanted'
          unasked.add(topic)
        }
        flush()
      }
    }
  }

  /** The relay refused. The topic is asked for again on the next socket. */
  function refuse(topic: string, cause: EngineError | undefined): void {
    const subscription = subscriptions.get(topic)
    if (!subscription || subscription.state === 'held') return
    subscription.state = 'wanted'
    const error = new EngineError('RELAY_UNREACHABLE', '', { message: describeFailure(topic), cause: cause?.cause })
    for (const waiter of [...subscription.waiters]) waiter.end(error)
  }

  return {
    size: () => subscriptions.size,
    list: () => [...subscriptions.keys()],
    has: (topic) => subscriptions.has(topic),
    want: (topics) => topics.forEach(want),
    add(topics, signal) {
      const missing = topics.filter((topic) => want(topic).state !== 'held')
      flush()
      if (missing.length === 0) return Promise.resolve()
      return new Promise((resolve, reject) => {
        const abort = (): void => waiter.end(new EngineError('ABORTED', '', { cause: signal?.reason }))
        const stop = clock.after(SUBSCRIBE_MS, () =>
          waiter.end(new EngineError('RELAY_UNREACHABLE', '', { message: describeFailure(missing[0] ?? '') })),
        )
        const waiter: Waiter = {
          topics: missing,
          missing: missing.length,
          end(error) {
            stop()
            signal?.removeEventListener('abort', abort)
            for (const topic of missing) subscriptions.get(topic)?.waiters.delete(waiter)
            if (error) reject(error)
            else resolve()
          },
        }
        signal?.addEventListener('abort', abort)
        for (const topic of missing) want(topic).waiters.add(waiter)
      })
    },
    hold(topic) {
      want(topic)
      hold(topic)
    },
    remove(topics) {
      const held: string[] = []
      for (const topic of topics) {
        const subscription = subscriptions.get(topic)
        if (!subscription) continue
        if (subscription.state !== 'wanted') held.push(topic)
        for (const waiter of [...subscription.waiters]) waiter.end(new EngineError('ABORTED'))
        subscriptions.delete(topic)
        unasked.delete(topic)
      }
      return held
    },
    flush,
    renew() {
      reset()
      flush()
    },
    lose() {
      turn += 1
      reset()
    },
    rejectAll(error) {
      for (const { waiters } of subscriptions.values()) for (const waiter of [...waiters]) waiter.end(error)
    },
  }
}

/** In the words of running clients, which apps may compare. */
function describeFailure(topic: string): string {
  return `Subscribing to ${topic} failed, please try again`
}
