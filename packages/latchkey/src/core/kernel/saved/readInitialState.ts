import type { SavedConnection } from '../../types/adapter.ts'
import { NAMESPACES, type Namespace, type NetworkId } from '../../types/network.ts'
import type { InitialState } from '../../types/options.ts'
import { parseSaved, RECORD_VERSION } from './records.ts'

/** Longest cookie that is read, in characters. Browsers keep no longer one. */
const COOKIE_LIMIT = 4_096

/** Name of the cookie of an instance. */
export function cookieName(id: string): string {
  return `latchkey-${id}`
}

/**
 * What the `Cookie` header of a request says of saved connections, for the option `initialState` on the server and in the
 * browser; undefined where it says nothing. Needs `storage: 'cookie'` in the browser. Anything else in the header is passed
 * over (SEC-103). What stands there is a visitor's claim, good for a first paint and for nothing more.
 */
export function readInitialState(cookieHeader: string | null | undefined, id = 'default'): InitialState | undefined {
  const start = `${cookieName(id)}=`
  const text = cookieHeader
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start))
    ?.slice(start.length)
  if (!text || text.length > COOKIE_LIMIT) return undefined
  const record = parse(text)
  if (typeof record !== 'object' || record === null || Reflect.get(record, 'v') !== RECORD_VERSION) return undefined
  const kept: unknown = Reflect.get(record, 'connections')
  if (typeof kept !== 'object' || kept === null) return undefined
  const connections: Partial<Record<Namespace, SavedConnection>> = {}
  const networkIds: Partial<Record<Namespace, NetworkId>> = {}
  for (const namespace of NAMESPACES) {
    const saved = parseSaved(Reflect.get(kept, namespace), namespace)
    if (!saved) continue
    connections[namespace] = saved
    networkIds[namespace] = saved.networkId
  }
  const activeNamespace = NAMESPACES.find((namespace) => namespace === Reflect.get(record, 'active'))
  return { ...(activeNamespace && { activeNamespace }), connections, networkIds }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(text))
  } catch {
    return undefined
  }
}
