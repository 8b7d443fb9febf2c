import type { OnrampOptions, OnrampProvider } from '@latchkey/wire/onrampOptions'
import { getNamespace, type NetworkId } from '../../types/network.ts'

/** Namespaces that anything is bought on. As specified. */
const NAMESPACES = ['eip155', 'solana']

/** Whether buying is not offered in a time zone, as browsers name them. As specified. */
export function isRestricted(zones: readonly string[], timeZone: string): boolean {
  return zones.includes(timeZone.toUpperCase())
}

/** Providers that send something on a network; none in a time zone where buying is not offered. */
export function listProviders(
  options: OnrampOptions | undefined,
  networkId: NetworkId,
  timeZone: string,
): readonly OnrampProvider[] {
  if (options === undefined || isRestricted(options.restrictedTimeZones, timeZone)) return []
  if (!NAMESPACES.includes(getNamespace(networkId) ?? '')) return []
  return options.providers.filter((provider) => listPurchases([provider], networkId).length > 0)
}

/** Something that can be bought on a network. */
export type PurchaseChoice = { readonly symbol: string; readonly name: string; readonly contract: string }

/** What can be bought on a network, at any of the providers, in their order. */
export function listPurchases(providers: readonly OnrampProvider[], networkId: NetworkId): readonly PurchaseChoice[] {
  const found = new Map<string, PurchaseChoice>()
  for (const { purchaseCurrencies } of providers) {
    for (const { symbol, name, networks } of purchaseCurrencies) {
      const place = networks.find(({ network_id }) => network_id === networkId)
      if (place && !found.has(symbol)) found.set(symbol, { symbol, name, contract: place.contract_address })
    }
  }
  return [...found.values()]
}
