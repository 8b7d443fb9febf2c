import type { SavedConnection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { NAMESPACES, type Namespace } from '../../types/network.ts'
import { cookieName } from './readInitialState.ts'
import { RECORD_VERSION, readActive, readConnection } from './records.ts'

/** How long a browser keeps the cookie, in seconds: 400 days, the most that browsers allow. Source: RFC 6265bis. */
export const COOKIE_LIFE_SECONDS = 400 * 86_400

/**
 * Keeps a copy of the connections in use in a cookie, for a server to read (`readInitialState`). Storage stays what counts in
 * the browser. Runs until the instance ends, and writes only what differs.
 */
export function writeCookie(instance: Instance): void {
  const { stores, services, signal } = instance
  let written: string | undefined
  let isDue = false
  const write = (): void => {
    isDue = false
    const text = toCookie(instance)
    if (signal.aborted || text === written || !services.walletWindow?.document) return
    written = text
    services.walletWindow.document.cookie = text
  }
  // Storage is written within the step that changes the stores, so it is read after that.
  const plan = (): void => {
    if (isDue) return
    isDue = true
    queueMicrotask(write)
  }
  const stops = [stores.connection.watch(plan), stores.networks.watch(plan)]
  signal.addEventListener(
    'abort',
    () => {
      for (const stop of stops) stop()
    },
    { once: true },
  )
  write()
}

/** The whole text of the cookie: one that ends at once where nothing is connected. */
function toCookie({ options, services }: Instance): string {
  const { storage, walletWindow } = services
  const connections: Partial<Record<Namespace, SavedConnection>> = {}
  for (const namespace of NAMESPACES) {
    const saved = readConnection(storage, namespace)
    if (saved) connections[namespace] = saved
  }
  const isEmpty = Object.keys(connections).length === 0
  const active = readActive(storage)
  const record = { v: RECORD_VERSION, ...(active && { active }), connections }
  const value = isEmpty ? '' : encodeURIComponent(JSON.stringify(record))
  const isSecure = walletWindow?.location?.href.startsWith('https:')
  const life = isEmpty ? 0 : COOKIE_LIFE_SECONDS
  return `${cookieName(options.id)}=${value}; Path=/; Max-Age=${life}; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
