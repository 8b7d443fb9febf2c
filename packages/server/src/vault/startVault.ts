import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createHost } from '../gateway/createHost.ts'
import { createLog } from '../gateway/createLog.ts'
import { createMetrics } from '../gateway/metrics.ts'
import { listen } from '../listen.ts'
import { takeDirectoryLock } from '../storage/directoryLock.ts'
import { StorageUnusableError } from '../storage/errors.ts'
import { type KeyValueStore, loadLevel, openKeyValueStore } from '../storage/keyValueStore.ts'
import { type OpenVault, openVault } from './openVault.ts'
import type { VaultConfig } from './vaultConfig.ts'

/** How often what is over is dropped, in ms. */
const SWEEP_MS = 60 * 60_000

/** Longest answer, in ms: above what a call waits for a person. */
const REQUEST_TIMEOUT_MS = 30_000

/** The store below the data folder. */
export const FOLDER = 'vault'

/** A vault that listens. */
export type RunningVault = {
  /** Where it listens, such as `http://127.0.0.1:8788`. */
  readonly url: string
  close(): Promise<void>
}

/**
 * Starts a vault and resolves once it serves. Throws `PortInUseError`, `ListenError`, the storage's errors, `MasterKeyError`, and
 * `SharedSecretError` where the gateway has its master key.
 */
export async function startVault(parameters: {
  config: VaultConfig
  /** `NODE_ENV`. */
  mode: string | undefined
}): Promise<RunningVault> {
  const { config, mode } = parameters
  const secrets = [
    config.mail.password ?? '',
    ...(config.keys.kind === 'environment' ? config.keys.keys.split(/[\n,:]/) : []),
    ...(config.keys.kind === 'pkcs11' ? [config.keys.pin] : []),
    config.metrics.token ?? '',
  ]
  const log = createLog(config.logLevel, { secrets })
  const clock = { now: () => Date.now() }
  const listening = await listen(config)
  const dataDir = resolve(config.dataDir)
  let lock: { release(): void } | undefined
  let store: KeyValueStore | undefined
  let vault: OpenVault
  try {
    lock = takeDirectoryLock(dataDir)
    // Whoever reads one folder must not have both halves (SEC-11).
    for (const foreign of ['pglite', 'mailbox']) {
      if (!existsSync(join(dataDir, foreign))) continue
      throw new StorageUnusableError(
        dataDir,
        'a gateway keeps its data there',
        'Name a folder of its own as dataDir.',
        undefined,
      )
    }
    const loaded = loadLevel()
    if ('reason' in loaded) {
      throw new StorageUnusableError(
        dataDir,
        'LevelDB does not run on this system',
        'Run the vault on another one.',
        loaded.reason,
      )
    }
    store = await openKeyValueStore(loaded.level, join(dataDir, FOLDER))
    vault = await openVault({ config, store, fetch: globalThis.fetch, clock, log, mode })
    await vault.checkPeer()
    await vault.checkBackups()
  } catch (error) {
    await listening.stop()
    await store?.close()
    lock?.release()
    throw error
  }
  const app = createHost({
    config: { metrics: config.metrics, limits: { requestTimeoutMs: REQUEST_TIMEOUT_MS } },
    services: { clock, log, uuid: randomUUID, metrics: createMetrics(), checkReady: async () => undefined },
  })
  vault.mount(app)
  listening.serve(app)
  log.info({ event: 'listening', url: listening.url, projects: config.projects.length }, 'the vault listens')
  const sweep = (): void => {
    vault.sweep().catch((err: unknown) => log.warn({ event: 'sweepFailed', err }, 'what is over could not be dropped'))
  }
  sweep()
  const sweeping = setInterval(sweep, SWEEP_MS).unref()
  let closing: Promise<void> | undefined
  return {
    url: listening.url,
    close() {
      clearInterval(sweeping)
      closing ??= (async () => {
        await listening.stop()
        await vault.close()
        lock?.release()
      })()
      return closing
    },
  }
}
