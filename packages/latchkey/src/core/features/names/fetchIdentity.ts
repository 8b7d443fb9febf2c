import { findNetwork, getActiveNetworkId } from '../../kernel/networks/networks.ts'
import type { Instance } from '../../types/latchkey.ts'
import { READ_DEADLINE_MS, withDeadline } from '../../values/withDeadline.ts'
import { getCachedIdentity, setCachedIdentity } from './cachedIdentity.ts'
import { setIdentity } from './setIdentity.ts'
import { INITIAL_NAMES, namesOf } from './state.ts'

/**
 * Reads name and avatar of the active account into the `names` store: from the 5 min cache, else from the gateway. Only
 * accounts on EVM mainnets have one; on others, and without a gateway, both are cleared. Never rejects: an address
 * without a name is shown as it is, and one that could not be read is asked for by the next call.
 */
export async function fetchIdentity(instance: Instance): Promise<void> {
  const { stores, services } = instance
  const networks = stores.networks.get()
  const networkId = getActiveNetworkId(networks)
  const network = findNetwork(networks, networkId)
  const address = stores.accounts.get().byNamespace[networks.activeNamespace]?.active.address
  if (!address || networks.activeNamespace !== 'eip155' || network?.testnet === true || !services.gateway) {
    namesOf(instance).set((state) => (state.address === undefined ? state : INITIAL_NAMES))
    return
  }
  if (namesOf(instance).get().address !== address) namesOf(instance).set(() => ({ ...INITIAL_NAMES, address }))
  const cached = getCachedIdentity(instance, address)
  if (cached) {
    namesOf(instance).set((state) => setIdentity(state, address, cached))
    return
  }
  const { gateway, clock, logger } = services
  try {
    const parameters = { clock, delayMs: READ_DEADLINE_MS, signal: instance.signal }
    const identity = await withDeadline(parameters, async (signal) => {
      const [client, { readIdentity }] = await Promise.all([gateway(), import('./readIdentity.ts')])
      return readIdentity(instance, client, { networkId, address, signal })
    })
    if (identity) setCachedIdentity(instance, address, identity)
    namesOf(instance).set((state) => setIdentity(state, address, identity ?? INITIAL_NAMES))
  } catch (error) {
    // What was known of it stays, and whoever shows it asks again.
    logger.debug('The name of an account could not be read.', { cause: error })
  }
}
