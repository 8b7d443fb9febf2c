import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { NetworkInput } from '../core/types/network.ts'

/**
 * Adds a network to those of the site: from now on it is offered, and wallets may be on it. Sessions with phones know it from
 * their next start on. Rejects with `OPTION_INVALID` for what is no network, and with `OPTION_CONFLICT` for one that is there.
 */
export async function addNetwork(latchkey: Latchkey, network: NetworkInput): Promise<void> {
  const code = await lazy(latchkey.instance, import('../core/kernel/networks/changeNetworks.ts'), 'switch')
  code.addNetwork(latchkey.instance, network)
}
