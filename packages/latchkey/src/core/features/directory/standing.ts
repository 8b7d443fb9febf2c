import type { WalletListing } from '../../types/listing.ts'
import { chooseRecords, type OfferOptions } from './chooseRecords.ts'
import { FIRST_WALLETS } from './firstWallets.ts'
import { type DirectoryState, RECOMMENDED_WALLETS } from './state.ts'
import { toListing } from './toListing.ts'

/** Wallets of a directory that stand on screen. */
export type StandingWallets = Pick<DirectoryState, 'featured' | 'recommended'>

/**
 * What is known of a site's wallets before any server has answered. Featured wallets up to the first one that only the directory
 * knows, and recommended ones where all that come before them are known: what is added later then comes in below.
 */
export function listFirstWallets(options: OfferOptions): StandingWallets {
  const { featured, recommended } = chooseRecords(FIRST_WALLETS, options)
  const { featuredWalletIds, excludeWalletIds } = options
  const wanted = featuredWalletIds.filter((id) => !excludeWalletIds.includes(id))
  const known = featured.filter(({ id }, place) => wanted[place] === id)
  return {
    featured: known.map((record) => toListing(record)),
    recommended: known.length === wanted.length ? recommended.map((record) => toListing(record)) : [],
  }
}

/**
 * Recommended wallets once the directory has answered. A wallet that stands already keeps its place. One that the directory does not
 * recommend gives its place to one that it does, unless the list `isHeld`: somebody points at it, and nothing there may change
 * under the pointer but pictures and links.
 */
export function settleWallets(
  standing: readonly WalletListing[],
  answered: readonly WalletListing[],
  isHeld: boolean,
): readonly WalletListing[] {
  const isStanding = (wallet: WalletListing): boolean => standing.some(({ key }) => key === wallet.key)
  const added = answered.filter((wallet) => !isStanding(wallet))
  const kept = standing.flatMap((wallet) => {
    const known = answered.find(({ key }) => key === wallet.key)
    return known ?? (isHeld ? wallet : (added.shift() ?? []))
  })
  return [...kept, ...added].slice(0, Math.max(kept.length, RECOMMENDED_WALLETS))
}
