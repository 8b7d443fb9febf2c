import { isListingOf } from '../../core/features/directory/findListing.ts'
import { listWallets } from '../../core/features/directory/listWallets.ts'
import type { DirectoryState } from '../../core/features/directory/state.ts'
import type { LostWallet } from '../../core/kernel/live.ts'
import type { Instance } from '../../core/types/latchkey.ts'
import type { WalletListing } from '../../core/types/listing.ts'

/**
 * A wallet that could not be restored, as far as it is known: from the page, else from the directory by its rdns, which is the id that
 * it was kept by (EIP-6963). Its name is empty where neither knows it. Leads to the one connection that was lost.
 */
export function findLost(
  { options, stores }: Pick<Instance, 'options' | 'stores'>,
  directory: DirectoryState,
  { namespace, connectorId, walletName }: LostWallet,
): WalletListing {
  const groups = listWallets({ connectors: stores.connectors.get(), directory, options })
  const listed = [...groups.flatMap(({ wallets }) => wallets), ...Object.values(directory.byRdns)]
  const found =
    listed.find((listing) => isListingOf(listing, connectorId)) ??
    listed.find(({ rdns }) => rdns?.toLowerCase() === connectorId.toLowerCase())
  return {
    key: connectorId,
    isInstalled: false,
    isRecent: false,
    isLookalike: false,
    links: {},
    ...found,
    name: walletName ?? found?.name ?? '',
    connectors: [{ namespace, connectorId }],
  }
}
