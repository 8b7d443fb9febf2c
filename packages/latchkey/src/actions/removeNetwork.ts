import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { NetworkId } from '../core/types/network.ts'

/**
 * Takes a network from those of the site. Where it is the active one, another of its namespace, else the first of all, becomes
 * active before. Rejects with `OPTION_CONFLICT` for the last one, and as `switchNetwork` does when a wallet will not leave it.
 */
export async function removeNetwork(latchkey: Latchkey, networkId: NetworkId): Promise<void> {
  const code = await lazy(latchkey.instance, import('../core/kernel/networks/changeNetworks.ts'), 'switch')
  await code.removeNetwork(latchkey.instance, networkId)
}
