import type { JournalEntry } from '../../types/diagnosis.ts'
import type { Instance } from '../../types/latchkey.ts'
import { diagnosisOf } from './state.ts'

/** Entries kept. Enough for a visit, and small. */
const ENTRY_LIMIT = 200

/** Writes down one thing that happened. */
export function addEntry(instance: Instance, entry: Omit<JournalEntry, 'at'>): void {
  diagnosisOf(instance).set(({ entries }) => ({
    entries: [...entries, { ...entry, at: instance.services.clock.now() }].slice(-ENTRY_LIMIT),
  }))
}
