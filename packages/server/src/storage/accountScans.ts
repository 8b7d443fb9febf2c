import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from './storage.ts'
import type { approvalScans, receivedTokens } from './tables.ts'

/** A table of what searches of logs have found for accounts. */
export type ScanTable = typeof receivedTokens | typeof approvalScans

/** What a row costs in bytes beside its text, with its places in two indexes; generous. */
const ROW_BYTES = 300

/** What was saved for an account in lower case; undefined where nothing is. */
export async function findAccountScan(
  storage: Queryable,
  table: ScanTable,
  parameters: { chainId: string; address: string },
): Promise<string | undefined> {
  const [row] = await storage.database
    .select({ scan: table.scan })
    .from(table)
    .where(and(eq(table.chainId, parameters.chainId), eq(table.address, parameters.address)))
  return row?.scan
}

/**
 * Saves it in place of what was there. Where all together would be more than `maxBytes`, those go that were saved the longest ago; one that
 * alone is more is not saved.
 */
export async function saveAccountScan(
  storage: Queryable,
  table: ScanTable,
  parameters: { chainId: string; address: string; scan: string; now: number; maxBytes: number },
): Promise<void> {
  const { chainId, address, scan, now, maxBytes } = parameters
  const bytes = ROW_BYTES + Buffer.byteLength(scan)
  if (bytes > maxBytes) return
  await storage.database
    .insert(table)
    .values({ chainId, address, scan, bytes, savedAt: now })
    .onConflictDoUpdate({
      target: [table.chainId, table.address],
      set: { scan, bytes, savedAt: now },
    })
  await storage.database.execute(
    sql`delete from ${table} using (
          select chain_id, address, sum(bytes) over (order by saved_at desc, chain_id, address) as until from ${table}
        ) as counted
        where ${table.chainId} = counted.chain_id and ${table.address} = counted.address
          and counted.until > ${maxBytes}`,
  )
}
