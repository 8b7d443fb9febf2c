import { type Backend, type BackendNews, SHOWN_TABLES } from '../backend.ts'
import { createWatchers } from '../createWatchers.ts'
import { randomHex } from '../crypto/hashes.ts'
import { createIdentity } from '../crypto/identity.ts'
import { EngineError } from '../errors.ts'
import type { Internals } from '../internals.ts'
import type { Surroundings } from '../ports.ts'
import { createRelayer } from '../relay/createRelayer.ts'
import { createIds } from '../rules/ids.ts'
import type { SignClientOptions } from '../signClient.ts'
import { applyChange, createSnapshot } from '../snapshots.ts'
import type { TableChange, Tables } from '../tables.ts'
import { CALLS } from './calls.ts'
import { HEARTBEAT_MS } from './constants.ts'
import type { EngineContext } from './context.ts'
import { createAttestationCheck } from './createAttestationCheck.ts'
import type { Expirer } from './expirer.ts'
import { loadArrivals } from './loadArrivals.ts'
import { createRecentlyDeleted } from './recentlyDeleted.ts'
import { resume } from './resume.ts'
import { dropUnknownTopics, listTopics } from './topics.ts'
import { createTurns } from './turns.ts'
import { createWaits } from './waits.ts'

/** Tables of which something may have run out before this engine started. */
const EXPIRING = ['session', 'pairing', 'proposal', 'request', 'sent', 'auth', 'authKey', 'outcome', 'seen'] as const

/** What an engine is built from. */
export type EngineParameters = {
  readonly options: SignClientOptions
  readonly surroundings: Surroundings
  readonly tables: Tables
}

/** An engine and the parts of it that tests and tools look at. */
export type Engine = {
  readonly backend: Backend
  readonly tables: Tables
  readonly parts: NonNullable<ReturnType<Internals['leading']>>
}

/**
 * The engine of the tab or process that leads: it alone holds keys, socket and the right to write. Resolves without waiting for
 * the network; topics that somebody waits on are subscribed as soon as there is one.
 */
export async function createEngine({ options, surroundings, tables }: EngineParameters): Promise<Engine> {
  const { clock, random, logger, openLink } = surroundings
  const { tell, watch } = createWatchers<BackendNews>(logger)
  const emit: EngineContext['emit'] = (name, payload) =>
    tell({ kind: 'event', name, payload } as Extract<BackendNews, { kind: 'event' }>)

  const relayUrls = typeof options.relayUrl === 'string' ? [options.relayUrl] : options.relayUrl
  const identity = await createIdentity(await getSeed(tables, surroundings))
  const relayer = createRelayer({ surroundings, relayUrls, projectId: options.projectId, identity })
  const parts = {
    clock,
    random,
    logger,
    openLink,
    options,
    tables,
    relayer,
    emit,
    ids: createIds({ clock, random }),
    waits: createWaits(),
    turns: createTurns(),
    deleted: createRecentlyDeleted(),
    taken: new Map<number, number>(),
    queue: {} as EngineContext['queue'],
    startedAt: clock.now(),
    handled: new Set<string>(),
    verifyAttestations: createAttestationCheck({ surroundings, tables, relayUrls }),
  }
  const receive: EngineContext['receive'] = async (arrival) => (await loadArrivals()).dispatch(context, arrival)
  const context: EngineContext = { ...parts, receive }
  let made: Expirer | undefined
  const expirer: Expirer = {
    async check() {
      try {
        const { createExpirer } = await loadArrivals()
        made ??= createExpirer(context)
        await made.check()
      } catch {
        logger.debug('What has expired is looked at later.')
      }
    },
  }

  const shown = createSnapshot()
  for (const table of SHOWN_TABLES)
    for (const key of tables[table].keys())
      applyChange(shown, { table, key, value: tables[table].get(key) } as TableChange)
  const stopWatching = tables.watch((changes) => {
    for (const change of changes) {
      applyChange(shown, change)
      parts.deleted.follow(change)
    }
    tell({ kind: 'changes', changes })
  })

  if (EXPIRING.some((table) => tables[table].keys().length > 0)) await expirer.check()
  parts.queue.hasStored = tables.request.keys().length > 0
  let stopTimer = (): void => {}
  const beat = (): void => {
    stopTimer = clock.after(HEARTBEAT_MS, () => {
      void expirer.check()
      dropUnknownTopics(context)
      beat()
    })
  }
  beat()

  relayer.handle((message) => receive({ ...message, transport: 'relay' }))
  relayer.watch((event) => emit('relayer', event))
  const topics = [...listTopics(tables)]
  if (topics.length > 0)
    relayer.subscribe(topics).catch(() => logger.debug('Known topics wait for the relay.', { count: topics.length }))
  let closing: Promise<void> | undefined
  resume(context, () => closing !== undefined)
  const backend: Backend = {
    async call(name, parameters, { callId, signal }) {
      if (closing || signal?.aborted) throw new EngineError('ABORTED')
      if (!Object.hasOwn(CALLS, name)) throw new EngineError('INVALID_METHOD', String(name))
      return CALLS[name](context, parameters, { callId, signal })
    },
    snapshot: () => shown,
    watch,
    close() {
      closing ??= (async () => {
        stopTimer()
        context.queue.current?.close()
        context.waits.close()
        await relayer.close()
        stopWatching()
      })()
      return closing
    },
  }
  return { backend, tables, parts: { tables, relayer, expirer } }
}

/** The seed of this client's identity, made at the first start. A client whose storage refuses works on under a passing one. */
async function getSeed(tables: Tables, { random, logger }: Surroundings): Promise<string> {
  const known = tables.keychain.get('seed')
  if (known !== undefined) return known
  const seed = randomHex(random)
  await tables
    .commit([{ table: 'keychain', key: 'seed', value: seed }])
    .catch(() => logger.warn('The identity of this client could not be kept.'))
  return seed
}
