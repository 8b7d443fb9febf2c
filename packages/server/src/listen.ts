import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import type { WireErrorBody } from '@latchkey/wire'
import type { Config } from './config.ts'
import { createProxyCheck } from './gateway/clientKey.ts'
import type { GatewayApp } from './gateway/environment.ts'
import { ListenError } from './ListenError.ts'
import { PortInUseError } from './PortInUseError.ts'
import type { SocketEdge } from './relay/socketEdge.ts'

/** How long clients may take, in ms. */
export type ClientTimes = {
  readonly headersMs: number
  /** For headers and body together. */
  readonly requestMs: number
  /** How long an idle connection is kept. */
  readonly keepAliveMs: number
  /**
   * How long an idle connection of a trusted proxy is kept: longer than any keeps its own. One that sends a request while its
   * connection is let go answers 502 to the visitor.
   */
  readonly proxyKeepAliveMs: number
  /** How often the first two are looked at. */
  readonly checkMs: number
}

/** Source: SEC-107. Node itself would look every 30 s, which makes 40 s of ten. */
const USUAL_TIMES: ClientTimes = {
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 5_000,
  // Google's load balancer keeps its connections for 10 min, Caddy for 2, nginx and Amazon's for 1.
  proxyKeepAliveMs: 620_000,
  checkMs: 1_000,
}

/** How long running requests may take to finish when the program is asked to end, in ms. */
const FAREWELL_MS = 10_000

/** A bound port, before and after there is something to serve on it. */
export type Listening = {
  /** Where it listens, such as `http://127.0.0.1:8787`. */
  readonly url: string
  /** Begins to serve: requests by the application, upgrades below `path` by the relay. Until then the answer is NOT_READY. */
  serve(app: GatewayApp, relay?: { path: string; upgrade: SocketEdge['upgrade'] } | undefined): void
  /** Lets running requests finish for up to 10 s. */
  stop(): Promise<void>
}

/** Binds the configured address; port 0 takes any free one. Throws `PortInUseError` and `ListenError`. */
export async function listen(
  config: Pick<Config, 'host' | 'port'> & Partial<Pick<Config, 'trustedProxies'>>,
  times: ClientTimes = USUAL_TIMES,
): Promise<Listening> {
  let app: GatewayApp | undefined
  let relay: { path: string; upgrade: SocketEdge['upgrade'] } | undefined
  let isStopping = false
  const isProxy = createProxyCheck(config.trustedProxies ?? [])
  const server = createAdaptorServer({
    fetch: (request, { incoming, outgoing }) => {
      // Whoever goes on asking over one connection would hold up the end, and lose an answer to it.
      if (isStopping && 'shouldKeepAlive' in outgoing) outgoing.shouldKeepAlive = false
      return app === undefined ? answerStarting() : app.fetch(request, { remoteAddress: incoming.socket.remoteAddress })
    },
    overrideGlobalObjects: false,
    serverOptions: {
      headersTimeout: times.headersMs,
      requestTimeout: times.requestMs,
      keepAliveTimeout: times.keepAliveMs,
      connectionsCheckingInterval: times.checkMs,
    },
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (!isProxy(socket.remoteAddress)) return
    // Node sets its own limit at the same moment, before.
    response.once('finish', () => socket.setTimeout(times.proxyKeepAliveMs))
  })
  server.on('upgrade', (request, socket, head) => {
    const path = request.url?.split('?')[0] ?? '/'
    if (relay !== undefined && (path === relay.path || path.startsWith(`${relay.path}/`))) {
      relay.upgrade(request, socket, head)
      return
    }
    socket.on('error', () => socket.destroy())
    socket.end(
      `HTTP/1.1 ${app === undefined ? '503 Service Unavailable' : '404 Not Found'}\r\nConnection: close\r\n\r\n`,
    )
  })
  const url = await bind(server, config)
  return {
    url,
    serve(servedApp, servedRelay) {
      app = servedApp
      relay = servedRelay
    },
    stop: () =>
      new Promise<void>((resolve) => {
        isStopping = true
        server.close(() => resolve())
        if ('closeIdleConnections' in server) {
          server.closeIdleConnections()
          setTimeout(() => server.closeAllConnections(), FAREWELL_MS).unref()
        }
      }),
  }
}

async function bind(server: ServerType, config: Pick<Config, 'host' | 'port'>): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new PortInUseError(config.host, config.port, error)
          : new ListenError(config.host, config.port, error),
      ),
    )
    server.listen(config.port, config.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
}

const STARTING = 'The gateway is starting.'

function answerStarting(): Response {
  const body: WireErrorBody = {
    status: 'FAILED',
    code: 'NOT_READY',
    message: STARTING,
    requestId: '',
    reasons: [{ field: '', description: STARTING }],
  }
  return Response.json(body, { status: 503, headers: { 'retry-after': '1', 'cache-control': 'no-store' } })
}
