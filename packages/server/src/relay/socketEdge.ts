import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { RELAY_CLOSE_CODES, RELAY_CLOSE_REASONS } from '@latchkey/wire'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ReadClientKey } from '../gateway/clientKey.ts'
import type { GatewayProject } from '../gateway/environment.ts'
import { createRateLimiter } from '../gateway/rateLimiter.ts'
import type { Clock, Log } from '../ports.ts'
import { checkClientToken } from './clientToken.ts'
import type { Relay, RelayClient, RelayConnection } from './createRelay.ts'
import type { RelayMetrics } from './relayMetrics.ts'

/** How often sockets are pinged, in ms. Clients give a silent relay up after 35 s. Source: protocol reference, section 4.5. */
export const PING_MS = 25_000

/** How often slow readers are looked for, in ms. */
const SLOW_CHECK_MS = 2_000

/** How long clients may take to answer a closing, in ms. */
const FAREWELL_MS = 2_000

/** Longest path and query, in characters. Source: SEC-107. */
const URL_LENGTH = 8_192

/** What the edge is set up with. */
export type SocketEdgeOptions = {
  readonly maxFrameBytes: number
  readonly maxSockets: number
  /** Token bucket of new connections, by address. */
  readonly connections: { readonly capacity: number; readonly refillPerSecond: number }
  /** Whether the token's audience is this relay. */
  readonly isOwnAudience: (audience: string) => boolean
  /** Undefined: anybody may use the relay, from any page. */
  readonly findProject?: ((id: string | undefined) => Promise<GatewayProject | undefined>) | undefined
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

type Held = { readonly connection: RelayConnection; isAlive: boolean; isStill: boolean; readonly since: number }

type Verdict =
  | { readonly ok: true; readonly client: RelayClient }
  | { readonly ok: false; readonly kind: keyof typeof RELAY_CLOSE_REASONS; readonly reason: string }

/** Puts a relay on WebSockets: who may come in, how large frames are, who is still there. */
export function createSocketEdge(parameters: {
  relay: Relay
  clock: Clock
  log: Log
  readClientKey: ReadClientKey
  metrics?: RelayMetrics | undefined
  options: SocketEdgeOptions
}): SocketEdge {
  const { relay, clock, log, metrics, options } = parameters
  const held = new Map<WebSocket, Held>()
  const connections = createRateLimiter({ clock, ...options.connections })
  let isClosing = false
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
    if (options.findProject !== undefined) {
      const id = query.get('projectId') ?? undefined
      const project = await options.findProject(id)
      if (project === undefined) return refuse(id === undefined ? 'projectMissing' : 'keyInvalid')
      // Programs that are no browser name no origin.
      isVerified = origin !== undefined && project.origins.includes(origin)
      if (origin !== undefined && !isVerified) return refuse('originNotAllowed')
    }
    return {
      ok: true,
      client: {
        clientId: token.clientId,
        address,
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
    if (held.size >= options.maxSockets) {
      metrics?.countRefusedSocket('full')
      return answerHttp(socket, 503, 'Service Unavailable')
    }
    const query = new URL(request.url ?? '/', 'http://relay.invalid').searchParams
    const verdict = await admit(request, query, address)
    if (socket.destroyed) return
    if (!verdict.ok) {
      metrics?.countRefusedSocket(verdict.kind)
      if (query.get('useOnCloseEvent') !== 'true') {
        const isForbidden = verdict.kind === 'originNotAllowed'
        return answerHttp(socket, isForbidden ? 403 : 401, isForbidden ? 'Forbidden' : 'Unauthorized', verdict.reason)
      }
    }
    server.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', () => webSocket.terminate())
      if (verdict.ok && !isClosing) hold(webSocket, verdict.client)
      else if (verdict.ok) webSocket.close(RELAY_CLOSE_CODES.goingAway, 'Going away')
      else {
        webSocket.close(RELAY_CLOSE_CODES.refused, verdict.reason)
        setTimeout(() => webSocket.terminate(), FAREWELL_MS).unref()
      }
    })
  }

  function hold(webSocket: WebSocket, client: RelayClient): void {
    const connection = relay.connect(client, {
      send(text) {
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
    const one: Held = { connection, isAlive: true, isStill: true, since: clock.now() }
    held.set(webSocket, one)
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
      held.delete(webSocket)
      connection.end()
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
