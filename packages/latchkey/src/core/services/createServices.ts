import type { Options } from '../types/options.ts'
import { openBrowser } from './browser.ts'
import { createLogger } from './logger.ts'
import type { BrowserPort, Clock, Services } from './ports.ts'
import { createStorage } from './storage.ts'

/** The services of this browser, or their quiet twins on a server. Touches nothing but what it is asked for. */
export function createServices(options: Options, browser: BrowserPort = openBrowser()): Services {
  const page = browser.isServer ? undefined : window
  const clock = createClock()
  const fetchNow: typeof fetch = (input, init) => globalThis.fetch(input, init)
  const { gatewayUrl, relayUrl, projectId } = options
  return {
    clock,
    storage: createStorage(options.id, {
      openStorage: () => page?.localStorage,
      openChannel: (name) => (page && 'BroadcastChannel' in page ? new page.BroadcastChannel(name) : undefined),
      target: page,
    }),
    browser,
    logger: createLogger(console, { id: options.id, isDebug: options.debug, clock }),
    fetch: fetchNow,
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    walletWindow: page ?? null,
    gateway: gatewayUrl
      ? () =>
          import('./gateway.ts').then((code) => code.createGateway({ gatewayUrl, projectId, fetch: fetchNow, clock }))
      : null,
    walletConnect:
      relayUrl || gatewayUrl
        ? (storage) =>
            import('./walletConnect.ts').then((code) =>
              code.openWalletConnect(options, { storage, origin: browser.origin() }),
            )
        : null,
  }
}

function createClock(): Clock {
  return {
    now: () => Date.now(),
    after: (delayMs, run) => {
      const timer = setTimeout(run, delayMs)
      return () => clearTimeout(timer)
    },
  }
}
