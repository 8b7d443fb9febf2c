import { lookup } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { type Config, ConfigError } from './config.ts'
import { createServices } from './createServices.ts'
import { createDirectory, type Directory } from './directory/directory.ts'
import { loadDirectory } from './directory/loadDirectory.ts'
import { OverlayInvalidError, parseOverlay } from './directory/overlay.ts'
import { createGateway } from './gateway/createGateway.ts'
import { createLog } from './gateway/createLog.ts'
import { openStorage } from './storage/openStorage.ts'
import { sendPinned } from './upstreams/sendPinned.ts'

/** Longest time for a client to send its headers, and to send everything, in ms. Source: SEC-107. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000

/** How long an idle connection is kept, in ms. */
const KEEP_ALIVE_MS = 5_000

/** A gateway that listens. */
export type RunningGateway = {
  /** Where it listens, such as `http://127.0.0.1:8787`. */
  readonly url: string
  /** Lets running requests finish, then closes the database. Harmless when called twice. */
  close(): Promise<void>
}

/** Somebody else listens on the port. */
export class PortInUseError extends Error {
  override readonly name = 'PortInUseError'
  readonly code = 'PORT_IN_USE'
  constructor(host: string, port: number, cause: unknown) {
    super(`Port ${port} on ${host} is in use. Choose another one with --port.`, { cause })
  }
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
  const storage = await openStorage(
    config.databaseUrl === undefined ? { dataDir: config.dataDir } : { url: config.databaseUrl },
  )
  let url = ''
  try {
    const services = createServices({
      config,
      publicUrl: () => config.publicUrl?.replace(/\/+$/, '') ?? url,
      storage,
      directory,
      clock: { now: () => Date.now() },
      log,
      fetch: globalThis.fetch,
      resolve: (hostname) => lookup(hostname, { all: true }),
      send: sendPinned,
    })
    const app = createGateway({ config, services })
    const server = createAdaptorServer({
      fetch: (request, { incoming }) => app.fetch(request, { remoteAddress: incoming.socket.remoteAddress }),
      overrideGlobalObjects: false,
      serverOptions: {
        headersTimeout: HEADERS_TIMEOUT_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
      },
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'EADDRINUSE' ? new PortInUseError(config.host, config.port, error) : error),
      )
      server.listen(config.port, config.host, resolve)
    })
    const { port } = server.address() as AddressInfo
    url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
    log.info({ event: 'listening', url, engine: storage.engine, chains: config.chains.length }, 'the gateway listens')
    let closing: Promise<void> | undefined
    return {
      url,
      close() {
        closing ??= new Promise<void>((resolve) => {
          server.close(() => resolve())
          if ('closeIdleConnections' in server) server.closeIdleConnections()
        }).then(() => storage.close())
        return closing
      },
    }
  } catch (error) {
    await storage.close()
    throw error
  }
}

/**
 * The wallet directory that ships with this package, under the operator's changes. Throws `ConfigError` that names the
 * file and every problem in it.
 */
export function openDirectory(config: Config): Directory {
  const file = config.directory.overlay
  const built = loadDirectory()
  if (file === undefined) return createDirectory(built)
  try {
    return createDirectory({ ...built, overlay: parseOverlay(JSON.parse(readFileSync(file, 'utf8'))) })
  } catch (error) {
    const problems =
      error instanceof OverlayInvalidError ? error.problems : [error instanceof Error ? error.message : 'unreadable']
    throw new ConfigError(problems.map((problem) => ({ key: `directory.overlay (${file})`, problem })))
  }
}
