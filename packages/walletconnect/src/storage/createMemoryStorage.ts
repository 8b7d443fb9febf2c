import type { Change, Storage, StoredRecord } from '../ports.ts'
import { FencedError } from './FencedError.ts'

/** Storage that lasts as long as this object. It may be handed to several clients of one process in turn, like a disk. */
export function createMemoryStorage(records: readonly StoredRecord[] = []): Storage {
  const kept = new Map<string, StoredRecord>()
  let fence = 0
  applyChanges(kept, records)
  return {
    claim: async () => ++fence,
    load: async () => [...kept.values()],
    async write(claimed, changes) {
      if (claimed !== fence) throw new FencedError()
      applyChanges(kept, structuredClone(changes))
    },
    close: async () => {},
  }
}

/** Carries changes out on records that are held by table and key. */
export function applyChanges(kept: Map<string, StoredRecord>, changes: readonly Change[]): void {
  for (const { table, key, value } of changes) {
    const place = `${table}:${key}`
    if (value === undefined) kept.delete(place)
    else kept.set(place, { table, key, value })
  }
}
