import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { RELAY_CLOSE_CODES, RELAY_CLOSE_REASONS } from '@latchkey/wire'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ReadClient } from '../gateway/clientKey.ts'
import type { GatewayProject } from '../gateway/environment.ts'
import { createRateLimiter } from '../gateway/rateLimiter.ts'
import type { Clock, Log } from '../ports.ts'
import { RequestError } from '../RequestError.ts'
import { checkClientToken } from './clientToken.ts'
import type { Holder } from './engine.ts'
import type { Relay, RelayClient, RelayConnection } from './relay.ts'
import type { RelayMetrics } from './relayMetrics.ts'
import { createLedger, type Shares, USUAL_SHARES } from './shares.ts'

/** How often sockets are pinged, in ms. Clients give a silent relay up after 35 s. Source: WalletConnect specification, Relay RPC. */
export const PING_MS = 25_000

/** How often slow readers are looked for, in ms. */
const SLOW_CHECK_MS = 2_000

/** How long clients may take to answer a closing, in ms. */
const FAREWELL_MS = 2_000

/** Longest path and query, in characters. Source: SEC-107. */
const URL_LENGTH = 8_192

/** Refusals that are about the project and its pages. */
const PROJECT_REFUSALS: readonly (keyof typeof RELAY_CLOSE_REASONS)[] = [
  'projectMissing',
  'keyInvalid',
  'originNotAllowed',
]

/** Longest origin that is logged, in characters. */
const ORIGIN_LENGTH = 200

/** An address of nobody, to ask whether a proxy's word is believed. Source: RFC 5737. */
const ELSEWHERE = '192.0.2.1'

/** Sockets that any address or project may have, however small the relay is. */
const LEAST_SOCKETS = 16

/** What a client beyond its share is told. */
const SHARE_REFUSALS = {
  address: 'SHARE_USED_UP: Your network has used up its share of the sockets.',
  project: 'SHARE_USED_UP: This project has used up its share of the sockets.',
} as const

/** What the edge is set up with. */
export type SocketEdgeOptions = {
  readonly maxFrameBytes: number
  readonly maxSockets: number
  /** Part of the sockets that one address or project may have. Default `USUAL_SHARES`. */
  readonly shares?: Shares | undefined
  /** Token bucket of new connections, by address. */
  readonly connections: { readonly capacity: number; readonly refillPerSecond: number }
  /** Whether the token's audience is this relay. */
  readonly isOwnAudience: (audience: string) => boolean
  /** Undefined: anybody may use the relay, from any page. */
  readonly findProject?:
    | ((id: string | undefined, clientKey: string) => Promise<GatewayProject | undefined>)
    | undefined
  /** Closes a socket that has subscribed to nothing for so long. Undefined: never. */
  readonly staleAfterMs?: number | undefined
  /** Default `PING_MS`. */
  readonly pingMs?: number | undefined
}

/** The sockets of a relay. */
export type SocketEdge = {
  /** Takes an upgrade request, which is told by its path to be for the relay. Never throws. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Takes no more frames, answers what was taken, tells every client to go (1001, or 4010 to move on) and waits for that. */
  close(how?: 'goingAway' | 'rebalancing'): Promise<void>
}

type Held = {
  readonly connection: RelayConnection
  readonly holder: Holder
  isAlive: boolean
  isStill: boolean
  readonly since: number
}

type Verdict =
  | { readonly ok: true; readonly client: RelayClient }
  | { readonly ok: false; readonly kind: keyof typeof RELAY_CLOSE_REASONS; readonly reason: string }

