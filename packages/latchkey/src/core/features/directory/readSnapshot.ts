import { getNamespace } from '../../network.ts'
import type { Options } from '../../options.ts'
import { SNAPSHOT } from './snapshot.ts'
import { type DirectoryState, RECOMMENDED_WALLETS } from './state.ts'
import { toListing } from './toListing.ts'

/**
 * The lists that the bundled snapshot gives, by the same rules as the gateway's directory. It has no pictures. Where the site
 * wants no explorer, only what it excludes is read: installed wallets are told by it.
 */
export function readSnapshot(
  options: Pick<Options, 'enableExplorer' | 'featuredWalletIds' | 'includeWalletIds' | 'excludeWalletIds' | 'networks'>,
  recentIds: readonly string[],
): Pick<DirectoryState, 'featured' | 'recommended' | 'recent' | 'excluded' | 'byRdns' | 'count'> {
  const { enableExplorer, featuredWalletIds, includeWalletIds, excludeWalletIds } = options
  const namespaces = options.networks.map((network) => network.chainNamespace)
  const excluded = SNAPSHOT.filter((record) => excludeWalletIds.includes(record.id))
  const offered = SNAPSHOT.filter((record) => enableExplorer && !excludeWalletIds.includes(record.id))
  const recommended = offered.filter(
    (record) =>
      !featuredWalletIds.includes(record.id) &&
      (includeWalletIds.length === 0 || includeWalletIds.includes(record.id)) &&
      record.chains.some((chain) => namespaces.some((namespace) => namespace === getNamespace(chain))),
  )
  return {
    featured: featuredWalletIds
      .flatMap((id) => offered.filter((record) => record.id === id))
      .map((record) => toListing(record)),
    recommended: recommended.slice(0, RECOMMENDED_WALLETS).map((record) => toListing(record)),
    recent: offered.filter((record) => recentIds.includes(record.id)).map((record) => toListing(record)),
    excluded: {
      rdns: excluded.flatMap((record) => record.rdns ?? []),
      names: excluded.map((record) => record.name),
    },
    byRdns: Object.fromEntries(
      offered.flatMap((record) => (record.rdns ? [[record.rdns.toLowerCase(), toListing(record)] as const] : [])),
    ),
    count: offered.length,
  }
}
