import { SIGN_METHODS } from '@latchkey/wire/methods'
import { createWatchers } from '../createWatchers.ts'
import { randomHex, subscriptionId } from '../crypto/hashes.ts'
import type { Identity } from '../crypto/identity.ts'
import { EngineError, PeerError } from '../errors.ts'
import type { Surroundings } from '../ports.ts'
import { createIds } from '../rules/ids.ts'
import { type CallTerms, createCalls } from './createCalls.ts'
import { createInbox } from './createInbox.ts'
import { createLink } from './createLink.ts'
import { createSubscriptions } from './createSubscriptions.ts'
import { formatAcknowledgement, parseFrame, parseInbound } from './frames.ts'
import type { CallOptions, OutboundMessage, Relayer, RelayerEvent } from './relayer.ts'

/** How long a socket may stay silent after the page is looked at again, before a new one is opened. */
const WAKE_MS = 1500

/** What a relayer is built from. */
export type RelayerParameters = {
  readonly surroundings: Pick<Surroundings, 'clock' | 'random' | 'openSocket' | 'reachability' | 'logger' | 'agent'>
  /** At least one. The next is tried when one cannot be reached. */
  readonly relayUrls: readonly string[]
  readonly projectId?: string | undefined
  readonly identity: Identity
}

/** Makes the way to the relay. Nothing is opened until something needs it. */
export function createRelayer(parameters: RelayerParameters): Relayer {
  const { surroundings, identity } = parameters
  const { clock, logger } = surroundings
  const watchers = createWatchers<RelayerEvent>(logger)
  const { tell } = watchers
  /** Whether the relay on this socket knows the calls that carry a whole session. */
  let knowsSessions = true
  /** Open sockets that were lost. */
  let losses = 0

  const isOpen = (): boolean => link.status() === 'connected'
  /** Whether a call is about to come, which the next try opens the socket for. */
  let isExpected = false
  const isNeeded = (): boolean => isExpected || subscriptions.size() > 0 || calls.size() > 0 || trials.size > 0
  /** Callers that wait for whether the relay can be reached although the browser says that it is offline. */
  const trials = new Set<(isThere: boolean) => void>()
  const endTrials = (isThere: boolean): void => {
    for (const end of [...trials]) end(isThere)
  }

  const calls = createCalls({
    clock,
    createId: createIds(surroundings).relay,
    isOpen,
    send: (text) => link.send(text),
    silent() {
      tell({ name: 'relayer_connection_stalled' })
      link.restart()
    },
    idle: () => link.tend(),
  })

  const subscriptions = createSubscriptions({ clock, calls, isOpen })

  const inbox = createInbox({ clock, logger, refill: () => link.restart() })

  const link = createLink({
    surroundings,
    relayUrls: parameters.relayUrls,
    projectId: parameters.projectId,
    identity,
    subject: randomHex(surroundings.random),
    isNeeded,
    tell(event) {
      if (event.name === 'relayer_try_failed' || event.name === 'relayer_refused') {
        isExpected = false
        endTrials(false)
      }
      tell(event)
    },
    opened() {
      isExpected = false
      endTrials(true)
      knowsSessions = true
      subscriptions.flush()
      calls.flush()
    },
    received: receive,
    lost(code) {
      losses += 1
      subscriptions.lose()
      calls.lose(code)
    },
    refused(reason) {
      rejectAll(new EngineError('RELAY_REFUSED', reason))
    },
    woken() {
      const heard = calls.heard()
      subscriptions.renew()
      const turn = link.turn()
      clock.after(WAKE_MS, () => {
        if (turn === link.turn() && heard === calls.heard()) link.restart()
      })
    },
  })

  /** A topic that a call has subscribed; asked for anew when the socket was lost before its answer was read. */
  function holdSince(before: number, topic: string): void {
    if (before === losses) subscriptions.hold(topic)
    else {
      subscriptions.want([topic])
      subscriptions.flush()
    }
  }

  function rejectAll(error: EngineError): void {
    subscriptions.rejectAll(error)
    calls.rejectAll(error)
  }

  function receive(text: string): void {
    calls.hear()
    const frame = parseFrame(text)
    if (frame?.kind === 'answer') {
      if (!calls.answer(frame)) logger.debug('The relay answered a call that nobody waits for.')
      return
    }
    const message = frame?.method === 'irn_subscription' ? parseInbound(frame.params, clock.now()) : undefined
    if (!frame || !message) {
      logger.debug('The relay sent something that cannot be read.', { length: text.length })
      return
    }
    const turn = link.turn()
    inbox.receive(message, () => {
      if (turn === link.turn()) link.send(formatAcknowledgement(frame.id))
    })
  }

  /** Throws where no call can be made; says whether it has to be seen first that the relay is there. */
  function needsTrial(signal: AbortSignal | undefined): boolean {
    if (link.status() === 'closed') throw new EngineError('ABORTED', 'The client is closed.')
    if (signal?.aborted) throw new EngineError('ABORTED', '', { cause: signal.reason })
    return !isOpen() && !surroundings.reachability.isOnline()
  }

  /** Tries to reach the relay once although the browser says that it is offline: it may be wrong (F-58). */
  async function prove(signal: AbortSignal | undefined): Promise<void> {
    const isThere = await new Promise<boolean>((resolve) => {
      const end = (isThere: boolean): void => {
        trials.delete(end)
        signal?.removeEventListener('abort', abort)
        resolve(isThere)
      }
      const abort = (): void => end(false)
      signal?.addEventListener('abort', abort)
      trials.add(end)
      link.need()
    })
    if (isThere) return
    if (signal?.aborted) throw new EngineError('ABORTED', '', { cause: signal.reason })
    if (link.status() === 'closed') throw new EngineError('ABORTED', 'The client is closed.')
    // In the words of running clients, which apps may compare.
    const message = 'No internet connection detected. Please restart your network and try again.'
    throw new EngineError('RELAY_UNREACHABLE', '', { message })
  }

  async function call(method: string, params: unknown, terms: CallTerms): Promise<void> {
    if (needsTrial(terms.signal)) await prove(terms.signal)
    const answer = calls.ask(method, params, terms)
    if (!isOpen()) link.need()
    await answer
  }

  async function publish(message: OutboundMessage, { signal }: CallOptions = {}): Promise<void> {
    const { topic, tag, ttlSeconds, prompt, attestation, correlationId } = message
    await call(
      'irn_publish',
      { topic, message: message.message, ttl: ttlSeconds, prompt, tag, attestation, correlationId },
      {
        lasting: true,
        signal,
        failure: (id) => `Failed to publish payload, please try again. id:${id} tag:${tag}`,
      },
    )
    tell({ name: 'relayer_publish', topic, tag })
  }

  async function subscribe(topics: readonly string[], { signal }: CallOptions = {}): Promise<void> {
    // Wanted also where the call fails: the topics are subscribed as soon as there is a network.
    if (link.status() !== 'closed') subscriptions.want(topics)
    if (needsTrial(signal)) {
      await prove(signal)
      // Unsubscribed meanwhile.
      if (!topics.every(subscriptions.has)) throw new EngineError('ABORTED')
    }
    const answer = subscriptions.add(topics, signal)
    if (!isOpen()) link.need()
    await answer
  }

  /** Makes a call that carries a whole session; false where the relay does not know it. */
  async function callSession(
    method: string,
    params: unknown,
    tag: number,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    if (!knowsSessions) return false
    try {
      await call(method, params, {
        lasting: true,
        signal,
        failure: (id) => `Failed to publish custom payload, please try again. id:${id} tag:${tag}`,
      })
      return true
    } catch (error) {
      const cause = error instanceof EngineError ? error.cause : undefined
      if (!(cause instanceof PeerError) || cause.code !== -32601) throw error
      knowsSessions = false
      return false
    }
  }

  return {
    clientId: identity.clientId,
    status: () => link.status(),
    topics: () => subscriptions.list(),
    subscribe,
    publish,
    unsubscribe(topics) {
      const terms = { lasting: false, failure: () => 'Unsubscribing failed' }
      const farewell = async (topic: string): Promise<void> => {
        const id = await subscriptionId(topic, identity.clientId)
        // Wanted again meanwhile, or everything is over.
        if (link.status() === 'closed' || subscriptions.has(topic)) return
        await calls.ask('irn_unsubscribe', { topic, id }, terms)
      }
      for (const topic of subscriptions.remove(topics)) {
        farewell(topic).catch(() => logger.debug('The relay could not be told that a topic ended.', { topic }))
      }
      link.tend()
    },
    async proposeSession(parameters, { signal } = {}) {
      const { pairingTopic, sessionProposal, ttlSeconds, attestation, correlationId } = parameters
      const options = SIGN_METHODS.wc_sessionPropose.request
      const params = { pairingTopic, sessionProposal, ttl: ttlSeconds, attestation, correlationId }
      const before = losses
      if (await callSession('wc_proposeSession', params, options.tag, signal)) {
        holdSince(before, pairingTopic)
        return
      }
      await subscribe([pairingTopic], { signal })
      const message = { ...options, ttlSeconds, topic: pairingTopic, message: sessionProposal, attestation }
      await publish(message, { signal })
    },
    async approveSession(parameters, { signal } = {}) {
      const { sessionTopic, pairingTopic, ttlSeconds, correlationId } = parameters
      const { sessionProposalResponse, sessionSettlementRequest } = parameters
      const params = {
        sessionTopic,
        pairingTopic,
        sessionProposalResponse,
        sessionSettlementRequest,
        ttl: ttlSeconds,
        correlationId,
      }
      const settle = SIGN_METHODS.wc_sessionSettle.request
      const before = losses
      if (await callSession('wc_approveSession', params, settle.tag, signal)) {
        holdSince(before, sessionTopic)
        return
      }
      await subscribe([sessionTopic], { signal })
      const answer = SIGN_METHODS.wc_sessionPropose.answer
      await publish({ ...answer, ttlSeconds, topic: pairingTopic, message: sessionProposalResponse }, { signal })
      await publish({ ...settle, ttlSeconds, topic: sessionTopic, message: sessionSettlementRequest }, { signal })
    },
    handle: (handler) => inbox.handle(handler),
    watch: watchers.watch,
    prepare() {
      if (link.status() !== 'idle' || !surroundings.reachability.isOnline()) return
      isExpected = true
      link.need()
    },
    restart: (url) => link.restart(url),
    async close() {
      link.close()
      endTrials(false)
      inbox.close()
      rejectAll(new EngineError('ABORTED', 'The client is closed.'))
      watchers.clear()
    },
  }
}
