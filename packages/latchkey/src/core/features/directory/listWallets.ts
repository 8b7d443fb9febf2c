import { type ConnectorsState, RECENT_WALLETS } from '../../kernel/connections/connectors.ts'
import type { Connector } from '../../types/adapter.ts'
import type { WalletListing } from '../../types/listing.ts'
import { NAMESPACES, type Namespace } from '../../types/network.ts'
import type { Options, WalletGroup } from '../../types/options.ts'
import { isOneWallet } from '../../values/isOneWallet.ts'
import { isListingOf } from './findListing.ts'
import type { DirectoryState, ListedGroup } from './state.ts'
import { toCustomListing, toInstalledListing } from './toListing.ts'

export declare namespace listWallets {
  type Parameters = {
    readonly connectors: ConnectorsState
    readonly directory: DirectoryState
    readonly options: Pick<Options, 'customWallets' | 'excludeWalletIds' | 'connectorImages'> & {
      readonly features: Pick<Options['features'], 'walletGroupOrder'>
    }
    /** Only wallets of this namespace, where the caller asked for one. */
    readonly namespace?: Namespace | undefined
  }
}

/**
 * The wallets to offer, by group in the site's order; each wallet once, in the first group that has it, recents first.
 * Installed wallets come from the page and are enriched with the directory's links and picture. Two announced wallets with
 * different rdns are never merged, whatever they call themselves (SEC-89).
 */
export function listWallets(parameters: listWallets.Parameters): readonly ListedGroup[] {
  const { connectors, directory, options, namespace } = parameters
  const installed = mergeConnectors(
    NAMESPACES.filter((known) => namespace === undefined || known === namespace)
      .flatMap((known) => connectors.byNamespace[known] ?? [])
      .filter((connector) => !isExcluded(connector, directory)),
    options,
  )
    .map((listing) => enrich(listing, directory, options.customWallets.map(toCustomListing)))
    .filter((listing) => !options.excludeWalletIds.includes(listing.explorerId ?? ''))

  const isOffered = (listing: WalletListing): boolean =>
    !options.excludeWalletIds.includes(listing.key) && !installed.some((other) => isSameWallet(other, listing))
  const groups: Record<WalletGroup, readonly WalletListing[]> = {
    // Not a wallet but a way to any of them: whoever draws the list knows whether there is one.
    walletConnect: [],
    recent: [],
    external: installed.filter((listing) => !listing.isInstalled),
    injected: installed.filter((listing) => listing.isInstalled),
    featured: directory.featured.filter(isOffered),
    custom: options.customWallets.map(toCustomListing).filter(isOffered),
    recommended: directory.recommended.filter(isOffered),
  }
  const everything = Object.values(groups).flat()
  const { recent: known = [], finding } = directory
  const elsewhere = [...known, ...(finding?.found?.wallets ?? []), ...(finding?.browsed?.wallets ?? [])]
  groups.recent = connectors.recent
    .flatMap(
      (id) =>
        everything.find((listing) => isListingOf(listing, id)) ??
        elsewhere.find((listing) => isListingOf(listing, id) && isOffered(listing)) ??
        [],
    )
    .filter((listing, index, all) => all.indexOf(listing) === index)
    .slice(0, RECENT_WALLETS)

  const recent = new Set(groups.recent)
  const listed = new Set<WalletListing>()
  const keys = new Set<string>()
  return options.features.walletGroupOrder.flatMap((group): ListedGroup[] => {
    const wallets = groups[group].filter((listing) => {
      // A recent wallet waits for the group of recents, unless the site shows no such group.
      if (group !== 'recent' && recent.has(listing) && options.features.walletGroupOrder.includes('recent'))
        return false
      if (listed.has(listing) || keys.has(listing.key)) return false
      listed.add(listing)
      keys.add(listing.key)
      return true
    })
    if (wallets.length === 0) return []
    return [
      { group, wallets: wallets.map((listing) => (recent.has(listing) ? { ...listing, isRecent: true } : listing)) },
    ]
  })
}

/** An installed wallet of an excluded one's rdns is hidden; by name only where it has no rdns to tell it by. */
function isExcluded(connector: Connector, directory: DirectoryState): boolean {
  const { rdns, names } = directory.excluded
  if (connector.rdns !== undefined) return rdns.some((excluded) => isSameText(excluded, connector.rdns))
  return names.some((excluded) => isSameText(excluded, connector.name))
}

/** One listing a wallet: the same wallet in several namespaces is one row with several ways in. */
function mergeConnectors(
  connectors: readonly Connector[],
  options: Pick<Options, 'connectorImages'>,
): readonly WalletListing[] {
  const listings: WalletListing[] = []
  for (const connector of connectors) {
    const way = { namespace: connector.namespace, connectorId: connector.id }
    const index = listings.findIndex(
      (listing) =>
        listing.connectors.every(({ namespace }) => namespace !== connector.namespace) &&
        isOneWallet(listing, connector),
    )
    const found = listings[index]
    if (found) {
      listings[index] = {
        ...found,
        connectors: [...found.connectors, way],
        rdns: found.rdns ?? connector.rdns,
        imageUrl: options.connectorImages[connector.id] ?? found.imageUrl ?? connector.imageUrl,
        explorerId: found.explorerId ?? connector.explorerId,
      }
      continue
    }
    listings.push({
      ...toInstalledListing(connector, options),
      ...(listings.some((listing) => listing.key === connector.id) && {
        key: `${connector.namespace}:${connector.id}`,
      }),
    })
  }
  return listings
}

/** Whether a wallet in this browser and one of a directory are one: by rdns, then directory id, then name. */
export function isSameWallet(a: WalletListing, b: WalletListing): boolean {
  if (a.rdns !== undefined && b.rdns !== undefined) return isSameText(a.rdns, b.rdns)
  if (a.explorerId !== undefined && b.explorerId !== undefined) return a.explorerId === b.explorerId
  return a.rdns === undefined && isSameText(a.name, b.name)
}

/** An announced wallet stays what it announced; the directory adds what it lacks. Lookalikes get nothing by their claim. */
function enrich(listing: WalletListing, directory: DirectoryState, custom: readonly WalletListing[]): WalletListing {
  if (listing.isLookalike) return listing
  const rdns = listing.rdns?.toLowerCase()
  const known =
    (rdns !== undefined && Object.hasOwn(directory.byRdns, rdns) ? directory.byRdns[rdns] : undefined) ??
    [...directory.featured, ...directory.recommended, ...custom].find((other) => isSameWallet(listing, other))
  if (!known) return listing
  return {
    ...listing,
    imageUrl: listing.imageUrl ?? known.imageUrl,
    explorerId: listing.explorerId ?? known.explorerId,
    links: known.links,
  }
}

function isSameText(a: string, b: string | undefined): boolean {
  return a.toLowerCase() === b?.toLowerCase()
}
