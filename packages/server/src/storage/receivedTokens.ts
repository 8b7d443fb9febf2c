import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from './storage.ts'
import { receivedTokens } from './tables.ts'

/** What a row costs in bytes beside its text, with its places in two indexes; generous. */
const ROW_BYTES = 300

/** What was saved for an account in lower case; undefined where nothing is. */
export async function findReceivedScan(
  storage: Queryable,
  parameters: { chainId: string; address: string },
): Promise<string | undefined> {
  const [row] = await storage.database
    .select({ scan: receivedTokens.scan })
    .from(receivedTokens)
    .where(and(eq(receivedTokens.chainId, parameters.chainId), eq(receivedTokens.address, parameters.address)))
  return row?.scan
}

/**
 * Saves it in place of what was there. Where all together would be more than `maxBytes`, those go that were saved the longest ago; one that
 * alone is more is not saved.
 */
export async function saveReceivedScan(
  storage: Queryable,
  parameters: { chainId: string; address: string; scan: string; now: number; maxBytes: number },
): Promise<void> {
  const { chainId, address, scan, now, maxBytes } = parameters
  const bytes = ROW_BYTES + Buffer.byteLength(scan)
  if (bytes > maxBytes) return
  await storage.database
    .insert(receivedTokens)
    .values({ chainId, address, scan, bytes, savedAt: now })
    .onConflictDoUpdate({
      target: [receivedTokens.chainId, receivedTokens.address],
      set: { scan, bytes, savedAt: now },
    })
  await storage.database.execute(
    sql`delete from received_tokens using (
          select chain_id, address, sum(bytes) over (order by saved_at desc, chain_id, address) as until from received_tokens
        ) as counted
        where received_tokens.chain_id = counted.chain_id and received_tokens.address = counted.address
          and counted.until > ${maxBytes}`,
  )
}
