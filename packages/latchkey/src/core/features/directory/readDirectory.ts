import { askWallets } from '@latchkey/wire/walletPage'
import type { GatewayClient } from '../../services/gatewayClient.ts'
import type { Instance } from '../../types/latchkey.ts'
import { type DirectoryState, RECOMMENDED_WALLETS } from './state.ts'
import { toListing } from './toListing.ts'

/** Most entries that one page of the directory holds. */
const PAGE_LIMIT = 200

/**
 * What the gateway's directory says: featured wallets in the site's order, one page of recommended ones, those named in
 * `recentIds`, and the excluded.
 */
export async function readDirectory(
  instance: Instance,
  gateway: GatewayClient,
  { recentIds, signal }: { readonly recentIds: readonly string[]; readonly signal: AbortSignal },
): Promise<Pick<DirectoryState, 'featured' | 'recommended' | 'recent' | 'excluded' | 'count'>> {
  const { featuredWalletIds, includeWalletIds, excludeWalletIds, networks } = instance.options
  const read = (query: Parameters<typeof gateway.call<typeof askWallets>>[1]) =>
    gateway.call(askWallets, query, { signal })
  const readIds = async (ids: readonly string[]) =>
    ids.length === 0 ? [] : (await read({ include: [...ids], entries: Math.min(ids.length, PAGE_LIMIT) })).data
  const chains = networks.map((network) => network.caipNetworkId)
  const readRecommended = async () => {
    const query = {
      page: 1,
      entries: RECOMMENDED_WALLETS,
      ...(includeWalletIds.length > 0 ? { include: [...includeWalletIds] } : {}),
      exclude: [...excludeWalletIds, ...featuredWalletIds],
    }
    const page = await read({ ...query, chains })
    // No directory knows a chain of one's own, but a wallet can add it.
    return page.count === 0 ? read(query) : page
  }
  const [featured, recommended, recent, excluded] = await Promise.all([
    readIds(featuredWalletIds),
    readRecommended(),
    readIds(recentIds),
    readIds(excludeWalletIds),
  ])
  const imageUrl = (id: string): string => gateway.walletImageUrl(id)
  const place = (id: string): number => featuredWalletIds.indexOf(id)
  return {
    featured: featured.sort((a, b) => place(a.id) - place(b.id)).map((record) => toListing(record, imageUrl)),
    recommended: recommended.data.map((record) => toListing(record, imageUrl)),
    recent: recent.map((record) => toListing(record, imageUrl)),
    excluded: {
      rdns: excluded.flatMap((record) => record.rdns ?? []),
      names: excluded.map((record) => record.name),
    },
    count: recommended.count,
  }
}

/** Directory entries of installed wallets, by rdns in lower case. */
export async function readByRdns(
  gateway: GatewayClient,
  rdns: readonly string[],
  signal: AbortSignal,
): Promise<DirectoryState['byRdns']> {
  if (rdns.length === 0) return {}
  const answer = await gateway.call(askWallets, { rdns: [...rdns], entries: PAGE_LIMIT }, { signal })
  const imageUrl = (id: string): string => gateway.walletImageUrl(id)
  return Object.fromEntries(
    answer.data.flatMap((record) =>
      record.rdns ? [[record.rdns.toLowerCase(), toListing(record, imageUrl)] as const] : [],
    ),
  )
}
