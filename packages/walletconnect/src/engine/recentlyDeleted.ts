import { EngineError } from '../errors.ts'
import type { TableChange, TableName } from '../tables.ts'
import { DELETED_LIMIT } from './constants.ts'

/** Remembers what was deleted, so that a late call is refused with that reason. At the limit the older half goes. */
export type RecentlyDeleted = {
  /** Takes note of a change of the tables: what went was deleted, what is written is there again. */
  follow(change: TableChange): void
  /** Throws when something was deleted lately. */
  check(key: string | number): void
}

/** Makes an empty memory. */
export function createRecentlyDeleted(): RecentlyDeleted {
  const deleted = new Map<string, TableName>()
  return {
    follow({ table, key, value }) {
      if (table !== 'session' && table !== 'proposal' && table !== 'request' && table !== 'pairing') return
      if (value !== undefined) return void deleted.delete(key)
      deleted.set(key, table)
      if (deleted.size < DELETED_LIMIT) return
      for (const old of [...deleted.keys()].slice(0, DELETED_LIMIT / 2)) deleted.delete(old)
    },
    check(key) {
      const kind = deleted.get(String(key))
      if (kind) throw new EngineError('MISSING_OR_INVALID', `Record was recently deleted - ${kind}: ${key}`)
    },
  }
}
