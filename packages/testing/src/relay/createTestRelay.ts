import type { Clock, OpenSocket, Socket, SocketListener } from '../../../walletconnect/src/ports.ts'

/** A frame on its way between a client and the relay, as a fault sees it. */
export type RelayFrame = {
  readonly direction: 'toRelay' | 'toClient'
  readonly clientId: string
  /** Of a request; undefined for an answer. */
  readonly method: string | undefined
  readonly id: unknown
  /** Of a request. */
  readonly params: Readonly<Record<string, unknown>>
  readonly text: string
}

/** What becomes of a frame: it goes on, is lost, comes twice, comes later (ms), or comes after the next frame of its way. */
export type Fate = 'pass' | 'drop' | 'twice' | 'swap' | { readonly delayMs: number }

/** A call that reached the relay. */
export type RelayCall = {
  readonly clientId: string
  readonly id: unknown
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** An attempt to open a socket. */
export type RelayAttempt = { readonly url: string; readonly clientId: string; readonly token: string }

/** A message that the relay keeps. */
export type RelayMessage = {
  readonly topic: string
  readonly message: string
  readonly tag: number | undefined
  readonly prompt: boolean | undefined
  readonly ttlSeconds: number
  readonly publishedAt: number
  readonly publisher: string
  readonly attestation: string
  readonly correlationId: unknown
  /** Clients that said that they have it. */
  readonly takenBy: ReadonlySet<string>
}

/** A relay in this process, behind the engine's own port, with faults on demand. */
export type TestRelay = {
  /** The engine's port. Any address leads here. */
  readonly openSocket: OpenSocket
  /** Every call that reached the relay, oldest first. */
  readonly calls: readonly RelayCall[]
  /** Every attempt to open a socket, oldest first, also those that were refused or stalled. */
  readonly attempts: readonly RelayAttempt[]
  /** Messages that were taken from their publishers and whose lifetime lasts. */
  listMessages(topic?: string): readonly RelayMessage[]
  /** Ids of the clients that hold an open socket; an id comes once a socket. */
  listClients(): readonly string[]
  /** Topics that a client holds on its open sockets. */
  listTopics(clientId: string): readonly string[]
  /** Calls that were made by name, for short tests. */
  countCalls(method: string): number
  /** Decides about each frame from now on. The newest rule that does not say `pass` wins. Returns its end. */
  interfere(rule: (frame: RelayFrame) => Fate): () => void
  /** New sockets are closed with this code; 3000 after they opened, as a relay does it, others before. Returns its end. */
  refuse(code: number, reason?: string, only?: (attempt: RelayAttempt) => boolean): () => void
  /** New sockets neither open nor close. Returns its end; those that waited stay dead. */
  stall(): () => void
  /** Open sockets take and bring nothing more, and do not close, as after a sleep. Ends with those sockets. */
  freeze(clientId?: string): void
  /** Closes open sockets: all, or those of one client. */
  cut(code?: number, reason?: string, clientId?: string): void
  /** Ends all sockets with 1001, as a restart does. The mailbox stays unless it is lost. */
  restart(options?: { readonly loseMailbox?: boolean | undefined }): void
  /** A method is answered with an error. Default: -32601, not known. Returns its end. */
  failMethod(method: string, error?: { readonly code: number; readonly message: string }): () => void
  /** Sends a client a text as if it were a frame, junk included. */
  inject(clientId: string, text: string): void
  /** Publishes as if a peer had. */
  publish(message: {
    readonly topic: string
    readonly message: string
    readonly tag?: number | undefined
    readonly ttlSeconds?: number | undefined
    readonly publisher?: string | undefined
    readonly attestation?: string | undefined
  }): void
}

type Connection = {
  readonly clientId: string
  readonly listener: SocketListener
  readonly topics: Set<string>
  readonly sent: Map<string, Kept>
  readonly held: { toRelay: (() => void) | undefined; toClient: (() => void) | undefined }
  state: 'opening' | 'open' | 'frozen' | 'closed'
}

type Kept = RelayMessage & { readonly takenBy: Set<string> }

/**
 * Makes a relay without a network. Frames travel in microtasks, or `latencyMs` later by the clock. Rules of delivery: answer first,
 * deliver second; per-topic order; never to the publisher; again until acknowledged; mailbox until the lifetime ends; the two
 * `wc_…Session` calls subscribe their caller. Source: WalletConnect specification, Relay RPC.
 */
export function createTestRelay(parameters: {
  readonly clock: Clock
  readonly latencyMs?: number | undefined
  /** Longest frame that is taken from a client, in bytes; a longer one ends its socket with 1009, as real relays do. Default: any. */
  readonly maxFrameBytes?: number | undefined
}): TestRelay {
  const { clock, latencyMs = 0, maxFrameBytes = Number.POSITIVE_INFINITY } = parameters
  const calls: RelayCall[] = []
  const attempts: RelayAttempt[] = []
  const connections = new Set<Connection>()
  const mailbox = new Map<string, Set<Kept>>()
  const rules = new Set<(frame: RelayFrame) => Fate>()
  const refusals = new Set<{
    code: number
    reason: string
    only: ((attempt: RelayAttempt) => boolean) | undefined
  }>()
  const stalls = new Set<object>()
  const failing = new Map<string, { code: number; message: string }>()
  let lastId = 0

  const later = (run: () => void): void => {
    if (latencyMs > 0) clock.after(latencyMs, run)
    else queueMicrotask(run)
  }

  function end(connection: Connection, code: number, reason: string): void {
    if (connection.state === 'closed') return
    connection.state = 'closed'
    connections.delete(connection)
    later(() => connection.listener.closed(code, reason))
  }

  /** Lets a frame take its way, or whatever the rules make of it. */
  function travel(connection: Connection, direction: RelayFrame['direction'], text: string, arrive: () => void): void {
    const fate = rules.size === 0 ? 'pass' : judge(readFrame(connection.clientId, direction, text))
    if (fate === 'drop') return
    if (fate === 'swap') {
      connection.held[direction]?.()
      connection.held[direction] = () => later(arrive)
      return
    }
    if (typeof fate === 'object') {
      clock.after(fate.delayMs, arrive)
      return
    }
    later(arrive)
    if (fate === 'twice') later(arrive)
    const held = connection.held[direction]
    connection.held[direction] = undefined
    held?.()
  }

  function judge(frame: RelayFrame): Fate {
    for (const rule of [...rules].reverse()) {
      const fate = rule(frame)
      if (fate !== 'pass') return fate
    }
    return 'pass'
  }

  function toClient(connection: Connection, text: string): void {
    travel(connection, 'toClient', text, () => {
      if (connection.state === 'open') connection.listener.received(text)
    })
  }

  function deliver(connection: Connection, kept: Kept): void {
    lastId += 1
    const id = `1${String(lastId).padStart(18, '0')}`
    connection.sent.set(id, kept)
    const { topic, message, publishedAt, tag, attestation } = kept
    const data = { topic, message, publishedAt, tag, attestation }
    toClient(
      connection,
      JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params: { id: topic.slice(0, 16), data } }),
    )
  }

  function listConnections(topic: string): readonly Kept[] {
    const box = mailbox.get(topic)
    if (!box) return []
    for (const kept of box) if (kept.publishedAt + kept.ttlSeconds * 1000 <= clock.now()) box.delete(kept)
    return [...box]
  }

  function keep(publisher: string, params: Readonly<Record<string, unknown>>): () => void {
    const kept: Kept = {
      topic: String(params.topic),
      message: String(params.message),
      tag: typeof params.tag === 'number' ? params.tag : undefined,
      prompt: typeof params.prompt === 'boolean' ? params.prompt : undefined,
      ttlSeconds: typeof params.ttl === 'number' ? params.ttl : 300,
      publishedAt: clock.now(),
      publisher,
      attestation: typeof params.attestation === 'string' ? params.attestation : '',
      correlationId: params.correlationId,
      takenBy: new Set(),
    }
    const box = mailbox.get(kept.topic) ?? new Set()
    mailbox.set(kept.topic, box.add(kept))
    return () => {
      for (const other of connections) {
        if (other.clientId !== publisher && other.topics.has(kept.topic)) deliver(other, kept)
      }
    }
  }

  /** Subscribes; what waits in the mailbox and is not on its way already goes out once the answer has. */
  function subscribe(connection: Connection, topic: string): () => void {
    connection.topics.add(topic)
    return () => {
      const onTheWay = new Set(connection.sent.values())
      for (const kept of listConnections(topic)) {
        if (kept.publisher === connection.clientId || kept.takenBy.has(connection.clientId)) continue
        if (!onTheWay.has(kept)) deliver(connection, kept)
      }
    }
  }

  /** Carries out a call. Answers with its result and with what is to be done once it has been answered. */
  function carryOut(
    connection: Connection,
    method: string,
    params: Readonly<Record<string, unknown>>,
  ): { readonly result: unknown; readonly after: readonly (() => void)[] } | undefined {
    const { clientId } = connection
    switch (method) {
      case 'irn_publish':
        return { result: true, after: [keep(clientId, params)] }
      case 'irn_batchPublish':
        return { result: true, after: readList(params.messages).map((message) => keep(clientId, readParams(message))) }
      case 'irn_subscribe': {
        const topic = String(params.topic)
        return { result: `sub-${topic}`, after: [subscribe(connection, topic)] }
      }
      case 'irn_batchSubscribe': {
        const topics = readList(params.topics).map(String)
        return {
          result: topics.map((topic) => `sub-${topic}`),
          after: topics.map((topic) => subscribe(connection, topic)),
        }
      }
      case 'irn_unsubscribe':
        connection.topics.delete(String(params.topic))
        return { result: true, after: [] }
      case 'irn_batchUnsubscribe':
        for (const entry of readList(params.subscriptions)) connection.topics.delete(String(readParams(entry).topic))
        return { result: true, after: [] }
      case 'wc_proposeSession': {
        const { pairingTopic, sessionProposal, ttl, attestation, correlationId } = params
        const topic = String(pairingTopic)
        const waiting = subscribe(connection, topic)
        const out = keep(clientId, {
          topic,
          message: sessionProposal,
          ttl,
          tag: 1100,
          prompt: true,
          attestation,
          correlationId,
        })
        return { result: true, after: [waiting, out] }
      }
      case 'wc_approveSession': {
        const { pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest, ttl, correlationId } =
          params
        const waiting = subscribe(connection, String(sessionTopic))
        const response = keep(clientId, {
          topic: pairingTopic,
          message: sessionProposalResponse,
          ttl,
          tag: 1101,
          prompt: false,
          correlationId,
        })
        const settlement = keep(clientId, {
          topic: sessionTopic,
          message: sessionSettlementRequest,
          ttl,
          tag: 1102,
          prompt: false,
          correlationId,
        })
        return { result: true, after: [waiting, response, settlement] }
      }
      default:
        return undefined
    }
  }

  function receive(connection: Connection, text: string): void {
    if (connection.state !== 'open') return
    if (new TextEncoder().encode(text).length > maxFrameBytes) {
      end(connection, 1009, '')
      return
    }
    const frame = readJson(text)
    const { id, method } = frame
    if (typeof method !== 'string') {
      const kept = connection.sent.get(String(id))
      connection.sent.delete(String(id))
      if (frame.result === true) kept?.takenBy.add(connection.clientId)
      return
    }
    const params = readParams(frame.params)
    calls.push({ clientId: connection.clientId, id, method, params })
    const failure = failing.get(method)
    const outcome = failure ? undefined : carryOut(connection, method, params)
    if (outcome) {
      toClient(connection, JSON.stringify({ id, jsonrpc: '2.0', result: outcome.result }))
      for (const run of outcome.after) run()
      return
    }
    const error = failure ?? { code: -32601, message: 'Method not found' }
    toClient(connection, JSON.stringify({ id, jsonrpc: '2.0', error }))
  }

  return {
    calls,
    attempts,
    openSocket(url, listener): Socket {
      const attempt = { url, ...readToken(url) }
      attempts.push(attempt)
      const connection: Connection = {
        clientId: attempt.clientId,
        listener,
        topics: new Set(),
        sent: new Map(),
        held: { toRelay: undefined, toClient: undefined },
        state: 'opening',
      }
      connections.add(connection)
      const refusal = [...refusals].reverse().find(({ only }) => !only || only(attempt))
      if (refusal && refusal.code !== 3000) end(connection, refusal.code, refusal.reason)
      else if (stalls.size === 0) {
        later(() => {
          if (connection.state !== 'opening') return
          connection.state = 'open'
          listener.opened()
          if (refusal) end(connection, refusal.code, refusal.reason)
        })
      }
      return {
        send(text) {
          if (connection.state === 'open') travel(connection, 'toRelay', text, () => receive(connection, text))
        },
        close: (code = 1000, reason = '') => end(connection, code, reason),
      }
    },
    listMessages: (topic) => (topic === undefined ? [...mailbox.keys()] : [topic]).flatMap(listConnections),
    listClients: () => [...connections].filter(({ state }) => state === 'open').map(({ clientId }) => clientId),
    listTopics: (clientId) => [
      ...new Set(
        [...connections]
          .filter((connection) => connection.clientId === clientId && connection.state === 'open')
          .flatMap(({ topics }) => [...topics]),
      ),
    ],
    countCalls: (wanted) => calls.filter(({ method }) => method === wanted).length,
    interfere: (rule) => put(rules, (frame: RelayFrame) => rule(frame)),
    refuse: (code, reason = '', only) => put(refusals, { code, reason, only }),
    stall: () => put(stalls, {}),
    freeze(clientId) {
      for (const connection of connections) {
        const meant = clientId === undefined || connection.clientId === clientId
        if (meant && connection.state === 'open') connection.state = 'frozen'
      }
    },
    cut(code = 1006, reason = '', clientId) {
      for (const connection of [...connections]) {
        if (clientId === undefined || connection.clientId === clientId) end(connection, code, reason)
      }
    },
    restart({ loseMailbox = false } = {}) {
      for (const connection of [...connections]) end(connection, 1001, 'going away')
      if (loseMailbox) mailbox.clear()
    },
    failMethod(method, error = { code: -32601, message: 'Method not found' }) {
      failing.set(method, error)
      return () => {
        if (failing.get(method) === error) failing.delete(method)
      }
    },
    inject(clientId, text) {
      for (const connection of connections) if (connection.clientId === clientId) toClient(connection, text)
    },
    publish({ publisher = 'did:key:somebody', ttlSeconds, ...message }) {
      keep(publisher, { ...message, ttl: ttlSeconds })()
    },
  }
}

/** Puts something into a set. Returns the way to take it out. */
function put<Value>(set: Set<Value>, value: Value): () => void {
  set.add(value)
  return () => {
    set.delete(value)
  }
}

function readFrame(clientId: string, direction: RelayFrame['direction'], text: string): RelayFrame {
  const { id, method, params } = readJson(text)
  return {
    direction,
    clientId,
    text,
    id,
    method: typeof method === 'string' ? method : undefined,
    params: readParams(params),
  }
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    return readParams(JSON.parse(text))
  } catch {
    return {}
  }
}

function readParams(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

const readList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The token of an address and who it says it is; a token that is no JWT is its own client id. */
function readToken(url: string): { readonly token: string; readonly clientId: string } {
  const token = new URL(url).searchParams.get('auth') ?? ''
  const [, payload = ''] = token.split('.')
  try {
    const { iss } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    if (typeof iss === 'string') return { token, clientId: iss }
  } catch {
    // Not a JWT: a test of the relay client itself signs nothing.
  }
  return { token, clientId: token.split('#')[0] ?? '' }
}
