import { SHOWN_TABLES, type Snapshot } from '../backend.ts'
import { isTableRecord } from '../isTableRecord.ts'
import { applyChange, createSnapshot, isShownTable, listRecords } from '../snapshots.ts'
import type { TableChange } from '../tables.ts'

/** Whether a change from another tab is one of a table that every tab shows, and its record is one of that table. */
export function isShownChange(change: unknown): change is TableChange {
  if (typeof change !== 'object' || change === null) return false
  const { table, key, value } = change as Record<string, unknown>
  return isShownTable(table) && typeof key === 'string' && (value === undefined || isTableRecord(table, value))
}

/** A snapshot with changes carried out; those of tables that are not shown are passed over. */
export function applyRecords(snapshot: Snapshot, changes: readonly TableChange[]): Snapshot {
  const next = createSnapshot()
  for (const change of [...listRecords(snapshot), ...changes]) applyChange(next, change)
  return next
}

/** The changes that lead from one snapshot to another. */
export function compareSnapshots(before: Snapshot, after: Snapshot): readonly TableChange[] {
  return SHOWN_TABLES.flatMap((table): readonly TableChange[] => [
    ...[...before[table].keys()].filter((key) => !after[table].has(key)).map((key) => ({ table, key }) as TableChange),
    ...[...after[table]]
      .filter(([key, value]) => write(before[table].get(key)) !== write(value))
      .map(([key, value]) => ({ table, key, value }) as TableChange),
  ])
}

/** Requests may hold bigints, which JSON has no form for. */
const write = (record: unknown): string | undefined =>
  JSON.stringify(record, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
