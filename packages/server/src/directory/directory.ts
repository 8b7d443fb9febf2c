import { drawCurrencyBadge } from './currencyBadge.ts'
import { EMPTY_OVERLAY, type Overlay, OverlayInvalidError } from './overlay.ts'
import { rankName, rankTypo } from './rank.ts'
import type { Picture, Pictures, WalletRecord } from './record.ts'

/** The wallet directory of one gateway: built-in records with the operator's overlay, and the pictures. */
export type Directory = {
  /** One page of the wallets that match, in a stable order. `count` is the number of all matches. */
  search(query: DirectoryQuery): { readonly count: number; readonly data: readonly WalletRecord[] }
  /** The picture with that id, or null: wallet by `image_id`; network or connector by asset id or CAIP-2 id; token by symbol; currency by ISO 4217 code. */
  image(kind: PictureKind, id: string): Picture | null
}

/** What a picture is of. */
export type PictureKind = 'wallet' | 'asset' | 'token' | 'currency'

/** What `getWallets` is asked, parsed. */
export type DirectoryQuery = {
  /** From 1. */
  readonly page?: number | undefined
  /** Page size; 40 where absent. */
  readonly entries?: number | undefined
  readonly include?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  readonly chains?: readonly string[] | undefined
  readonly search?: string | undefined
  readonly badge_type?: 'none' | 'certified' | undefined
  readonly badge?: 'none' | 'certified' | undefined
  readonly names?: readonly string[] | undefined
  readonly rdns?: readonly string[] | undefined
  readonly platform?: 'ios' | 'android' | undefined
  /** Version of the asking SDK. Those that start with `html-core-` are not given wallets that do not pair over the relay. */
  readonly sv?: string | undefined
}

/** Page size where none is asked: what the SDK asks for. */
const PAGE_SIZE = 40

/**
 * Phantom, Solflare, Coinbase Wallet, Base Account and Binance Wallet: they do not pair over the relay but by deep links
 * of their own, which the core SDK does not build.
 */
const NOT_FOR_CORE = [
  'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
  '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79',
  'd0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8',
  'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
  '2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25',
]

/**
 * Builds the directory. Pure: what it answers depends on what it is handed, and on nothing else. Throws
 * `OverlayInvalidError` when the overlay adds a wallet without a name.
 */
export function createDirectory(options: createDirectory.Options): Directory {
  const overlay = options.overlay ?? EMPTY_OVERLAY
  const records = mergeOverlay(options.records, overlay)
  const known = new Set(records.flatMap(({ chains }) => chains))
  const ownPictures = new Map(
    overlay.wallets.flatMap(({ id, picture }): [string, Picture][] => (picture ? [[id, picture]] : [])),
  )
  return {
    search(query) {
      const matches = findMatches(records, known, query)
      const size = query.entries ?? PAGE_SIZE
      const start = ((query.page ?? 1) - 1) * size
      return { count: matches.length, data: matches.slice(start, start + size) }
    },
    image(kind, id) {
      switch (kind) {
        case 'wallet':
          return ownPictures.get(id) ?? options.images.wallets.get(id) ?? null
        case 'asset':
          return options.images.assets.get(id) ?? null
        case 'token':
          return options.images.tokens.get(id.toUpperCase()) ?? null
        case 'currency':
          return drawCurrencyBadge(id)
      }
    },
  }
}

export declare namespace createDirectory {
  type Options = {
    records: readonly WalletRecord[]
    images: Pictures
    overlay?: Overlay | undefined
  }
}

function findMatches(
  records: readonly WalletRecord[],
  known: ReadonlySet<string>,
  query: DirectoryQuery,
): readonly WalletRecord[] {
  const include = toSet(query.include)
  const exclude = new Set(query.exclude)
  if (query.sv?.startsWith('html-core-')) for (const id of NOT_FOR_CORE) exclude.add(id)
  const names = toSet(query.names?.map((name) => name.toLowerCase()))
  const rdns = toSet(query.rdns?.map((name) => name.toLowerCase()))
  const badge = query.badge_type ?? query.badge
  const found = records.filter(
    (record) =>
      (include === null || include.has(record.id)) &&
      !exclude.has(record.id) &&
      // Names and rdns look up the connectors of one page, so either is enough.
      ((names === null && rdns === null) ||
        names?.has(record.name.toLowerCase()) ||
        (record.rdns !== null && rdns?.has(record.rdns.toLowerCase()))) &&
      (badge === undefined || (record.badge_type ?? 'none') === badge) &&
      servesOne(record, query.chains, known) &&
      servesPlatform(record, query.platform),
  )
  const search = query.search?.trim()
  return search ? rankAll(found, search) : found
}

