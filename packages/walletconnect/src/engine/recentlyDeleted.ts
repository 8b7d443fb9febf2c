import { EngineError } from '../errors.ts'
import { DELETED_LIMIT } from './constants.ts'

/** What can be deleted and asked for again. */
export type DeletedKind = 'session' | 'proposal' | 'request' | 'pairing'

/** Remembers what was deleted, so that a late call hears so. At the limit the older half goes (product, section 4). */
export type RecentlyDeleted = {
  add(kind: DeletedKind, key: string | number): void
  /** Something is there again. */
  remove(key: string | number): void
  /** Throws when something was deleted lately. */
  check(key: string | number): void
}

/** Makes an empty memory. */
export function createRecentlyDeleted(): RecentlyDeleted {
  const deleted = new Map<string, DeletedKind>()
  return {
    add(kind, key) {
      deleted.set(String(key), kind)
      if (deleted.size < DELETED_LIMIT) return
      for (const old of [...deleted.keys()].slice(0, DELETED_LIMIT / 2)) deleted.delete(old)
    },
    remove: (key) => void deleted.delete(String(key)),
    check(key) {
      const kind = deleted.get(String(key))
      if (kind) throw new EngineError('MISSING_OR_INVALID', `Record was recently deleted - ${kind}: ${key}`)
    },
  }
}
