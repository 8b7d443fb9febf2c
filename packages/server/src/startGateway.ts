import { lookup } from 'node:dns/promises'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import type { WireErrorBody } from '@latchkey/wire'
import type { Config } from './config.ts'
import { createServices } from './createServices.ts'
import { createGateway } from './gateway/createGateway.ts'
import { createLog } from './gateway/createLog.ts'
import type { GatewayApp } from './gateway/environment.ts'
import { openDirectory } from './openDirectory.ts'
import { PortInUseError } from './PortInUseError.ts'
import { dropExpiredIdentities } from './storage/identityCache.ts'
import { openStorage } from './storage/openStorage.ts'
import type { Storage } from './storage/storage.ts'
import { sendPinned } from './upstreams/sendPinned.ts'

/** Longest time for a client to send its headers, and to send everything, in ms. Source: SEC-107. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000

/** How long an idle connection is kept, in ms. */
const KEEP_ALIVE_MS = 5_000

/** How long running requests may take to finish when the gateway is asked to end, in ms. */
const FAREWELL_MS = 10_000

/** How often identities that ran out are taken from the database, in ms. */
const SWEEP_MS = 60 * 60_000

/** A gateway that listens. */
export type RunningGateway = {
  /** Where it listens, such as `http://127.0.0.1:8787`. */
  readonly url: string
  /** Lets running requests finish for up to 10 s, then closes the database. Harmless when called twice. */
  close(): Promise<void>
}

/**
 * Starts a gateway and resolves once it listens; `port: 0` takes any free port. With `databaseUrl` it uses that
 * PostgreSQL server, otherwise the embedded database in `dataDir`. Throws `PortInUseError`, the storage's errors, and
 * `ConfigError` for a directory overlay that cannot be used.
 */
export async function startGateway(parameters: { config: Config }): Promise<RunningGateway> {
  const { config } = parameters
  const directory = openDirectory(config)
  const log = createLog(config.logLevel)
  let app: GatewayApp | undefined
  // The port comes first: a busy one is told at once, before a database is made.
  const server = createAdaptorServer({
    fetch: (request, { incoming }) =>
      app === undefined ? answerStarting() : app.fetch(request, { remoteAddress: incoming.socket.remoteAddress }),
    overrideGlobalObjects: false,
    serverOptions: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
  })
  const url = await listen(server, config)
  const stopListening = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      if ('closeIdleConnections' in server) {
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), FAREWELL_MS).unref()
      }
    })

  let storage: Storage
  try {
    storage = await openStorage(
      config.databaseUrl === undefined ? { dataDir: config.dataDir } : { url: config.databaseUrl },
    )
  } catch (error) {
    await stopListening()
    throw error
  }
  const services = createServices({
    config,
    publicUrl: config.publicUrl?.replace(/\/+$/, '') ?? url,
    storage,
    directory,
    clock: { now: () => Date.now() },
    log,
    fetch: globalThis.fetch,
    resolve: (hostname) => lookup(hostname, { all: true }),
    send: sendPinned,
  })
  app = createGateway({ config, services })
  log.info({ event: 'listening', url, engine: storage.engine, chains: config.chains.length }, 'the gateway listens')

  const sweep = () => {
    dropExpiredIdentities(storage, Date.now()).catch((err: unknown) =>
      log.warn({ event: 'sweepFailed', err }, 'old identities could not be dropped'),
    )
  }
  sweep()
  const sweeping = setInterval(sweep, SWEEP_MS).unref()

  let closing: Promise<void> | undefined
  return {
    url,
    close() {
      clearInterval(sweeping)
      closing ??= stopListening().then(() => storage.close())
      return closing
    },
  }
}

/** Binds the configured address and gives the address it has become. Throws `PortInUseError`. */
async function listen(server: ServerType, config: Config): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortInUseError(config.host, config.port, error) : error),
    )
    server.listen(config.port, config.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
}

function answerStarting(): Response {
  const body: WireErrorBody = {
    status: 'FAILED',
    code: 'NOT_READY',
    message: 'The gateway is starting.',
    requestId: '',
    reasons: [],
  }
  return Response.json(body, { status: 503, headers: { 'retry-after': '1', 'cache-control': 'no-store' } })
}
