import { getNamespace } from '../../types/network.ts'
import type { Options } from '../../types/options.ts'
import type { SnapshotRecord } from './snapshot.ts'
import { RECOMMENDED_WALLETS } from './state.ts'

/** The options that say which wallets of a directory a site offers. */
export type OfferOptions = Pick<
  Options,
  'enableExplorer' | 'featuredWalletIds' | 'includeWalletIds' | 'excludeWalletIds' | 'networks'
>

/** What a site offers of some records, by the same rules as the gateway's directory; recommended are the first four. */
export function chooseRecords(
  records: readonly SnapshotRecord[],
  { enableExplorer, featuredWalletIds, includeWalletIds, excludeWalletIds, networks }: OfferOptions,
): Record<'offered' | 'featured' | 'recommended', readonly SnapshotRecord[]> {
  const offered = records.filter(({ id }) => enableExplorer && !excludeWalletIds.includes(id))
  const recommended = offered.filter(
    ({ id, chains }) =>
      !featuredWalletIds.includes(id) &&
      (includeWalletIds.length === 0 || includeWalletIds.includes(id)) &&
      chains.some((chain) => networks.some(({ chainNamespace }) => chainNamespace === getNamespace(chain))),
  )
  return {
    offered,
    featured: featuredWalletIds.flatMap((wanted) => offered.filter(({ id }) => id === wanted)),
    recommended: recommended.slice(0, RECOMMENDED_WALLETS),
  }
}
