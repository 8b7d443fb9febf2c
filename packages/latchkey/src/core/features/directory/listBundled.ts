import type { WalletListing } from '../../types/listing.ts'
import type { NetworkId } from '../../types/network.ts'
import type { OfferOptions } from './chooseRecords.ts'
import { searchSnapshot } from './searchSnapshot.ts'
import { SNAPSHOT, type SnapshotRecord } from './snapshot.ts'
import { toListing } from './toListing.ts'

/** What a site offers of the bundled list to a search, the best match first; see `searchSnapshot`. */
export function listBundled(
  { excludeWalletIds }: Pick<OfferOptions, 'excludeWalletIds'>,
  question: { readonly search: string; readonly chains: readonly NetworkId[] },
): readonly SnapshotRecord[] {
  const offered = SNAPSHOT.filter(({ id }) => !excludeWalletIds.includes(id))
  return searchSnapshot(offered, question)
}

/**
 * What is known of the list of all wallets before a server has answered, for one network or any of the site's: the bundled
 * list, without pictures. Nothing where the site wants no explorer.
 */
export function listKnownWallets(
  options: Pick<OfferOptions, 'enableExplorer' | 'excludeWalletIds' | 'networks'>,
  networkId: NetworkId | undefined,
): readonly WalletListing[] {
  if (!options.enableExplorer) return []
  const chains = networkId === undefined ? options.networks.map((network) => network.caipNetworkId) : [networkId]
  return listBundled(options, { search: '', chains }).map((record) => toListing(record))
}
