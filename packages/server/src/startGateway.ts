import { lookup } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { createServices } from './createServices.ts'
import { createGateway } from './gateway/createGateway.ts'
import { createLog } from './gateway/createLog.ts'
import { isLeftBehind } from './importStorage.ts'
import { listen } from './listen.ts'
import type { OpenLogin, openLogin } from './login/openLogin.ts'
import { openDirectory } from './openDirectory.ts'
import { secretsOfConfig } from './redact.ts'
import { type OpenRelay, openRelay, RELAY_PATH } from './relay/openRelay.ts'
import { StorageUnusableError } from './storage/errors.ts'
import { dropExpiredIdentities } from './storage/identityCache.ts'
import { dropUnpaidOrders } from './storage/onrampOrders.ts'
import { openStorage } from './storage/openStorage.ts'
import type { Storage } from './storage/storage.ts'
import { findImageLibrary } from './upstreams/pictures/pictureDecoder.ts'
import { sendPinned } from './upstreams/sendPinned.ts'

/** How often identities that ran out are taken from the database, in ms. */
const SWEEP_MS = 60 * 60_000

/** How long an order is kept of which no provider ever told anything, in days. */
const UNPAID_ORDER_DAYS = 30

/** A gateway that listens. */
export type RunningGateway = {
  /** Where it listens, such as `http://127.0.0.1:8787`. */
  readonly url: string
  /** Lets the relay's clients go and running requests finish for up to 10 s, then closes the database. Harmless when called twice. */
  close(): Promise<void>
}

/**
 * Starts a gateway and resolves once it listens; `port: 0` takes any free port. With `databaseUrl` it uses that
 * PostgreSQL server, otherwise the embedded database in `dataDir`. Unless the configuration says otherwise it is a relay
 * too, at `/relay`. Throws `PortInUseError`, `ListenError`, the storage's errors, `NatsUnreachableError`, and `ConfigError` for a
 * directory overlay that cannot be used.
 */
export async function startGateway(parameters: {
  config: Config
  /** Address of a folder that has the image library. Default: where this package or the working directory finds it. */
  imageLibrary?: string | undefined
}): Promise<RunningGateway> {
  const { config } = parameters
  const directory = openDirectory(config)
  const log = createLog(config.logLevel, { secrets: secretsOfConfig(config) })
  // The port comes first: a busy one is told at once, before a database is made.
  const listening = await listen(config)
  const { url } = listening

  let storage: Storage
  try {
    storage = await openStorage(
      config.databaseUrl === undefined ? { dataDir: config.dataDir, startsLate: true } : { url: config.databaseUrl },
    )
  } catch (error) {
    await listening.stop()
    throw error
  }
  const clock = { now: () => Date.now() }
  if (config.databaseUrl !== undefined && isLeftBehind(config.dataDir)) {
    log.warn(
      { event: 'embeddedDatabaseUnused', dataDir: config.dataDir },
      'a gateway stored its data in this folder before, and nothing of it is on the PostgreSQL server: copy it by latchkey-gateway import to an empty database, or remove the folder',
    )
  }
  const imageLibrary = config.nfts.pictures ? (parameters.imageLibrary ?? findImageLibrary()) : undefined
  if (config.nfts.pictures && imageLibrary === undefined) {
    log.info(
      { event: 'noImageLibrary' },
      'NFTs have no pictures: install sharp beside the gateway, or set nfts.pictures to false',
    )
  }
  const publicUrl = config.publicUrl?.replace(/\/+$/, '') ?? url
  const services = createServices({
    config,
    publicUrl,
    storage,
    directory,
    clock,
    log,
    fetch: globalThis.fetch,
    resolve: (hostname) => lookup(hostname, { all: true }),
    send: sendPinned,
    imageLibrary,
  })
  let relay: OpenRelay | undefined
  let login: OpenLogin | undefined
  try {
    relay = config.relay.enabled
      ? await openRelay({
          config,
          url,
          storage,
          registry: services.metrics.registry,
          clock,
          log,
          findProject: services.findProject,
        })
      : undefined
    // Whoever signs in first should not wait for that.
    await storage.prepare()
    login = await openLoginOf({ config, storage, publicUrl, clock, log })
  } catch (error) {
    await listening.stop()
    await login?.close()
    await relay?.close()
    await storage.close()
    throw error
  }
  const app = createGateway({
    config,
    services: {
      ...services,
      login,
      checkReady: async () => {
        await services.checkReady()
        await relay?.ping()
      },
      relayPublicKey: relay?.publicKey,
    },
  })
  listening.serve(app, relay && { path: RELAY_PATH, upgrade: relay.upgrade })
  log.info({ event: 'listening', url, engine: storage.engine, chains: config.chains.length }, 'the gateway listens')

  const sweep = () => {
    // An embedded database that nobody needed since the start is left asleep.
    if (storage.state() !== 'open') return
    const now = Date.now()
    Promise.all([
      dropExpiredIdentities(storage, now),
      dropUnpaidOrders(storage, now - UNPAID_ORDER_DAYS * 86_400_000),
      login?.sweep(),
    ]).catch((err: unknown) => log.warn({ event: 'sweepFailed', err }, 'what is over could not be dropped'))
  }
  sweep()
  const sweeping = setInterval(sweep, SWEEP_MS).unref()

  let closing: Promise<void> | undefined
  return {
    url,
    close() {
      clearInterval(sweeping)
      // Sockets go first: a server ends only when none is left.
      closing ??= (async () => {
        const stopped = listening.stop()
        await relay?.close()
        await stopped
        services.close?.()
        await login?.close()
        await storage.close()
      })()
      return closing
    },
  }
}

/** Its code is loaded only where the configuration has it. */
async function openLoginOf(
  parameters: { config: Config } & Pick<Parameters<typeof openLogin>[0], 'storage' | 'publicUrl' | 'clock' | 'log'>,
): Promise<OpenLogin | undefined> {
  const { config } = parameters
  if (config.login === undefined) return undefined
  // Whoever reads one folder must not have both halves (SEC-11).
  if (config.databaseUrl === undefined && existsSync(join(config.dataDir, 'vault'))) {
    throw new StorageUnusableError(
      config.dataDir,
      'a vault keeps its data there',
      'Name another folder with --data.',
      undefined,
    )
  }
  const { openLogin } = await import('./login/openLogin.ts')
  const login = await openLogin({
    ...parameters,
    config: config.login,
    names: new Map(config.projects.map(({ id, name }) => [id, name])),
    fetch: globalThis.fetch,
    mode: process.env.NODE_ENV,
  })
  try {
    await login.checkPeer()
    await login.checkBackups()
    return login
  } catch (error) {
    await login.close()
    throw error
  }
}
