import type { Reachability, Storage, Surroundings, Tabs } from '../../../walletconnect/src/ports.ts'
import { createMemoryStorage } from '../../../walletconnect/src/storage/createMemoryStorage.ts'
import { createSoloTabs } from '../../../walletconnect/src/tabs/createSoloTabs.ts'
import { createManualClock, type ManualClock } from '../createManualClock.ts'
import type { TestRelay } from './createTestRelay.ts'

/** A network and a page that a test switches on and off. */
export type TestReachability = Reachability & {
  /** Whether there is a network, whatever the browser says. */
  isThere(): boolean
  /** Takes the network away or gives it back, and has the browser say so. */
  setOnline(online: boolean): void
  /** Has the browser say something of the network that need not be so. */
  sayOnline(online: boolean): void
  setVisible(visible: boolean): void
}

/** Surroundings of an engine whose every effect a test holds in its hand. */
export type TestSurroundings = Surroundings & {
  readonly clock: ManualClock
  readonly reachability: TestReachability
  /** Lines of the log: level, text and facts as JSON. */
  readonly log: readonly string[]
}

/**
 * Makes surroundings over a test relay: a clock moved by hand, randomness that follows from `name` (so two clients of one test
 * need two names), a storage in memory, one tab, a network and a page that are there. Nothing leaves the process.
 */
export function createTestSurroundings(parameters: {
  /** Whose surroundings these are, such as `app` or `wallet`. */
  readonly name: string
  readonly relay: Pick<TestRelay, 'openSocket'>
  /** Shared with the relay and the peers. */
  readonly clock?: ManualClock | undefined
  readonly storage?: Storage | undefined
  readonly tabs?: Tabs | undefined
  readonly reachability?: TestReachability | undefined
  readonly fetch?: typeof fetch | undefined
  readonly openLink?: ((url: string) => Promise<void>) | undefined
}): TestSurroundings {
  const log: string[] = []
  const { reachability = createTestReachability() } = parameters
  const write =
    (level: string) =>
    (text: string, facts?: Readonly<Record<string, unknown>>): void => {
      log.push(`${level} ${text}${facts ? ` ${JSON.stringify(facts)}` : ''}`)
    }
  return {
    clock: parameters.clock ?? createManualClock(),
    random: createTestRandom(parameters.name),
    openSocket: (url, listener) => {
      if (reachability.isThere()) return parameters.relay.openSocket(url, listener)
      queueMicrotask(() => listener.closed(1006, ''))
      return { send: () => undefined, close: () => undefined }
    },
    reachability,
    storage: parameters.storage ?? createMemoryStorage(),
    tabs: parameters.tabs ?? createSoloTabs(),
    logger: { debug: write('debug'), warn: write('warn'), error: write('error') },
    fetch: parameters.fetch ?? (() => Promise.reject(new TypeError('A test without a network asked for one.'))),
    agent: 'linux-20.20.2/node',
    openLink: parameters.openLink,
    log,
  }
}

/** Makes bytes that follow from a name: the same at each run, different for each name. Fit for tests alone. */
export function createTestRandom(name: string): Surroundings['random'] {
  let state = 0x9e3779b9
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return {
    bytes: (length) =>
      Uint8Array.from({ length }, () => {
        // mulberry32, public domain
        state = (state + 0x6d2b79f5) >>> 0
        let mixed = Math.imul(state ^ (state >>> 15), state | 1)
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
        return ((mixed ^ (mixed >>> 14)) >>> 0) & 0xff
      }),
  }
}

/** Makes a network that is there and a page that is looked at. */
export function createTestReachability(): TestReachability {
  let isThere = true
  let online = true
  let visible = true
  const listeners = new Set<(change: 'online' | 'offline' | 'visible' | 'hidden') => void>()
  const tell = (change: 'online' | 'offline' | 'visible' | 'hidden'): void => {
    for (const listener of [...listeners]) listener(change)
  }
  const sayOnline = (next: boolean): void => {
    if (online === next) return
    online = next
    tell(next ? 'online' : 'offline')
  }
  return {
    isThere: () => isThere,
    isOnline: () => online,
    isVisible: () => visible,
    watch(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    setOnline(next) {
      isThere = next
      sayOnline(next)
    },
    sayOnline,
    setVisible(next) {
      if (visible === next) return
      visible = next
      tell(next ? 'visible' : 'hidden')
    },
  }
}

/** How long what runs beside this thread is waited for once the clock has run out, in ms. */
const PATIENCE_MS = 10_000

/**
 * Waits until something holds. What is under way outside the clock (WebCrypto, storage) is let run first; then the clock moves on,
 * `stepMs` a turn. After `limitMs` of the clock nothing is waited for but the machine, which may be busy; then it fails with `what`.
 */
export async function until(
  clock: ManualClock,
  what: string,
  holds: () => boolean,
  options: { readonly stepMs?: number | undefined; readonly limitMs?: number | undefined } = {},
): Promise<void> {
  const { stepMs = 50, limitMs = 120_000 } = options
  for (let turn = 0; turn < 100; turn += 1) {
    if (holds()) return
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  const end = clock.now() + limitMs
  while (!holds()) {
    if (clock.now() >= end) break
    await clock.advance(stepMs)
  }
  const patientUntil = performance.now() + PATIENCE_MS
  while (!holds()) {
    if (performance.now() >= patientUntil) throw new Error(`After ${limitMs} ms of the clock it did not hold: ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
