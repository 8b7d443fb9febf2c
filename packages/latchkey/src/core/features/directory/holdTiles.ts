import type { WalletListing } from '../../types/listing.ts'

/**
 * Tiles as they stand while somebody points at one of them, or has the focus on one: each keeps its place, an answer brings its
 * picture and links, and what is new comes in behind them.
 */
export function holdTiles(
  standing: readonly WalletListing[],
  answered: readonly WalletListing[],
): readonly WalletListing[] {
  const byKey = new Map(answered.map((wallet) => [wallet.key, wallet]))
  const held = new Set(standing.map(({ key }) => key))
  return [...standing.map((wallet) => byKey.get(wallet.key) ?? wallet), ...answered.filter(({ key }) => !held.has(key))]
}
