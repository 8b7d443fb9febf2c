import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Queryable } from './storage.ts'
import { onrampOrders } from './tables.ts'

/** How far an order is. A later stage is never left for an earlier one, whatever order news come in. */
export const STAGES = { created: 0, pending: 1, sent: 2, failed: 3, completed: 4 } as const

/** How far an order is, by its name. */
export type OrderStage = keyof typeof STAGES

/** A purchase at a provider. Times are ms since 1970, amounts decimal texts. */
export type StoredOrder = {
  readonly id: string
  readonly projectId: string
  readonly orderKey: string
  readonly provider: string
  readonly stage: OrderStage
  readonly networkId: string
  readonly address: string
  readonly symbol: string
  readonly paymentAmount: string | null
  readonly paymentCurrency: string | null
  readonly paymentMethod: string | null
  /** What the visitor was told that comes out. */
  readonly quotedAmount: string | null
  /** What the provider says that it sends. */
  readonly purchaseAmount: string | null
  readonly transactionHash: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** What is told of an order. */
export type OrderNews = {
  readonly id: string
  readonly stage: OrderStage
  readonly purchaseAmount?: string | undefined
  readonly transactionHash?: string | undefined
}

/**
 * Keeps a new order, and answers with the one that stands there: that of an earlier call with the same key, where there is one, so that
 * a call that is repeated makes no second order.
 */
export async function addOrder(storage: Queryable, order: Omit<StoredOrder, 'updatedAt'>): Promise<StoredOrder> {
  await storage.database
    .insert(onrampOrders)
    .values({ ...order, stage: STAGES[order.stage], updatedAt: order.createdAt })
    .onConflictDoNothing({ target: [onrampOrders.projectId, onrampOrders.orderKey] })
  const [kept] = await storage.database
    .select()
    .from(onrampOrders)
    .where(and(eq(onrampOrders.projectId, order.projectId), eq(onrampOrders.orderKey, order.orderKey)))
  if (kept === undefined) throw new Error('an order that was kept is gone')
  return toOrder(kept)
}

/** Orders of a project by their ids, the newest first. */
export async function findOrders(
  storage: Queryable,
  parameters: { projectId: string; ids: readonly string[] },
): Promise<readonly StoredOrder[]> {
  const { projectId, ids } = parameters
  if (ids.length === 0) return []
  const rows = await storage.database
    .select()
    .from(onrampOrders)
    .where(and(eq(onrampOrders.projectId, projectId), inArray(onrampOrders.id, [...ids])))
    .orderBy(desc(onrampOrders.createdAt))
  return rows.map(toOrder)
}

/** Writes what a provider tells of one of its orders; false where that is known, or the order is not one of its own. */
export async function moveOrder(
  storage: Queryable,
  parameters: { provider: string; news: OrderNews; now: number },
): Promise<boolean> {
  const { provider, news, now } = parameters
  const { id, purchaseAmount, transactionHash } = news
  const moved = await storage.database
    .update(onrampOrders)
    .set({
      stage: STAGES[news.stage],
      updatedAt: now,
      purchaseAmount: sql`coalesce(${purchaseAmount ?? null}::text, ${onrampOrders.purchaseAmount})`,
      transactionHash: sql`coalesce(${transactionHash ?? null}::text, ${onrampOrders.transactionHash})`,
    })
    .where(
      and(eq(onrampOrders.id, id), eq(onrampOrders.provider, provider), lt(onrampOrders.stage, STAGES[news.stage])),
    )
    .returning({ id: onrampOrders.id })
  return moved.length > 0
}

/** Drops orders that were made before a time and were never paid; says how many. */
export async function dropUnpaidOrders(storage: Queryable, before: number): Promise<number> {
  const dropped = await storage.database
    .delete(onrampOrders)
    .where(and(eq(onrampOrders.stage, STAGES.created), lt(onrampOrders.createdAt, before)))
    .returning({ id: onrampOrders.id })
  return dropped.length
}

const NAMES = Object.keys(STAGES) as readonly OrderStage[]

function toOrder(row: typeof onrampOrders.$inferSelect): StoredOrder {
  return { ...row, stage: NAMES.find((name) => STAGES[name] === row.stage) ?? 'created' }
}
