import type { Options } from '../options.ts'
import { createBrowser, createServerBrowser } from './browser.ts'
import { createLogger } from './logger.ts'
import type { Clock, Services } from './ports.ts'
import { createStorage } from './storage.ts'

/** The services of this browser, or their quiet twins on a server. Touches nothing but what it is asked for. */
export function createServices(options: Options): Services {
  const page = typeof window === 'undefined' || typeof document === 'undefined' ? undefined : window
  const clock = createClock()
  const fetchNow: typeof fetch = (input, init) => globalThis.fetch(input, init)
  const { gatewayUrl, projectId } = options
  return {
    clock,
    random: { uuid: createUuid },
    storage: createStorage(options.id, {
      openStorage: () => page?.localStorage,
      openChannel: (name) => (page && 'BroadcastChannel' in page ? new page.BroadcastChannel(name) : undefined),
      target: page,
    }),
    browser: page ? createBrowser(page) : createServerBrowser(),
    logger: createLogger(console, { id: options.id, isDebug: options.debug }),
    fetch: fetchNow,
    walletWindow: page ?? null,
    gateway: gatewayUrl
      ? async () => {
          const { createGateway } = await import('./gateway.ts')
          return createGateway({ gatewayUrl, projectId, fetch: fetchNow, clock })
        }
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

/** `crypto.randomUUID` needs a secure page; where it is missing the same 122 random bits are put in order by hand (RFC 9562, version 4). */
function createUuid(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
