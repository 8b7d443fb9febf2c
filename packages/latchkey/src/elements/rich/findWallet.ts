import { directoryOf } from '../../core/features/directory/state.ts'
import { toCustomListing } from '../../core/features/directory/toListing.ts'
import type { Connector } from '../../core/types/adapter.ts'
import type { Instance } from '../../core/types/latchkey.ts'
import type { WalletListing } from '../../core/types/listing.ts'

/** Entries that are asked for: names that begin alike come first. */
const ENTRIES = 20

/** Whether a site's word for a wallet, an id or its whole name, means this one. Case makes no difference. */
export function isCalled(
  wallet: Pick<Connector, 'id'> & Partial<Pick<Connector, 'rdns' | 'explorerId' | 'name'>>,
  wanted: string,
): boolean {
  const word = wanted.toLowerCase()
  return [wallet.id, wallet.rdns, wallet.explorerId, wallet.name].some((known) => known?.toLowerCase() === word)
}

/**
 * A wallet that is not in this browser: one of the site's own, one that the list has read already, or one of the directory,
 * by name at the gateway and by name or id in the bundled list. Rejects when neither can be read.
 */
export async function findWallet(instance: Instance, wanted: string): Promise<WalletListing | undefined> {
  const { options, signal } = instance
  const own = options.customWallets.find((wallet) => isCalled(wallet, wanted))
  if (own) return toCustomListing(own)
  const { featured, recommended, recent = [], byRdns } = directoryOf(instance).get()
  const pick = (wallets: readonly WalletListing[]): WalletListing | undefined =>
    wallets.find((wallet) => isCalled({ ...wallet, id: wallet.key }, wanted))
  const read = pick([...featured, ...recommended, ...recent, ...Object.values(byRdns)])
  if (read || !options.enableExplorer) return read
  const { askGateway, askSnapshot } = await import('../../core/features/directory/walletSource.ts')
  const question = { page: 1, entries: ENTRIES, search: wanted, isCertifiedOnly: false, chains: [] }
  // A gateway that is away is made up for by the snapshot.
  const served = await askGateway(instance, question, signal).catch(() => undefined)
  const listed = served && pick(served.wallets)
  if (listed) return listed
  return pick((await askSnapshot(instance, { ...question, entries: Number.MAX_SAFE_INTEGER, search: '' })).wallets)
}
