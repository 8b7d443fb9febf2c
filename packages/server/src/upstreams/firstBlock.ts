import { createExpiringCache } from '../expiringCache.ts'
import type { Clock } from '../ports.ts'
import type { RpcPool } from './rpcPool.ts'

/** How long an answer counts, in ms. */
const MEMORY_MS = 60 * 60_000

/**
 * Hash of a chain's first block: the same number may be another chain later, as where a chain of a developer begins anew, and what was
 * kept of the one is not of the other. Undefined where no node tells it.
 */
export type ReadFirstBlock = (pool: RpcPool) => Promise<string | undefined>

/** Makes it, for chains of eip155. Throws `RequestError` UPSTREAM_UNAVAILABLE. */
export function createFirstBlock({ clock }: { readonly clock: Clock }): ReadFirstBlock {
  const firsts = createExpiringCache<string | undefined>({ clock, lifetimeMs: MEMORY_MS, maxEntries: 1_000 })
  return (pool) =>
    firsts.get(pool.networkId, async () => {
      const [answer] = await pool.send([{ method: 'eth_getBlockByNumber', params: ['0x0', false] }])
      const block = answer !== undefined && 'result' in answer ? answer.result : undefined
      const hash = typeof block === 'object' && block !== null && 'hash' in block ? block.hash : undefined
      return typeof hash === 'string' && /^0x[0-9a-fA-F]{64}$/.test(hash) ? hash : undefined
    })
}
