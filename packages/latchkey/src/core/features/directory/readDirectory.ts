import { askWallets } from '@latchkey/wire/walletPage'
import type { GatewayClient } from '../../services/gatewayClient.ts'
import type { Instance } from '../../types/latchkey.ts'
import { READ_DEADLINE_MS, withDeadline } from '../../values/withDeadline.ts'
import { type DirectoryState, directoryOf, RECOMMENDED_WALLETS } from './state.ts'
import { toListing } from './toListing.ts'

/** Most entries that one page of the directory holds. */
const PAGE_LIMIT = 200

/**
 * Takes over what the gateway's directory says, with wallets of these ids, and looks up installed wallets, now and as they are
 * announced. Rejects when it fails, answers nonsense or takes over 10 s.
 */
export async function fillDirectory(
  instance: Instance,
  open: () => Promise<GatewayClient>,
  recentIds: readonly string[],
): Promise<void> {
  const rdns = listRdns(instance)
  const parameters = { clock: instance.services.clock, delayMs: READ_DEADLINE_MS, signal: instance.signal }
  const [client, lists, byRdns] = await withDeadline(parameters, async (signal) => {
    const client = await open()
    return Promise.all([
      client,
      readDirectory(instance, client, { recentIds, signal }),
      readByRdns(client, rdns, signal),
    ])
  })
  const directory = directoryOf(instance)
  // Another call, made after this one was given up, may have had its answer first.
  if (directory.get().status === 'ready') return
  directory.set((state) => ({ ...state, ...lists, byRdns, status: 'ready' }))
  watchAnnounced(instance, client, rdns)
}

function listRdns(instance: Instance): readonly string[] {
  const known = Object.values(instance.stores.connectors.get().byNamespace).flat()
  return [...new Set(known.flatMap((connector) => connector?.rdns?.toLowerCase() ?? []))].sort()
}

/** Looks up wallets that are announced after the directory was read, each once. */
function watchAnnounced(instance: Instance, client: GatewayClient, first: readonly string[]): void {
  const { connectors } = instance.stores
  const directory = directoryOf(instance)
  const asked = new Set(first)
  const lookUp = async (): Promise<void> => {
    const fresh = listRdns(instance).filter((rdns) => !asked.has(rdns))
    if (fresh.length === 0) return
    for (const rdns of fresh) asked.add(rdns)
    const { clock, logger } = instance.services
    try {
      const parameters = { clock, delayMs: READ_DEADLINE_MS, signal: instance.signal }
      const found = await withDeadline(parameters, (signal) => readByRdns(client, fresh, signal))
      directory.set((state) => ({ ...state, byRdns: { ...state.byRdns, ...found } }))
    } catch (cause) {
      // The wallet has its own name and icon; only its links are missing.
      logger.debug('An installed wallet could not be looked up.', { cause })
    }
  }
  instance.signal.addEventListener(
    'abort',
    connectors.watch(() => void lookUp()),
  )
  void lookUp()
}

/**
 * What the gateway's directory says: featured wallets in the site's order, one page of recommended ones, those named in
 * `recentIds`, and the excluded.
 */
async function readDirectory(
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
async function readByRdns(
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
