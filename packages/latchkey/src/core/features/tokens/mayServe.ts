import { defineStore } from '../../kernel/defineStore.ts'
import type { Instance } from '../../types/latchkey.ts'
import { getNamespace, type NetworkId } from '../../types/network.ts'
import { NAMESPACE_RECORDS } from '../../values/namespaces.ts'

/** What a gateway tells of an account beside its balances, by the option that turns it off. */
export type AccountFeature = 'history' | 'nfts' | 'swaps' | 'names'

/** What the gateway said that it does not serve: `<feature> <network>`. */
export const unservedOf = /* @__PURE__ */ defineStore<{ readonly list: readonly string[] }>('unserved', { list: [] })

/**
 * Whether the gateway may tell an account's history or NFTs, swap, or register names, on a network: it is one of a namespace that
 * gateways read, the gateway did not say that it does not serve it, and the site wants it.
 */
export function mayServe(
  { options, services }: Pick<Instance, 'options' | 'services'>,
  feature: AccountFeature,
  networkId: NetworkId,
  known: { readonly supportedChains: readonly NetworkId[] | undefined; readonly unserved: readonly string[] },
): boolean {
  const namespace = getNamespace(networkId)
  if (!options.features[feature] || services.gateway === null || !namespace) return false
  if (!NAMESPACE_RECORDS[namespace].hasGatewayBalances || known.unserved.includes(`${feature} ${networkId}`))
    return false
  return known.supportedChains?.includes(networkId) ?? true
}
