import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Backend } from '../backend.ts'
import type { Pairing } from '../records.ts'
import { createSnapshot } from '../snapshots.ts'
import { openTables } from '../storage/openTables.ts'
import { systemClock } from '../systemClock.ts'
import type { Tables } from '../tables.ts'
import { shareBackend } from '../tabs/shareBackend.ts'
import { createBrowserTabs } from './createBrowserTabs.ts'
import { createIndexedDbStorage } from './createIndexedDbStorage.ts'

const silent = { debug: () => {}, warn: () => {}, error: () => {} }
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

function openTabs(name: string) {
  const tabs = createBrowserTabs(name)
  closers.push(() => tabs.close())
  return tabs
}

/** Campaigns and says what becomes of it; `end` gives the lead back. */
function campaign(tabs: ReturnType<typeof openTabs>) {
  const state = { leads: 0, lost: 0, end: () => {}, stop: () => {} }
  state.stop = tabs.campaign(async (lost) => {
    state.leads += 1
    lost.addEventListener('abort', () => (state.lost += 1))
    await new Promise<void>((resolve) => {
      state.end = resolve
    })
  })
  closers.push(() => {
    state.stop()
    state.end()
  })
  return state
}

describe('createBrowserTabs', () => {
  it('lets one lead, and the next when that one is done', async () => {
    const name = crypto.randomUUID()
    const a = campaign(openTabs(name))
    await vi.waitFor(() => expect(a.leads).toBe(1))
    const b = campaign(openTabs(name))
    const c = campaign(openTabs(name))
    c.stop()
    await navigator.locks.query()
    expect([a.leads, b.leads, c.leads]).toEqual([1, 0, 0])
    a.end()
    await vi.waitFor(() => expect(b.leads).toBe(1))
    expect([a.lost, b.lost, c.leads]).toEqual([0, 0, 0])
  })

  it('takes the lead from a tab that does not give it back, and tells that tab', async () => {
    const name = crypto.randomUUID()
    const a = campaign(openTabs(name))
    await vi.waitFor(() => expect(a.leads).toBe(1))
    const tabs = openTabs(name)
    const b = campaign(tabs)
    tabs.seize()
    await vi.waitFor(() => expect([b.leads, a.lost]).toEqual([1, 1]))
    tabs.seize()
    expect(b.leads).toBe(1)
  })

  it('names lock and channel after the client, so that two clients do not meet', async () => {
    const name = crypto.randomUUID()
    const a = campaign(openTabs(name))
    const other = campaign(openTabs(`${name}-other`))
    await vi.waitFor(() => expect([a.leads, other.leads]).toEqual([1, 1]))
    const { held = [] } = await navigator.locks.query()
    expect(held.map((lock) => lock.name)).toContain(`@latchkey/${name}/engine`)
  })

  it('says things to the other tabs and not to itself', async () => {
    const name = crypto.randomUUID()
    const [a, b] = [openTabs(name), openTabs(name)]
    const heard: unknown[] = []
    a.listen((message) => heard.push(['a', message]))
    const stop = b.listen((message) => heard.push(['b', message]))
    a.post({ text: 1 })
    await vi.waitFor(() => expect(heard).toEqual([['b', { text: 1 }]]))
    stop()
    a.post({ text: 2 })
    b.post({ text: 3 })
    await vi.waitFor(() => expect(heard.at(-1)).toEqual(['a', { text: 3 }]))
    expect(heard).toHaveLength(2)
  })

  it('leads alone where the browser denies locks, as in a sandboxed frame', async () => {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.srcdoc = `<script>
      try { navigator.locks.request('x', () => parent.postMessage('granted', '*')).catch((e) => parent.postMessage(e.name, '*')) }
      catch (e) { parent.postMessage(e.name, '*') }
    </script>`
    const said = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true }))
    document.body.append(frame)
    // What the browser does there, so that the stand-in below is the truth.
    expect(await said).toBe('SecurityError')
    frame.remove()
    const own = Object.getOwnPropertyDescriptor(Navigator.prototype, 'locks')
    Object.defineProperty(Navigator.prototype, 'locks', {
      configurable: true,
      get: () => ({ request: () => Promise.reject(new DOMException('denied', 'SecurityError')) }),
    })
    try {
      const alone = campaign(openTabs(crypto.randomUUID()))
      await vi.waitFor(() => expect(alone.leads).toBe(1))
    } finally {
      if (own) Object.defineProperty(Navigator.prototype, 'locks', own)
    }
  })
})