/** Puts a relay on WebSockets: who may come in, how large frames are, who is still there. */
export function createSocketEdge(parameters: {
  relay: Relay
  clock: Clock
  log: Log
  readClientKey: ReadClient
  metrics?: RelayMetrics | undefined
  options: SocketEdgeOptions
}): SocketEdge {
  const { relay, clock, log, metrics, options } = parameters
  const held = new Map<WebSocket, Held>()
  const ledger = createLedger(options.shares ?? USUAL_SHARES, LEAST_SOCKETS)
  const isProxySaid = { now: false }
  const connections = createRateLimiter({ clock, ...options.connections })
  let isClosing = false
  let admitting = Promise.resolve()
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: options.maxFrameBytes,
    perMessageDeflate: false,
  })

  async function admit(request: IncomingMessage, query: URLSearchParams, address: string): Promise<Verdict> {
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const token = checkClientToken({
      token: query.get('auth') ?? bearer,
      now: clock.now(),
      isOwnAudience: options.isOwnAudience,
    })
    if (!token.ok) return token
    const refuse = (kind: keyof typeof RELAY_CLOSE_REASONS): Verdict => ({
      ok: false,
      kind,
      reason: RELAY_CLOSE_REASONS[kind],
    })
    const { origin } = request.headers
    let isVerified = false
    let projectId: string | undefined
    if (options.findProject !== undefined) {
      const id = query.get('projectId') ?? undefined
      const project = await options.findProject(id, address)
      if (project === undefined) return refuse(id === undefined ? 'projectMissing' : 'keyInvalid')
      projectId = project.id
      // Programs that are no browser name no origin.
      isVerified = origin !== undefined && project.origins.includes(origin)
      if (origin !== undefined && !isVerified) return refuse('originNotAllowed')
    }
    return {
      ok: true,
      client: {
        clientId: token.clientId,
        address,
        project: projectId,
        // What is no plain origin is not attested: `null`, or whatever a program wrote there.
        origin: origin !== undefined && isOrigin(origin) ? { text: origin, isVerified } : undefined,
      },
    }
  }

  async function accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const address = parameters.readClientKey(request.socket.remoteAddress, first(request.headers['x-forwarded-for']))
    if (isClosing) return answerHttp(socket, 503, 'Service Unavailable')
    if (connections.take(address, 1) !== undefined) {
      metrics?.countRefusedSocket('rate')
      return answerHttp(socket, 429, 'Too Many Requests')
    }
    sayUntrustedProxy(request)
    // Before a token is looked at, which costs more.
    if (refuseBySockets(socket, { address, project: '' })) return
    await takeTurn()
    if (isClosing) return answerHttp(socket, 503, 'Service Unavailable')
    const query = new URL(request.url ?? '/', 'http://relay.invalid').searchParams
    const verdict = await admit(request, query, address)
    if (socket.destroyed) return
    if (!verdict.ok) {
      metrics?.countRefusedSocket(verdict.kind)
      // Whoever runs the relay reads here which page its project does not list.
      if (PROJECT_REFUSALS.includes(verdict.kind)) {
        const origin = request.headers.origin?.slice(0, ORIGIN_LENGTH)
        log.info({ event: 'socketRefused', reason: verdict.kind, origin }, 'a page may not use the relay')
      }
      if (query.get('useOnCloseEvent') !== 'true') {
        const isForbidden = verdict.kind === 'originNotAllowed'
        return answerHttp(socket, isForbidden ? 403 : 401, isForbidden ? 'Forbidden' : 'Unauthorized', verdict.reason)
      }
    }
    // Others may have come while the project was looked up.
    if (verdict.ok && refuseBySockets(socket, { address, project: verdict.client.project ?? '' })) return
    server.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', () => webSocket.terminate())
      if (verdict.ok && !isClosing) hold(webSocket, socket, verdict.client)
      else if (verdict.ok) webSocket.close(RELAY_CLOSE_CODES.goingAway, 'Going away')
      else {
        webSocket.close(RELAY_CLOSE_CODES.refused, verdict.reason)
        setTimeout(() => webSocket.terminate(), FAREWELL_MS).unref()
      }
    })
  }

  /** One newcomer a turn of the event loop: a token costs as much to check as many frames to pass on. */
  function takeTurn(): Promise<void> {
    admitting = admitting.then(() => new Promise((resolve) => setImmediate(resolve)))
    return admitting
  }

  /** Refuses a socket beyond a share, or beyond what the process takes when nobody has more than the one who asks. */
  function refuseBySockets(socket: Duplex, holder: Holder): boolean {
    const passed = ledger.findPassed(holder, 1, options.maxSockets)
    if (passed !== undefined) {
      metrics?.countRefusedSocket(passed === 'address' ? 'addressShare' : 'projectShare')
      answerHttp(socket, 429, 'Too Many Requests', SHARE_REFUSALS[passed])
      return true
    }
    if (held.size < options.maxSockets || yieldSocket(holder)) return false
    metrics?.countRefusedSocket('full')
    answerHttp(socket, 503, 'Service Unavailable', 'RELAY_FULL: This relay has no socket left.')
    return true
  }

  /** Closes a socket of the address that has most, one that nothing is read on before others. False where nobody has more. */
  function yieldSocket({ address }: Holder): boolean {
    const [largest] = ledger.listLargest(1)
    if (largest === undefined || largest.amount <= ledger.amountOf(address) + 1) return false
    const theirs = [...held].filter(([, one]) => one.holder.address === largest.address)
    const [webSocket, one] = theirs.find(([, { connection }]) => !connection.isUsed()) ?? theirs.at(-1) ?? []
    if (webSocket === undefined || one === undefined) return false
    letGo(webSocket, one)
    webSocket.close(RELAY_CLOSE_CODES.tooMany, 'Too many sockets for one network')
    setTimeout(() => webSocket.terminate(), FAREWELL_MS).unref()
    return true
  }

  function letGo(webSocket: WebSocket, { connection, holder }: Held): void {
    if (!held.delete(webSocket)) return
    ledger.add(holder, -1)
    connection.end()
  }

  /** Behind a proxy that is not named all clients have its address, and so one share together. */
  function sayUntrustedProxy({ headers, socket }: IncomingMessage): void {
    if (isProxySaid.now || headers['x-forwarded-for'] === undefined) return
    // Not by the address that this request names: a client on the proxy's own machine has the proxy's.
    const { readClientKey } = parameters
    if (readClientKey(socket.remoteAddress, ELSEWHERE) !== readClientKey(socket.remoteAddress, undefined)) return
    isProxySaid.now = true
    log.warn(
      { event: 'proxyNotTrusted' },
      'requests come through a proxy that trustedProxies does not name: its clients share the limits of one address',
    )
  }

  function hold(webSocket: WebSocket, socket: Duplex, client: RelayClient): void {
    let isGathering = false
    const connection = relay.connect(client, {
      send(text) {
        if (!isGathering) {
          isGathering = true
          socket.cork()
          // After everything that this turn has to say: one write of the mailbox answers many calls and brings many messages.
          process.nextTick(() => {
            isGathering = false
            socket.uncork()
          })
        }
        webSocket.send(text, () => connection.onDrain())
      },
      close(code, reason) {
        webSocket.close(code, reason)
        // A reader that takes nothing does not read the closing either.
        setTimeout(() => webSocket.terminate(), FAREWELL_MS).unref()
      },
      waitingBytes: () => webSocket.bufferedAmount,
      pause: () => webSocket.pause(),
      resume: () => webSocket.resume(),
    })
    const holder = { address: client.address, project: client.project ?? '' }
    const one: Held = { connection, holder, isAlive: true, isStill: true, since: clock.now() }
    held.set(webSocket, one)
    ledger.add(holder, 1)
    webSocket.on('message', (message, isBinary) => {
      one.isAlive = true
      one.isStill = false
      if (isBinary) webSocket.close(RELAY_CLOSE_CODES.unsupported, 'Text frames only')
      else connection.onFrame(message.toString())
    })
    webSocket.on('ping', () => {
      one.isAlive = true
    })
    webSocket.on('pong', () => {
      one.isAlive = true
    })
    webSocket.on('close', (code) => {
      letGo(webSocket, one)
      metrics?.countClosedSocket(code)
    })
  }

  const pinging = setInterval(() => {
    const now = clock.now()
    for (const [webSocket, one] of held) {
      const isStale = options.staleAfterMs !== undefined && now - one.since > options.staleAfterMs
      if (!one.isAlive) webSocket.terminate()
      else if (isStale && one.isStill && !one.connection.isUsed()) {
        webSocket.close(RELAY_CLOSE_CODES.stale, 'Stale connection')
      } else {
        one.isAlive = false
        webSocket.ping()
      }
    }
  }, options.pingMs ?? PING_MS).unref()
  const checking = setInterval(() => relay.dropSlow(), SLOW_CHECK_MS).unref()

  return {
    upgrade(request, socket, head) {
      // Whatever happens to a socket that is not yet a WebSocket, it must not end the process.
      socket.on('error', () => socket.destroy())
      if ((request.url ?? '').length > URL_LENGTH) {
        answerHttp(socket, 414, 'URI Too Long')
        return
      }
      accept(request, socket, head).catch((err: unknown) => {
        if (err instanceof RequestError && err.code === 'RATE_LIMITED') {
          metrics?.countRefusedSocket('rate')
          answerHttp(socket, 429, 'Too Many Requests')
          return
        }
        log.error({ event: 'upgradeFailed', err }, 'a socket could not be taken')
        answerHttp(socket, 500, 'Internal Server Error')
      })
    },
    async close(how = 'goingAway') {
      if (isClosing) return
      isClosing = true
      clearInterval(pinging)
      clearInterval(checking)
      for (const webSocket of held.keys()) webSocket.pause()
      await relay.settle()
      const reason = how === 'goingAway' ? 'Going away' : 'Rebalancing'
      await Promise.all(
        [...held].map(
          ([webSocket, { connection }]) =>
            new Promise<void>((resolve) => {
              webSocket.once('close', () => resolve())
              connection.end()
              // The client's closing frame is behind frames that are let go; their senders will send them again elsewhere.
              webSocket.close(RELAY_CLOSE_CODES[how], reason)
              webSocket.resume()
              setTimeout(() => webSocket.terminate(), FAREWELL_MS).unref()
            }),
        ),
      )
      server.close()
    },
  }
}

function answerHttp(socket: Duplex, status: number, text: string, body = ''): void {
  socket.end(
    `HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}

/**
 * Whether a token's audience names one of these addresses or a path below one. Clients write it exactly as their site
 * configured it, so a slash at the end and the scheme's http twin make no difference here.
 */
export function createAudienceCheck(addresses: readonly string[]): (audience: string) => boolean {
  const own = addresses.map(plainAddress)
  return (audience) => {
    const named = URL.canParse(audience) ? plainAddress(audience) : undefined
    return named !== undefined && own.some((each) => named === each || named.startsWith(`${each}/`))
  }
}

function plainAddress(address: string): string {
  const url = new URL(address)
  const scheme = url.protocol.replace(/^http/, 'ws')
  return `${scheme}//${url.host}${url.pathname.replace(/\/+$/, '')}`
}
