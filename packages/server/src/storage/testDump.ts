import { sql } from 'drizzle-orm'
import type { Queryable } from './storage.ts'

/** Rows as the database holds them. */
export type DumpedRow = Readonly<Record<string, unknown>>

/** Everything that stands in a database, by table, for tests that look for what must not be there. */
export async function dumpTables(storage: Queryable): Promise<ReadonlyMap<string, readonly DumpedRow[]>> {
  const { database } = storage
  const rows = (result: unknown) =>
    Array.isArray(result) ? (result as DumpedRow[]) : (result as { rows: DumpedRow[] }).rows
  const tables = rows(
    await database.execute(sql`select table_name as name from information_schema.tables where table_schema = 'public'`),
  )
  const dumped = new Map<string, readonly DumpedRow[]>()
  for (const { name } of tables) {
    dumped.set(String(name), rows(await database.execute(sql`select * from ${sql.identifier(String(name))}`)))
  }
  return dumped
}
