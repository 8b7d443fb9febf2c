import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { createClientKey } from '../gateway/clientKey.ts'
import type { GatewayProject } from '../gateway/environment.ts'
import type { Clock, Log } from '../ports.ts'
import type { Storage } from '../storage/storage.ts'
import { createEngine } from './createEngine.ts'
import { createRelay } from './createRelay.ts'
import type { FanOut } from './fanOut.ts'
import { openMailbox } from './openMailbox.ts'
import { loadRelayKey, type RelayKey } from './relayKey.ts'
import { createRelayMetrics } from './relayMetrics.ts'
import { createAudienceCheck, createSocketEdge, type SocketEdge } from './socketEdge.ts'

/** Where the relay lives on its host; paths below it serve as well. */
export const RELAY_PATH = '/relay'

/** How often messages that ran out are dropped, in ms. */
const EXPIRE_MS = 60_000

/** A relay that serves. */
export type OpenRelay = {
  readonly upgrade: SocketEdge['upgrade']
  readonly publicKey: RelayKey['publicKey']
  /** Rejects when the relay cannot serve. */
  readonly ping: () => Promise<void>
  /** Lets clients go. The storage stays open. */
  close(): Promise<void>
}

/**
 * Builds the relay of a configuration and its mailbox; on PostgreSQL other processes may share it, with word
 * by LISTEN/NOTIFY, or by NATS where that is configured. Rejects when NATS cannot be reached.
 */
export async function openRelay(parameters: {
  config: Config
  /** Where the process listens, such as `http://127.0.0.1:8787`. */
  url: string
  storage: Storage
  registry: Registry
  clock: Clock
  log: Log
  findProject: (id: string, clientKey: string) => Promise<GatewayProject | undefined>
}): Promise<OpenRelay> {
  const { config, storage, clock, log } = parameters
  const options = config.relay
  const dataDir = config.databaseUrl === undefined ? config.dataDir : undefined
  const { mailbox, keepKey, close } = await openMailbox({ dataDir, storage, clock, log })
  const key = await loadRelayKey(keepKey, clock)
  const engine = await createEngine({
    mailbox,
    fanOut: await openFanOut(config, log),
    clock,
    log,
    maxMessagesPerTopic: options.maxMessagesPerTopic,
    maxBytes: options.maxMailboxBytes,
    shares: options.shares,
  })
  const metrics = createRelayMetrics(parameters.registry, () => ({ sockets: relay.sockets(), ...engine.size() }))
  const relay = createRelay({
    engine,
    clock,
    log,
    limits: options,
    metrics,
    attest: key.attest,
    nameHolder: key.nameHolder,
  })
  const edge = createSocketEdge({
    relay,
    clock,
    log,
    metrics,
    readClientKey: createClientKey(config.trustedProxies),
    options: {
      maxFrameBytes: options.maxFrameBytes,
      maxSockets: options.maxSockets,
      shares: options.shares,
      connections: options.connections,
      staleAfterMs: options.staleAfterSeconds === undefined ? undefined : options.staleAfterSeconds * 1000,
      isOwnAudience: createAudienceCheck(ownAddresses(config, parameters.url)),
      findProject: options.requireProject
        ? async (id, clientKey) => {
            const wanted = id ?? config.defaultProject
            return wanted === undefined ? undefined : parameters.findProject(wanted, clientKey)
          }
        : undefined,
    },
  })
  const expire = () => {
    engine
      .expire()
      .catch((err: unknown) => log.warn({ event: 'expireFailed', err }, 'old messages could not be dropped'))
  }
  expire()
  const expiring = setInterval(expire, EXPIRE_MS).unref()
  log.info({ event: 'relayOpen', engine: engine.kind }, 'the relay serves')
  return {
    upgrade: edge.upgrade,
    publicKey: key.publicKey,
    ping: () => engine.ping(),
    async close() {
      clearInterval(expiring)
      await edge.close()
      await engine.close()
      await close()
    },
  }
}

async function openFanOut(config: Config, log: Log): Promise<FanOut | undefined> {
  if (config.databaseUrl === undefined) return undefined
  if (config.relay.nats === undefined) {
    const { createNotifyFanOut } = await import('./notifyFanOut.ts')
    return createNotifyFanOut({ url: config.databaseUrl, log })
  }
  const { createNatsFanOut } = await import('./natsFanOut.ts')
  return createNatsFanOut({ ...config.relay.nats, log })
}

/** Addresses that a client's token may be made for. On this machine alone, all of its own names are one. */
function ownAddresses(config: Config, url: string): string[] {
  if (config.relay.publicUrls.length > 0) return config.relay.publicUrls
  const { port, hostname } = new URL(url)
  const isLocal = ['127.0.0.1', '[::1]', 'localhost', '0.0.0.0', '[::]'].includes(hostname)
  const hosts = isLocal ? ['127.0.0.1', 'localhost', '[::1]'] : [hostname]
  const listened = hosts.map((host) => `http://${host}:${port}${RELAY_PATH}`)
  return config.publicUrl === undefined
    ? listened
    : [`${config.publicUrl.replace(/\/+$/, '')}${RELAY_PATH}`, ...listened]
}
