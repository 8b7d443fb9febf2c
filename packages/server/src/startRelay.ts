import { randomUUID } from 'node:crypto'
import type { Config } from './config.ts'
import { createProjectLookup } from './createProjectLookup.ts'
import { createHost } from './gateway/createHost.ts'
import { createLog } from './gateway/createLog.ts'
import { createMetrics } from './gateway/metrics.ts'
import { listen } from './listen.ts'
import { secretsOfConfig } from './redact.ts'
import { type OpenRelay, openRelay, RELAY_PATH } from './relay/openRelay.ts'
import { openStorage } from './storage/openStorage.ts'
import type { Storage } from './storage/storage.ts'

/** A relay that listens. */
export type RunningRelay = {
  /** Where it listens, such as `http://127.0.0.1:8787`; clients connect below at `/relay`. */
  readonly url: string
  /** Answers what was taken, lets clients go, closes the database. Harmless when called twice. */
  close(): Promise<void>
}

/**
 * Starts a relay without a gateway, from the same configuration: `/relay`, `/health`, `/ready` and `/metrics`. Resolves
 * once it serves. Throws `PortInUseError`, `ListenError`, the storage's errors and `NatsUnreachableError`.
 */
export async function startRelay(parameters: { config: Config }): Promise<RunningRelay> {
  const { config } = parameters
  const log = createLog(config.logLevel, { secrets: secretsOfConfig(config) })
  const clock = { now: () => Date.now() }
  const listening = await listen(config)
  const { url } = listening
  const metrics = createMetrics()
  let storage: Storage | undefined
  let relay: OpenRelay
  try {
    storage = await openStorage(
      config.databaseUrl === undefined ? { dataDir: config.dataDir, startsLate: true } : { url: config.databaseUrl },
    )
    relay = await openRelay({
      config,
      url,
      storage,
      registry: metrics.registry,
      clock,
      log,
      findProject: createProjectLookup({ config, storage, clock }),
    })
  } catch (error) {
    await listening.stop()
    await storage?.close()
    throw error
  }
  const opened = storage
  const app = createHost({
    config,
    services: {
      clock,
      log,
      uuid: randomUUID,
      metrics,
      checkReady: () => relay.ping(),
      relayPublicKey: relay.publicKey,
    },
  })
  listening.serve(app, { path: RELAY_PATH, upgrade: relay.upgrade })
  log.info({ event: 'listening', url, engine: storage.engine }, 'the relay listens')
  let closing: Promise<void> | undefined
  return {
    url,
    close() {
      closing ??= (async () => {
        const stopped = listening.stop()
        await relay.close()
        await stopped
        await opened.close()
      })()
      return closing
    },
  }
}