/** A client over the page's real database, locks and channel. Its engine adds a pairing, once a call. */
async function openClient(name: string): Promise<{ backend: Backend; starts: () => number }> {
  let starts = 0
  const storage = createIndexedDbStorage({ name, clock: systemClock, logger: silent })
  const backend = await shareBackend({
    surroundings: {
      tabs: createBrowserTabs(name),
      clock: systemClock,
      logger: silent,
      random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
      reachability: { isOnline: () => true, isVisible: () => true, watch: () => () => {} },
    },
    startEngine: async ({ fenced }) => {
      const tables = await openTables({ storage, logger: silent, onFenced: fenced })
      starts += 1
      return { tables, backend: createSmallEngine(tables) }
    },
  })
  closers.push(async () => {
    await backend.close()
    await storage.close()
  })
  return { backend, starts: () => starts }
}

function createSmallEngine(tables: Tables): Backend {
  return {
    call: (async (_name: unknown, { topic }: { topic: string }) => {
      const value: Pairing = { topic, expiry: 1, relay: { protocol: 'irn' }, active: true }
      await tables.commit([{ table: 'pairing', key: topic, value }])
      return { id: tables.pairing.keys().length }
    }) as unknown as Backend['call'],
    snapshot: () => ({
      ...createSnapshot(),
      pairing: new Map(tables.pairing.getAll().map((value) => [value.topic, value])),
    }),
    watch: (listener) => tables.watch((changes) => listener({ kind: 'changes', changes })),
    close: async () => {},
  }
}

describe('two clients of one origin', () => {
  it('share one engine, and the second takes over what the first kept when it closes', async () => {
    const name = crypto.randomUUID()
    const [a, b] = await Promise.all([openClient(name), openClient(name)])
    expect(a.starts() + b.starts()).toBe(1)
    const extend = (client: typeof a, topic: string) =>
      client.backend.call('extend', { topic }, { callId: crypto.randomUUID() })
    await extend(a, 'one')
    await extend(b, 'two')
    const topics = (client: typeof a): string[] => [...client.backend.snapshot().pairing.keys()].toSorted()
    await vi.waitFor(() => {
      expect(topics(a)).toEqual(['one', 'two'])
      expect(topics(b)).toEqual(['one', 'two'])
    })
    const [leading, following] = a.starts() ? [a, b] : [b, a]
    await leading.backend.close()
    await expect(extend(following, 'three')).resolves.toEqual({ id: 3 })
    expect(following.starts()).toBe(1)
    expect(topics(following)).toEqual(['one', 'three', 'two'])
  })

  it('a page that goes away in the middle of leading is followed by the next', async () => {
    const name = crypto.randomUUID()
    // Another page of the origin that holds the lock and answers nothing, then is closed.
    const frame = document.createElement('iframe')
    document.body.append(frame)
    const other = frame.contentWindow as (Window & typeof globalThis) | null
    await new Promise<void>((resolve) => {
      void other?.navigator.locks
        .request(`@latchkey/${name}/engine`, () => {
          resolve()
          return new Promise(() => {})
        })
        .catch(() => undefined)
    })
    const opening = openClient(name)
    frame.remove()
    const client = await opening
    expect(client.starts()).toBe(1)
  })

  it('a page that holds the lead and does not answer is replaced', async () => {
    const name = crypto.randomUUID()
    const frame = document.createElement('iframe')
    document.body.append(frame)
    closers.push(() => frame.remove())
    const other = frame.contentWindow as (Window & typeof globalThis) | null
    let isLost = false
    await new Promise<void>((resolve) => {
      other?.navigator.locks
        .request(`@latchkey/${name}/engine`, () => {
          resolve()
          return new Promise(() => {})
        })
        .catch(() => {
          isLost = true
        })
    })
    const client = await openClient(name)
    expect(client.starts()).toBe(1)
    await vi.waitFor(() => expect(isLost).toBe(true))
  })
})
