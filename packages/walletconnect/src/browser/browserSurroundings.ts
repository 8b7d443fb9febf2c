import { createErrorLogger } from '../createErrorLogger.ts'
import type { Reachability, Surroundings } from '../ports.ts'
import { systemClock } from '../systemClock.ts'
import { systemRandom } from '../systemRandom.ts'
import { createBrowserTabs } from './createBrowserTabs.ts'
import { type BrowserStorage, createIndexedDbStorage } from './createIndexedDbStorage.ts'
import { formatAgent } from './formatAgent.ts'
import { openBrowserSocket } from './openBrowserSocket.ts'

/**
 * What a client finds in a browser: its database `latchkey-<name>`, the other tabs of its origin, its socket and clock.
 * Nothing is touched before a client uses it, so a page that is rendered on a server may import this.
 */
export function browserSurroundings(options: {
  readonly name: string
  /** Default: errors on the console. */
  readonly logger?: Surroundings['logger'] | undefined
}): Surroundings & { readonly storage: BrowserStorage } {
  const { name, logger = createErrorLogger(globalThis.console) } = options
  return {
    clock: systemClock,
    random: systemRandom,
    openSocket: openBrowserSocket,
    reachability: pageReachability,
    storage: createIndexedDbStorage({ name, clock: systemClock, logger }),
    tabs: createBrowserTabs(name),
    logger,
    fetch: (...request) => fetch(...request),
    agent: formatAgent(
      typeof navigator === 'undefined' ? '' : navigator.userAgent,
      typeof location === 'undefined' ? 'unknown' : location.host,
    ),
  }
}

const pageReachability: Reachability = {
  isOnline: () => typeof navigator === 'undefined' || navigator.onLine !== false,
  isVisible: () => typeof document === 'undefined' || document.visibilityState !== 'hidden',
  watch(listener) {
    if (typeof document === 'undefined') return () => {}
    const stop = new AbortController()
    const { signal } = stop
    addEventListener('online', () => listener('online'), { signal })
    addEventListener('offline', () => listener('offline'), { signal })
    document.addEventListener(
      'visibilitychange',
      () => listener(document.visibilityState === 'hidden' ? 'hidden' : 'visible'),
      { signal },
    )
    // A page that comes back from the history cache may have kept its state of visibility.
    addEventListener('pageshow', (event) => event.persisted && listener('visible'), { signal })
    return () => stop.abort()
  },
}
