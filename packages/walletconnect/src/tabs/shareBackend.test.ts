import { describe, expect, it } from 'vitest'
import { createManualClock, type ManualClock } from '../../../testing/src/createManualClock.ts'
import { createFaultyStorage } from '../../../testing/src/storage/createFaultyStorage.ts'
import { createFakeTabs, type FakeTab } from '../../../testing/src/tabs/createFakeTabs.ts'
import type { Backend, BackendNews, Snapshot } from '../backend.ts'
import { EngineError, isEngineError, PeerError } from '../errors.ts'
import type { Storage } from '../ports.ts'
import type { Pairing } from '../records.ts'
import { createSnapshot } from '../snapshots.ts'
import { createMemoryStorage } from '../storage/createMemoryStorage.ts'
import { openTables } from '../storage/openTables.ts'
import type { TableChange, Tables } from '../tables.ts'
import { createSoloTabs } from './createSoloTabs.ts'
import { shareBackend } from './shareBackend.ts'

const pairing = (topic: string, expiry = 0): Pairing => ({ topic, expiry, relay: { protocol: 'irn' }, active: true })
const silent = { debug: () => {}, warn: () => {}, error: () => {} }
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** An origin: tabs, one storage, one clock, and how often each call had its effect. */
function createOrigin(): Origin {
  return { clock: createManualClock(), fakes: createFakeTabs(), storage: createMemoryStorage(), effects: [], opened: 0 }
}

type Origin = {
  readonly clock: ManualClock
  readonly fakes: ReturnType<typeof createFakeTabs>
  readonly storage: Storage
  readonly effects: string[]
  opened: number
}

type OpenTab = {
  readonly tab: FakeTab
  readonly backend: Backend
  readonly news: BackendNews[]
  /** Engines that this tab has started and not closed. */
  readonly engines: { tables: Tables; tell: (news: BackendNews) => void; gate: (() => void)[] }[]
  visible: boolean
}

/**
 * A tab over a small engine: `extend` has an effect that can be counted, `ping` waits for the test before its effect,
 * `awaitSession` waits for a session of the topic, `disconnect` is refused by the peer.
 */
async function openTab(origin: Origin, startEngine?: shareBackend.StartEngine): Promise<OpenTab> {
  const tab = origin.fakes.open()
  origin.opened += 1
  const seed = origin.opened
  const engines: OpenTab['engines'] = []
  const news: BackendNews[] = []
  const opened = { tab, engines, news, visible: true }
  const clock = tab.wrapClock(origin.clock)
  const backend = await shareBackend({
    surroundings: {
      tabs: tab,
      clock,
      logger: silent,
      random: { bytes: (length) => new Uint8Array(length).fill(seed) },
      reachability: { isOnline: () => true, isVisible: () => opened.visible, watch: () => () => {} },
    },
    startEngine:
      startEngine ??
      (async ({ fenced }) => {
        const tables = await openTables({ storage: origin.storage, logger: silent, onFenced: fenced })
        return { tables, backend: createSmallEngine(origin, tables, engines) }
      }),
  })
  backend.watch((item) => news.push(item))
  return Object.assign(opened, { backend })
}

function createSmallEngine(origin: Origin, tables: Tables, engines: OpenTab['engines']): Backend {
  const watchers = new Set<(news: BackendNews) => void>()
  const tell = (news: BackendNews): void => {
    for (const watcher of watchers) watcher(news)
  }
  tables.watch((changes) => tell({ kind: 'changes', changes }))
  const cuts = new Set<() => void>()
  const engine = { tables, tell, gate: [] as (() => void)[] }
  engines.push(engine)

  async function run(name: string, parameters: unknown, signal: AbortSignal | undefined): Promise<unknown> {
    const { topic } = parameters as { topic: string }
    const given = new Promise<never>((_, reject) => {
      const cut = (): void => reject(new EngineError('ABORTED'))
      cuts.add(cut)
      signal?.addEventListener('abort', cut, { once: true })
    })
    given.catch(() => undefined)
    if (name === 'disconnect') throw new PeerError({ code: 5000, message: 'User rejected.', data: { why: 'no' } })
    if (name === 'reject') throw new EngineError('NO_MATCHING_KEY', `proposal: ${topic}`)
    if (name === 'awaitSession') return given
    if (name === 'ping') await Promise.race([new Promise<void>((resolve) => engine.gate.push(resolve)), given])
    const count = (tables.pairing.get(topic)?.expiry ?? 0) + 1
    await tables.commit([
      { table: 'pairing', key: topic, value: pairing(topic, count) },
      { table: 'keychain', key: topic, value: 'deadbeef' },
    ])
    origin.effects.push(topic)
    return { id: count }
  }

  return {
    call: (name, parameters, { signal }) => run(name, parameters, signal) as never,
    snapshot: () =>
      ({
        ...createSnapshot(),
        pairing: new Map(tables.pairing.getAll().map((value) => [value.topic, value])),
      }) as Snapshot,
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    async close() {
      engines.splice(engines.indexOf(engine), 1)
      for (const cut of cuts) cut()
    },
  }
}

