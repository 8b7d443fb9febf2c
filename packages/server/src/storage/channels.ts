import { and, eq, gt, isNull } from 'drizzle-orm'
import { farcasterChannels } from './loginTables.ts'
import type { Queryable } from './storage.ts'

export type StoredChannel = typeof farcasterChannels.$inferSelect

export async function addChannel(storage: Queryable, channel: StoredChannel): Promise<void> {
  await storage.database.insert(farcasterChannels).values(channel)
}

/** One that holds at `now`. */
export async function readChannel(
  storage: Queryable,
  tokenHash: string,
  now: number,
): Promise<StoredChannel | undefined> {
  const [found] = await storage.database
    .select()
    .from(farcasterChannels)
    .where(and(eq(farcasterChannels.tokenHash, tokenHash), gt(farcasterChannels.expiresAt, now)))
  return found
}

/** Keeps an answer. True for the first. */
export async function answerChannel(
  storage: Queryable,
  tokenHash: string,
  answer: string,
  now: number,
): Promise<boolean> {
  const kept = await storage.database
    .update(farcasterChannels)
    .set({ answer })
    .where(
      and(
        eq(farcasterChannels.tokenHash, tokenHash),
        isNull(farcasterChannels.answer),
        gt(farcasterChannels.expiresAt, now),
      ),
    )
    .returning({ tokenHash: farcasterChannels.tokenHash })
  return kept.length > 0
}
