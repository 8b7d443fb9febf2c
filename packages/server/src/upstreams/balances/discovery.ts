import type { Hex } from 'viem'
import { createExpiringCache } from '../../expiringCache.ts'
import type { Clock, Log } from '../../ports.ts'
import type { OwnedTokens } from '../nfts/ownedTokens.ts'
import type { RpcPool } from '../rpcPool.ts'

/** How long it is remembered what came to an account, in ms. */
const MEMORY_MS = 60 * 60_000

/** After how long it is looked for anew, in ms: a token that came shows with the balances after next. */
export const LOOK_AGAIN_MS = 30_000

/** What is known by now of the tokens that came to an account. */
export type Discovered = { readonly coins: readonly Hex[]; readonly isWhole: boolean }

/**
 * Looks in the background for tokens that came to an account, so that nobody waits for the logs of a chain: what is known by now is
 * given at once, and the next balances have more.
 */
export function createDiscovery(parameters: { findReceived: OwnedTokens; clock: Clock; log?: Log | undefined }): {
  find(pool: RpcPool, owner: Hex): Discovered
} {
  const { clock } = parameters
  const known = new Map<string, Discovered & { readonly at: number }>()
  const looks = createExpiringCache<void>({ clock, lifetimeMs: LOOK_AGAIN_MS, maxEntries: 2_000 })

  async function look(key: string, pool: RpcPool, owner: Hex): Promise<void> {
    try {
      const { coins, isWhole } = await parameters.findReceived({ pool, owner })
      known.delete(key)
      known.set(key, { coins, isWhole, at: clock.now() })
      const oldest = known.keys().next()
      if (known.size > 2_000 && !oldest.done) known.delete(oldest.value)
    } catch (err) {
      // The listed tokens are read all the same; the pool has said which node failed.
      parameters.log?.info(
        { event: 'discoveryFailed', networkId: pool.networkId, err },
        'received tokens were not found',
      )
    }
  }

  return {
    find(pool, owner) {
      const key = `${pool.networkId}|${owner.toLowerCase()}`
      void looks.get(key, () => look(key, pool, owner))
      const found = known.get(key)
      if (found === undefined || found.at + MEMORY_MS < clock.now()) return { coins: [], isWhole: false }
      return found
    },
  }
}
