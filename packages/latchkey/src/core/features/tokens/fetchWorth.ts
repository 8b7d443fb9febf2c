import type { Instance } from '../../types/latchkey.ts'
import type { NetworkId } from '../../types/network.ts'
import { READ_DEADLINE_MS, withDeadline } from '../../values/withDeadline.ts'
import { getCachedBalances } from './cachedBalances.ts'
import { getTotal } from './rules.ts'

/**
 * What an account that need not be the active one is worth on a network, in US dollars: from the 30 s cache, else the gateway.
 * Undefined where nobody can say, and where no price of what it holds is known. Never rejects.
 */
export async function fetchWorth(
  instance: Instance,
  { networkId, address, signal }: { networkId: NetworkId; address: string; signal: AbortSignal },
): Promise<number | undefined> {
  const { gateway, clock, logger } = instance.services
  const owner = `${networkId}:${address}`
  const cached = getCachedBalances(instance, owner)?.tokens
  try {
    const tokens =
      cached ??
      (gateway === null
        ? undefined
        : await withDeadline({ clock, delayMs: READ_DEADLINE_MS, signal }, async (until) => {
            const [client, { readGateway }] = await Promise.all([gateway(), import('./readGateway.ts')])
            return readGateway(instance, client, { networkId, address, force: false, signal: until })
          }))
    if (tokens === undefined) return undefined
    const isKnown = tokens.length === 0 || tokens.some(({ value }) => value !== undefined)
    return isKnown ? getTotal(tokens).value : undefined
  } catch (error) {
    logger.debug('What an account is worth could not be read.', { error })
    return undefined
  }
}
