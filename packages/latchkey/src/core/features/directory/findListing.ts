import type { WalletListing } from '../../types/listing.ts'
import type { ListedGroup } from './state.ts'

/** The listing with this key, connector id or directory id, whichever group it is in. */
export function findListing(groups: readonly ListedGroup[], id: string): WalletListing | undefined {
  return groups.flatMap((group) => group.wallets).find((listing) => isListingOf(listing, id))
}

/** Whether an id, of a connector or of the directory, means this listing. */
export function isListingOf(listing: WalletListing, id: string): boolean {
  return listing.key === id || listing.explorerId === id || listing.connectors.some((way) => way.connectorId === id)
}
