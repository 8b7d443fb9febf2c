import type { ConnectorsState } from '../../kernel/connections/connectors.ts'
import type { WalletListing } from '../../types/listing.ts'
import { chooseRecords, type OfferOptions } from './chooseRecords.ts'
import { loadSnapshotPictures } from './loadSnapshotPictures.ts'
import { SNAPSHOT, type SnapshotRecord } from './snapshot.ts'
import type { DirectoryState } from './state.ts'
import { toListing } from './toListing.ts'

/**
 * The lists that the bundled snapshot gives, by the same rules as the gateway's directory, with the pictures of
 * those that are listed or that are installed without one. Where the site wants no explorer, only what it excludes is read: installed wallets are told by it.
 */
export async function readSnapshot(
  options: OfferOptions,
  { recentIds, connectors }: { readonly recentIds: readonly string[]; readonly connectors: ConnectorsState },
): Promise<Pick<DirectoryState, 'featured' | 'recommended' | 'recent' | 'excluded' | 'byRdns' | 'count'>> {
  const { offered, featured, recommended } = chooseRecords(SNAPSHOT, options)
  const bareRdns = listBareRdns(connectors)
  const recent = offered.filter((record) => recentIds.includes(record.id))
  const bare = offered.filter(({ rdns }) => rdns && bareRdns.includes(rdns.toLowerCase()))
  const pictures = await loadSnapshotPictures([...featured, ...recommended, ...recent, ...bare].map(({ id }) => id))
  const toRow = (record: SnapshotRecord): WalletListing => ({ ...toListing(record), imageUrl: pictures[record.id] })
  const excluded = SNAPSHOT.filter((record) => options.excludeWalletIds.includes(record.id))
  return {
    featured: featured.map(toRow),
    recommended: recommended.map(toRow),
    recent: recent.map(toRow),
    excluded: {
      rdns: excluded.flatMap((record) => record.rdns ?? []),
      names: excluded.map((record) => record.name),
    },
    byRdns: Object.fromEntries(
      offered.flatMap((record) => (record.rdns ? [[record.rdns.toLowerCase(), toRow(record)] as const] : [])),
    ),
    count: offered.length,
  }
}

/** Installed wallets that bring no picture of their own. */
function listBareRdns({ byNamespace }: ConnectorsState): readonly string[] {
  const known = Object.values(byNamespace).flat()
  return known.flatMap((connector) => (connector?.rdns && !connector.imageUrl ? connector.rdns.toLowerCase() : []))
}