const extend = (tab: OpenTab, topic: string, callId = topic): Promise<{ id: number }> =>
  tab.backend.call('extend', { topic }, { callId })
const ping = (tab: OpenTab, topic: string, signal?: AbortSignal): Promise<unknown> =>
  tab.backend.call('ping', { topic }, { callId: `ping-${topic}`, signal })
const topics = (tab: OpenTab): readonly string[] => [...tab.backend.snapshot().pairing.keys()]

describe('shareBackend', () => {
  it('runs one engine for all tabs, and every tab shows the same', async () => {
    const origin = createOrigin()
    const [a, b, c] = [await openTab(origin), await openTab(origin), await openTab(origin)]
    expect([a, b, c].map(({ engines }) => engines.length)).toEqual([1, 0, 0])
    await expect(extend(b, 'one')).resolves.toEqual({ id: 1 })
    await expect(extend(a, 'two')).resolves.toEqual({ id: 1 })
    await turn()
    for (const tab of [a, b, c]) expect(topics(tab)).toEqual(['one', 'two'])
    expect(origin.effects).toEqual(['one', 'two'])
  })

  it('lets two tabs that open together agree on one leader', async () => {
    const origin = createOrigin()
    const tabs = await Promise.all([openTab(origin), openTab(origin)])
    expect(tabs.flatMap(({ engines }) => engines)).toHaveLength(1)
    await Promise.all(tabs.map((tab, index) => extend(tab, `t${index}`)))
    await turn()
    for (const tab of tabs) expect(topics(tab).toSorted()).toEqual(['t0', 't1'])
  })

  it('shows a tab that opens late what happened before', async () => {
    const origin = createOrigin()
    const a = await openTab(origin)
    await extend(a, 'early')
    const b = await openTab(origin)
    expect(topics(b)).toEqual(['early'])
  })

  it('never says keys on the channel (SEC-88)', async () => {
    const origin = createOrigin()
    const heard: unknown[] = []
    origin.fakes.open().listen((message) => heard.push(message))
    const a = await openTab(origin)
    const b = await openTab(origin)
    await extend(a, 'one')
    await extend(b, 'two')
    await openTab(origin)
    await turn()
    expect(heard.length).toBeGreaterThan(5)
    expect(JSON.stringify(heard)).not.toContain('deadbeef')
    expect(JSON.stringify(heard)).toContain('"pairing"')
  })

  it('tells every tab events and changes once, in their order', async () => {
    const origin = createOrigin()
    const a = await openTab(origin)
    const b = await openTab(origin)
    for (let id = 1; id <= 20; id += 1) {
      a.engines[0]?.tell({ kind: 'event', name: 'session_request_expire', payload: { id } })
    }
    await extend(b, 'one')
    const ids = (tab: OpenTab): unknown[] => tab.news.map((item) => (item.kind === 'event' ? item.payload : 'changes'))
    const expected = [...Array.from({ length: 20 }, (_, index) => ({ id: index + 1 })), 'changes']
    expect(ids(b)).toEqual(expected)
    expect(ids(a)).toEqual(expected)
  })

  it('carries errors of peer and engine to the tab that asked', async () => {
    const origin = createOrigin()
    await openTab(origin)
    const b = await openTab(origin)
    const refused = await b.backend.call('disconnect', { topic: 't' }, { callId: '1' }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(PeerError)
    expect(refused).toMatchObject({ code: 5000, message: 'User rejected.', data: { why: 'no' } })
    const missing = await b.backend
      .call('reject', { id: 1, reason: { code: 1, message: '' } }, { callId: '2' })
      .catch((error: unknown) => error)
    expect(isEngineError(missing, 'NO_MATCHING_KEY')).toBe(true)
    expect((missing as Error).message).toBe('No matching key. proposal: undefined')
  })

  it('rejects what cannot travel to the leader instead of losing it', async () => {
    const origin = createOrigin()
    await openTab(origin)
    const b = await openTab(origin)
    const topic = (() => 'x') as unknown as string
    await expect(extend(b, topic, '1')).rejects.toMatchObject({ key: 'PAYLOAD_UNSAFE' })
  })

  it('forwards an abort, and a given-up call has no effect', async () => {
    const origin = createOrigin()
    const a = await openTab(origin)
    const b = await openTab(origin)
    const abort = new AbortController()
    const call = ping(b, 'one', abort.signal)
    await turn()
    abort.abort()
    await expect(call).rejects.toMatchObject({ key: 'ABORTED' })
    await turn()
    for (const go of a.engines[0]?.gate ?? []) go()
    await turn()
    expect(origin.effects).toEqual([])
    await expect(ping(b, 'two', AbortSignal.abort())).rejects.toMatchObject({ key: 'ABORTED' })
  })

  it('hands over when the leader closes: calls under way are asked again and carried out once', async () => {
    const origin = createOrigin()
    const a = await openTab(origin)
    const b = await openTab(origin)
    const c = await openTab(origin)
    const calls = [ping(b, 'one'), ping(c, 'two')]
    await turn()
    expect(a.engines[0]?.gate).toHaveLength(2)
    await a.backend.close()
    await turn()
    await turn()
    expect(b.engines).toHaveLength(1)
    expect(c.engines).toHaveLength(0)
    for (const go of b.engines[0]?.gate ?? []) go()
    await expect(Promise.all(calls)).resolves.toEqual([{ id: 1 }, { id: 1 }])
    expect(origin.effects.toSorted()).toEqual(['one', 'two'])
    await expect(extend(a, 'late')).rejects.toMatchObject({ key: 'ABORTED' })
  })

  it('answers from the kept outcome when the leader dies after the effect and before its answer', async () => {
    const storage = createFaultyStorage(createMemoryStorage())
    const origin = { ...createOrigin(), storage }
    const a = await openTab(origin)
    const b = await openTab(origin)
    // The first write is the effect. The second keeps its outcome: the tab dies once that is written.
    const first = storage.countWrites() + 1
    storage.decide((write) => {
      if (write === first + 1) a.tab.crash()
      return 'written'
    })
    await expect(extend(b, 'one')).resolves.toEqual({ id: 1 })
    expect(b.engines).toHaveLength(1)
    expect(origin.effects).toEqual(['one'])
  })

  it('asks the next leader when the leader crashes in the middle of a call', async () => {
    const origin = createOrigin()
    const a = await openTab(origin)
    const b = await openTab(origin)
    const call = ping(b, 'one')
    const wait = b.backend.call('awaitSession', { proposalId: 1 }, { callId: 'w' })
    await turn()
    a.tab.crash()
    await turn()
    await turn()
    expect(b.engines).toHaveLength(1)
    for (const go of b.engines[0]?.gate ?? []) go()
    await expect(call).resolves.toEqual({ id: 1 })
    await b.backend.close()
    await expect(wait).rejects.toMatchObject({ key: 'ABORTED' })
  })

  it('takes the lead from a frozen tab within 1.5 s, and that tab follows when it wakes', async () => {
    const origin = createOrigin()
    const a = await openTab(origin)
    const b = await openTab(origin)
    await extend(a, 'before')
    a.tab.freeze()
    const call = extend(b, 'meanwhile')
    await origin.clock.advance(1400)
    expect(b.engines).toHaveLength(0)
    await origin.clock.advance(200)
    expect(b.engines).toHaveLength(1)
    await expect(call).resolves.toEqual({ id: 1 })
    expect(a.engines).toHaveLength(1)
    a.tab.thaw()
    await turn()
    await turn()
    expect(a.engines).toHaveLength(0)
    expect(topics(a)).toEqual(['before', 'meanwhile'])
    await extend(a, 'after')
    expect(topics(b)).toEqual(['before', 'meanwhile', 'after'])
    expect(b.engines).toHaveLength(1)
  })

  it('notices a frozen leader without a call, as it would hear no wallet', async () => {
    const origin = createOrigin()
    const a = await openTab(origin)
    const b = await openTab(origin)
    await origin.clock.advance(60_000)
    expect([a.engines.length, b.engines.length]).toEqual([1, 0])
    a.tab.freeze()
    await origin.clock.advance(7000)
    expect(b.engines).toHaveLength(1)
  })

  it('asks nothing while nobody looks at the tab and nothing waits', async () => {
    const origin = createOrigin()
    await openTab(origin)
    const b = await openTab(origin)
    b.visible = false
    await origin.clock.advance(10_000)
    expect(origin.clock.countTimers()).toBe(0)
    const heard: unknown[] = []
    origin.fakes.open().listen((message) => heard.push(message))
    await origin.clock.advance(600_000)
    expect(heard).toEqual([])
  })

  it('a leader that slept through its replacement can write nothing and answers nothing for it', async () => {
    const origin = createOrigin()
    const a = await openTab(origin)
    const b = await openTab(origin)
    const pending = ping(a, 'own')
    const slept = ping(b, 'foreign')
    await turn()
    const [zombie] = a.engines
    a.tab.freeze()
    await origin.clock.advance(7000)
    expect(b.engines).toHaveLength(1)
    // Its engine wakes before the news of the lost lock: the first write is refused, and that ends it.
    const commit = zombie?.tables.commit([{ table: 'pairing', key: 'ghost', value: pairing('ghost') }])
    await expect(commit).rejects.toMatchObject({ key: 'STORAGE_FAILED' })
    expect((await origin.storage.load()).map(({ key }) => key)).not.toContain('ghost')
    a.tab.thaw()
    await turn()
    await turn()
    expect(a.engines).toHaveLength(0)
    for (const go of b.engines[0]?.gate ?? []) go()
    await expect(Promise.all([pending, slept])).resolves.toEqual([{ id: 1 }, { id: 1 }])
    expect(origin.effects.toSorted()).toEqual(['foreign', 'own'])
  })

  it('passes over junk on the channel and goes on', async () => {
    const origin = createOrigin()
    const a = await openTab(origin)
    const b = await openTab(origin)
    const kinds = [
      'hello',
      'snapshot',
      'news',
      'ping',
      'pong',
      'call',
      'abort',
      'answer',
      'bye',
      '__proto__',
      'nothing',
    ]
    const values: unknown[] = [
      undefined,
      null,
      7,
      '',
      [],
      {},
      { kind: 'changes' },
      { kind: 'event' },
      [{ table: 'keychain' }],
    ]
    for (const junk of [null, 1, 'x', [], {}, ...kinds.map((kind) => ({ kind }))]) origin.fakes.shout(junk)
    for (const kind of kinds) {
      for (const value of values) {
        for (const member of [
          'leader',
          'from',
          'to',
          'callId',
          'name',
          'parameters',
          'sequence',
          'records',
          'news',
          'error',
        ]) {
          origin.fakes.shout({ kind, leader: 'x', from: 'x', callId: 'x', name: 'x', sequence: 1, [member]: value })
        }
      }
    }
    await turn()
    await expect(extend(b, 'one')).resolves.toEqual({ id: 1 })
    await turn()
    for (const tab of [a, b]) expect(topics(tab)).toEqual(['one'])
    expect(a.engines).toHaveLength(1)
  })

  it('comes back to the real leader after another script posed as one', async () => {
    const origin = createOrigin()
    await openTab(origin)
    const b = await openTab(origin)
    await extend(b, 'one')
    origin.fakes.shout({ kind: 'snapshot', leader: 'mallory', sequence: 9, records: [] })
    await turn()
    const call = extend(b, 'two')
    await origin.clock.advance(1600)
    await expect(call).resolves.toEqual({ id: 1 })
    expect(topics(b)).toEqual(['one', 'two'])
  })

  it('rejects where the engine cannot start, and leaves the lead to the next tab', async () => {
    const origin = createOrigin()
    const broken: shareBackend.StartEngine = () => Promise.reject(new EngineError('STORAGE_FAILED'))
    await expect(openTab(origin, broken)).rejects.toMatchObject({ key: 'STORAGE_FAILED' })
    const next = await openTab(origin)
    await expect(extend(next, 'one')).resolves.toEqual({ id: 1 })
  })

  it('ends what waits, and tries again, when an engine cannot take over', async () => {
    const origin = createOrigin()
    const a = await openTab(origin)
    let isBroken = true
    const engines: OpenTab['engines'] = []
    const b = await openTab(origin, async ({ fenced }) => {
      if (isBroken) throw new EngineError('STORAGE_FAILED')
      const tables = await openTables({ storage: origin.storage, logger: silent, onFenced: fenced })
      return { tables, backend: createSmallEngine(origin, tables, engines) }
    })
    const call = ping(b, 'one')
    await turn()
    a.tab.crash()
    await expect(call).rejects.toMatchObject({ key: 'STORAGE_FAILED' })
    isBroken = false
    await origin.clock.advance(1000)
    await expect(extend(b, 'two')).resolves.toEqual({ id: 1 })
  })

  it('tries again in time also where something is asked meanwhile', async () => {
    const origin = createOrigin()
    const a = await openTab(origin)
    let isBroken = true
    const b = await openTab(origin, async ({ fenced }) => {
      if (isBroken) throw new EngineError('STORAGE_FAILED')
      const tables = await openTables({ storage: origin.storage, logger: silent, onFenced: fenced })
      return { tables, backend: createSmallEngine(origin, tables, []) }
    })
    const lost = ping(b, 'one')
    await turn()
    a.tab.crash()
    await expect(lost).rejects.toMatchObject({ key: 'STORAGE_FAILED' })
    isBroken = false
    const asked = extend(b, 'two')
    await origin.clock.advance(1000)
    await turn()
    expect(origin.effects).toEqual(['two'])
    await expect(asked).resolves.toEqual({ id: 1 })
  })

  it('keeps 200 outcomes at most, and none for longer than 5 min', async () => {
    const origin = createOrigin()
    const a = await openTab(origin)
    const b = await openTab(origin)
    for (let index = 0; index < 210; index += 1) await extend(b, 't', `call-${index}`)
    const tables = a.engines[0]?.tables
    expect(tables?.outcome.keys()).toHaveLength(200)
    expect(tables?.outcome.has('call-0')).toBe(false)
    await origin.clock.advance(5 * 60_000 + 1)
    await extend(b, 't', 'last')
    expect(tables?.outcome.keys()).toEqual(['last'])
    await extend(a, 't', 'own')
    expect(tables?.outcome.keys()).toEqual(['last'])
  })

  it('leads at once where there is one tab', async () => {
    const origin = createOrigin()
    const engines: OpenTab['engines'] = []
    const backend = await shareBackend({
      surroundings: {
        tabs: createSoloTabs(),
        clock: origin.clock,
        logger: silent,
        random: { bytes: (length) => new Uint8Array(length) },
        reachability: { isOnline: () => true, isVisible: () => true, watch: () => () => {} },
      },
      startEngine: async ({ fenced }) => {
        const tables = await openTables({ storage: origin.storage, logger: silent, onFenced: fenced })
        return { tables, backend: createSmallEngine(origin, tables, engines) }
      },
    })
    await expect(backend.call('extend', { topic: 'one' }, { callId: '1' })).resolves.toEqual({ id: 1 })
    const waits = backend.call('ping', { topic: 'two' }, { callId: '2' })
    await backend.close()
    await expect(waits).rejects.toMatchObject({ key: 'ABORTED' })
    expect(engines).toEqual([])
    expect(origin.clock.countTimers()).toBe(0)
  })

  it('goes on telling when a listener throws', async () => {
    const origin = createOrigin()
    const a = await openTab(origin)
    const changes: (readonly TableChange[])[] = []
    a.backend.watch(() => {
      throw new Error('listener')
    })
    a.backend.watch((news) => news.kind === 'changes' && changes.push(news.changes))
    await extend(a, 'one')
    expect(changes).toEqual([[{ table: 'pairing', key: 'one', value: pairing('one', 1) }]])
  })
})