/** An empty list asks for nothing in particular, like an absent one. */
function toSet(values: readonly string[] | undefined): ReadonlySet<string> | null {
  return values === undefined || values.length === 0 ? null : new Set(values)
}

/**
 * True when the wallet serves one of the networks. A network that no record names (a new or a private chain) is looked
 * for by its namespace: a wallet of that namespace can be asked to add it.
 */
function servesOne(record: WalletRecord, chains: readonly string[] | undefined, known: ReadonlySet<string>): boolean {
  if (chains === undefined || chains.length === 0) return true
  return chains.some((chain) => {
    if (known.has(chain)) return record.chains.includes(chain)
    const prefix = chain.slice(0, chain.indexOf(':') + 1)
    return record.chains.some((served) => served.startsWith(prefix))
  })
}

function servesPlatform(record: WalletRecord, platform: DirectoryQuery['platform']): boolean {
  if (platform === undefined) return true
  if (record.browse_links?.some((link) => link[platform] !== undefined)) return true
  return record.mobile_link !== null || (platform === 'ios' ? record.app_store : record.play_store) !== null
}

/** The best answers first, ties in directory order. Typing errors are forgiven only where nothing is spelt like the search. */
function rankAll(records: readonly WalletRecord[], search: string): readonly WalletRecord[] {
  const spelt = sortByRank(records, (record) => rankName(record.name, search))
  return spelt.length > 0 ? spelt : sortByRank(records, (record) => rankTypo(record.name, search))
}

function sortByRank(
  records: readonly WalletRecord[],
  rank: (record: WalletRecord) => number | null,
): readonly WalletRecord[] {
  return records
    .flatMap((record) => {
      const ranked = rank(record)
      return ranked === null ? [] : [{ record, ranked }]
    })
    .sort((one, other) => one.ranked - other.ranked)
    .map(({ record }) => record)
}

function mergeOverlay(records: readonly WalletRecord[], overlay: Overlay): readonly WalletRecord[] {
  const merged = new Map(
    [...records].sort((one, other) => one.order - other.order).map((record) => [record.id, record]),
  )
  for (const { id, changes, picture } of overlay.wallets) {
    const { name } = { ...merged.get(id), ...changes }
    if (name === undefined) throw new OverlayInvalidError([`wallets: ${id} is not in the list, so it needs a name`])
    const before = merged.get(id) ?? { ...EMPTY_RECORD, id }
    merged.set(id, { ...before, ...changes, name, ...(picture ? { image_id: id } : {}) })
  }
  for (const id of overlay.exclude) merged.delete(id)
  const first = overlay.order.flatMap((id) => {
    const record = merged.get(id)
    merged.delete(id)
    return record ? [record] : []
  })
  // Without a picture a wallet is hard to tell: those come after all that have one, unless the operator says otherwise.
  const rest = [...merged.values()].sort((one, other) => Number(!one.image_id) - Number(!other.image_id))
  // Renumbered, so that a client that sorts by `order` sees what the operator asked for.
  return [...first, ...rest].map((record, index) => ({ ...record, order: (index + 1) * 10 }))
}

const EMPTY_RECORD: Omit<WalletRecord, 'id' | 'name'> = {
  homepage: null,
  image_id: null,
  order: 0,
  mobile_link: null,
  link_mode: null,
  desktop_link: null,
  webapp_link: null,
  app_store: null,
  play_store: null,
  chrome_store: null,
  firefox_store: null,
  rdns: null,
  injected: null,
  chains: [],
  badge_type: null,
  supports_wc: false,
}
