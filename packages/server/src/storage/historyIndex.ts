import { and, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Queryable } from './storage.ts'
import { historyAccounts, historyTransactions } from './tables.ts'

/** What one account costs in bytes before it has a transaction, with its places in three indexes: 299 were measured with 5,100, rounded up. */
export const ACCOUNT_BYTES = 400

/** What one transaction of an account costs in bytes, with its place in the index: 184 were measured with 100,000, rounded up. */
export const TRANSACTION_BYTES = 220

/** Accounts that one statement drops at most. */
const DROP_BATCH = 10_000

/** Blocks that were looked through, both ends included. */
export type BlockRange = readonly [low: number, high: number]

/** An account that the index knows. `id` is another one after it was dropped and made again. */
export type IndexedAccount = { readonly id: number; readonly ranges: readonly BlockRange[]; readonly bytes: number }

/** A transaction in the index. */
export type IndexedTransaction = { readonly block: number; readonly index: number; readonly hash: string }

const rangeList = v.array(v.tuple([v.number(), v.number()]))

/** The account, made where it is not there yet; it counts as asked for at `now` (ms since 1970). */
export async function openIndexedAccount(
  storage: Queryable,
  parameters: { chainId: string; address: string; now: number },
): Promise<IndexedAccount> {
  const { chainId, address, now } = parameters
  const [row] = await storage.database
    .insert(historyAccounts)
    .values({ chainId, address, ranges: '[]', bytes: ACCOUNT_BYTES, askedAt: now })
    .onConflictDoUpdate({ target: [historyAccounts.chainId, historyAccounts.address], set: { askedAt: now } })
    .returning()
  if (row === undefined) throw new Error('the database gave no account back')
  return readAccount(row)
}

/** The account where the index knows it; undefined otherwise. Nothing is written. */
export async function findIndexedAccount(
  storage: Queryable,
  parameters: { chainId: string; address: string },
): Promise<IndexedAccount | undefined> {
  const [row] = await storage.database
    .select()
    .from(historyAccounts)
    .where(and(eq(historyAccounts.chainId, parameters.chainId), eq(historyAccounts.address, parameters.address)))
  return row && readAccount(row)
}

function readAccount(row: typeof historyAccounts.$inferSelect): IndexedAccount {
  return { id: row.id, bytes: row.bytes, ranges: v.parse(rangeList, JSON.parse(row.ranges)) }
}

/** Transactions from block `low` on that stand before a place, newest first. */
export async function readIndexedTransactions(
  storage: Queryable,
  parameters: {
    accountId: number
    low: number
    before: { readonly block: number; readonly index: number }
    limit: number
  },
): Promise<readonly IndexedTransaction[]> {
  const { accountId, low, before, limit } = parameters
  const { block, place } = historyTransactions
  const rows = await storage.database
    .select()
    .from(historyTransactions)
    .where(
      and(
        eq(historyTransactions.accountId, accountId),
        gte(block, low),
        or(lt(block, before.block), and(eq(block, before.block), lt(place, before.index))),
      ),
    )
    .orderBy(desc(block), desc(place))
    .limit(limit)
  return rows.map((row) => ({ block: row.block, index: row.place, hash: row.hash }))
}

/**
 * Notes which blocks were looked through and what was in them, in one statement: both or neither. What is there already stays.
 * Gives the bytes that it took; undefined where the account was dropped meanwhile, and then nothing is written.
 */
export async function saveIndexed(
  storage: Queryable,
  parameters: {
    accountId: number
    ranges: readonly BlockRange[]
    transactions: readonly IndexedTransaction[]
  },
): Promise<number | undefined> {
  const { accountId, ranges, transactions } = parameters
  const [row] = await ask(
    storage,
    v.object({ added: v.pipe(v.string(), v.transform(Number)) }),
    sql`with owner as (select id from history_accounts where id = ${accountId} for update),
        added as (
          insert into history_transactions (account_id, block, place, hash)
          select owner.id, new.block, new.place, new.hash
          from owner, json_to_recordset((${JSON.stringify(
            transactions.map(({ block, index, hash }) => ({ block, place: index, hash })),
          )}::text)::json) as new (block bigint, place integer, hash text)
          on conflict do nothing
          returning 1)
      update history_accounts
      set ranges = ${JSON.stringify(ranges)}, bytes = bytes + ${TRANSACTION_BYTES} * (select count(*) from added)
      where id in (select id from owner)
      returning (select count(*)::text from added) as added`,
  )
  return row && row.added * TRANSACTION_BYTES
}

/** Bytes of all accounts together, as far as they are counted. */
export async function countIndexedBytes(storage: Queryable): Promise<number> {
  const [row] = await storage.database
    .select({ bytes: sql<string>`coalesce(sum(${historyAccounts.bytes}), 0)::text` })
    .from(historyAccounts)
  return Number(row?.bytes ?? 0)
}

/** Drops the accounts that nobody asked for the longest, until at least so many bytes are free. Gives what that freed. */
export async function dropOldestIndexed(storage: Queryable, bytes: number): Promise<number> {
  const [row] = await ask(
    storage,
    v.object({ freed: v.pipe(v.string(), v.transform(Number)) }),
    sql`with oldest as (
          select id, bytes, sum(bytes) over (order by asked_at, id) as until
          from (select id, bytes, asked_at from history_accounts order by asked_at, id limit ${DROP_BATCH}) as candidates),
        gone as (
          delete from history_accounts where id in (select id from oldest where until - bytes < ${bytes}) returning bytes)
      select coalesce(sum(bytes), 0)::text as freed from gone`,
  )
  return row?.freed ?? 0
}

/** Runs a query. The engines hand rows over in different wrappings. */
async function ask<Schema extends v.GenericSchema>(
  on: Queryable,
  schema: Schema,
  query: SQL,
): Promise<v.InferOutput<Schema>[]> {
  const answer: unknown = await on.database.execute(query)
  const rows = Array.isArray(answer) ? [...answer] : (answer as { rows: unknown[] }).rows
  return v.parse(v.array(schema), rows)
}
