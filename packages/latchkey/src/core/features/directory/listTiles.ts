import type { ConnectorsState } from '../../kernel/connections/connectors.ts'
import type { WalletListing } from '../../types/listing.ts'
import { getNamespace, type Namespace } from '../../types/network.ts'
import type { Options } from '../../types/options.ts'
import { toQuery } from './createWalletFinder.ts'
import { isSameWallet, listWallets } from './listWallets.ts'
import type { DirectoryState, WalletPages } from './state.ts'

export declare namespace listTiles {
  type Parameters = {
    readonly connectors: ConnectorsState
    readonly directory: DirectoryState
    readonly options: Pick<Options, 'customWallets' | 'excludeWalletIds' | 'connectorImages'>
    readonly namespace?: Namespace | undefined
    /** What is known of the directory's wallets while none of its pages has come. Default: nothing. */
    readonly known?: readonly WalletListing[] | undefined
    readonly isReachable: (wallet: WalletListing) => boolean
  }
}

/**
 * The list of all wallets as it stands: those at hand first, then the site's featured ones, then the pages of the directory;
 * after a search, what it found, and before that what is at hand by that name. Each wallet once. Until the first page has come,
 * what is `known` stands there. A wallet of the directory that is installed is the installed one, which the directory does not
 * vouch for (SEC-89).
 */
export function listTiles(parameters: listTiles.Parameters): readonly WalletListing[] {
  const { connectors, directory, options, namespace, known = [], isReachable } = parameters
  const { finding } = directory
  if (!finding) return []
  const { networkId, isCertifiedOnly, found } = finding
  const groups = listWallets({
    connectors: { ...connectors, recent: [] },
    directory,
    options: { ...options, features: { walletGroupOrder: ['injected', 'external', 'custom'] } },
    namespace: namespace ?? (networkId && getNamespace(networkId)),
  })
  const atHand = groups.flatMap((group) => group.wallets)
  const featured = networkId === undefined ? directory.featured : []
  // Of what is only known nobody has said that it is certified.
  const pages = getShown(parameters)?.wallets ?? (isCertifiedOnly ? [] : known)
  const query = found?.query.toLowerCase()
  const first =
    query !== undefined
      ? atHand.filter((wallet) => wallet.name.toLowerCase().includes(query))
      : [...atHand, ...featured.filter((wallet) => !options.excludeWalletIds.includes(wallet.key))]
  const tiles: WalletListing[] = []
  const keys = new Set<string>()
  for (const wallet of isCertifiedOnly ? pages : [...first, ...pages]) {
    const installed = wallet.connectors.length > 0 ? undefined : atHand.find((other) => isOne(other, wallet))
    const tile = installed ?? wallet
    if (keys.has(tile.key) || !isReachable(tile)) continue
    keys.add(tile.key)
    tiles.push(tile)
  }
  return tiles
}

/** The pages that are on screen: what the newest search found, else the list. A search under way leaves the last ones there. */
export function getShown({ directory }: Pick<listTiles.Parameters, 'directory'>): WalletPages | undefined {
  const { finding } = directory
  return finding && (finding.found ?? finding.browsed)
}

/** Whether what is on screen answers what is typed. */
export function isAnswered({ finding }: DirectoryState): boolean {
  return finding !== undefined && toQuery(finding.query) === finding.found?.query
}

/** A lookalike has no entry, and the site's own wallet is not the directory's. */
function isOne(atHand: WalletListing, wallet: WalletListing): boolean {
  return !atHand.isLookalike && (atHand.key === wallet.key || isSameWallet(atHand, wallet))
}
