import type { TableChange, Tables } from '../tables.ts'
import { DAY_SECONDS } from './constants.ts'
import { type EngineContext, nowSeconds } from './context.ts'

/**
 * Where the id of the last update, extension or event of a topic is kept, among the marks and as long as the topic: an older one
 * that a relay brings again much later, when its own mark has run out, changes nothing. `what` is a method, or a method and a name.
 */
export const lastKey = (topic: string, what: string): string => `${topic}:${what}`

/** How an id stands to the last one of its kind: older by a millisecond at least is stale. */
export function compareToLast(tables: Tables, key: string, id: number): 'stale' | 'same' | 'new' {
  const last = tables.seen.get(key) ?? 0
  if (id === last) return 'same'
  return Math.floor(id / 1000) < Math.floor(last / 1000) ? 'stale' : 'new'
}

/** Keeps an id as the last one. One of a clock that is days ahead counts as of now, lest all be stale once it was set right. */
export function keepLast(context: EngineContext, key: string, id: number): TableChange {
  const now = nowSeconds(context)
  return { table: 'seen', key, value: id > (now + DAY_SECONDS) * 1_000_000 ? now * 1_000_000 : id }
}
