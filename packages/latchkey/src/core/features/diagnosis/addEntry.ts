import type { Instance } from '../../latchkey.ts'
import type { JournalEntry } from './state.ts'

/** Entries kept. Enough for a visit, and small. */
const ENTRY_LIMIT = 200

/** Writes down one thing that happened. */
export function addEntry({ stores, services }: Instance, entry: Omit<JournalEntry, 'at'>): void {
  stores.diagnosis.set(({ entries }) => ({
    entries: [...entries, { ...entry, at: services.clock.now() }].slice(-ENTRY_LIMIT),
  }))
}
