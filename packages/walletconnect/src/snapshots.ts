import { SHOWN_TABLES, type ShownTable, type Snapshot } from './backend.ts'
import type { TableChange } from './tables.ts'

/** A copy of a snapshot, or nothing, by table. */
export function createSnapshot(known?: Snapshot): Snapshot {
  return Object.fromEntries(
    SHOWN_TABLES.map((name) => [name, new Map<string, unknown>(known?.[name] ?? [])]),
  ) as unknown as Snapshot
}

/** Whether every tab shows a table. */
export function isShownTable(table: unknown): table is ShownTable {
  return SHOWN_TABLES.some((name) => name === table)
}

/** A snapshot as changes that make it out of nothing. */
export function listRecords(snapshot: Snapshot): readonly TableChange[] {
  return SHOWN_TABLES.flatMap((table) =>
    [...snapshot[table]].map(([key, value]) => ({ table, key, value }) as TableChange),
  )
}

/** Carries out a change in a snapshot; one of a table that is not shown is passed over. */
export function applyChange(snapshot: Snapshot, { table, key, value }: TableChange): void {
  const map = (snapshot as unknown as Readonly<Record<string, Map<string, unknown> | undefined>>)[table]
  if (value === undefined) map?.delete(key)
  else map?.set(key, value)
}
