import { inArray, sql } from 'drizzle-orm'
import type { Queryable } from './storage.ts'
import { tokenMetadata } from './tables.ts'

/** What a token contract said about itself. `caip10` is `eip155:1:0x…` in lower case, `fetchedAt` is ms since 1970. */
export type TokenMetadata = {
  readonly caip10: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly fetchedAt: number
}

/** What is kept about these tokens, by `caip10`. Unknown ones are absent. */
export async function findTokenMetadata(
  storage: Queryable,
  caip10s: readonly string[],
): Promise<ReadonlyMap<string, TokenMetadata>> {
  if (caip10s.length === 0) return new Map()
  const rows = await storage.database
    .select()
    .from(tokenMetadata)
    .where(inArray(tokenMetadata.caip10, [...caip10s]))
  return new Map(rows.map((row) => [row.caip10, row]))
}

/** Keeps tokens in one statement, each in place of an older entry of its own. Of two with one `caip10` the last is kept. */
export async function saveTokenMetadata(storage: Queryable, tokens: readonly TokenMetadata[]): Promise<void> {
  const distinct = [...new Map(tokens.map((token) => [token.caip10, token])).values()]
  if (distinct.length === 0) return
  await storage.database
    .insert(tokenMetadata)
    .values(distinct)
    .onConflictDoUpdate({
      target: tokenMetadata.caip10,
      set: {
        name: sql`excluded.name`,
        symbol: sql`excluded.symbol`,
        decimals: sql`excluded.decimals`,
        fetchedAt: sql`excluded.fetched_at`,
      },
    })
}
