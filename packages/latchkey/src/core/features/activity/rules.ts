import type { Activity, ActivityFilter, ActivityPage, ActivitySort, ActivityState, ActivityTransfer } from './state.ts'

/** Most transactions kept; who looks for older ones has an explorer. */
export const ACTIVITY_LIMIT = 10_000

/** Most transactions that are shown as pending. */
export const PENDING_LIMIT = 99

type Known = Pick<ActivityState, 'items' | 'next'>

/**
 * The first page, read anew over what is known: a transaction that is newer than the end of this page and not on it any more was
 * undone by the chain (a reorganisation), and is gone. Older ones stay, and so does the way to what is older still.
 */
export function mergeFirst(known: Known, page: ActivityPage): Known {
  const end = page.items.at(-1)?.at
  if (page.next === undefined || end === undefined) return { items: sortNewest(page.items), next: page.next }
  const fresh = new Set(page.items.map(({ id }) => id))
  const older = (known.items ?? []).filter((item) => item.at <= end && !fresh.has(item.id))
  return {
    items: sortNewest([...page.items, ...older]).slice(0, ACTIVITY_LIMIT),
    next: older.length > 0 ? known.next : page.next,
  }
}

/** An older page after what is known. The same transaction may come again: the later answer holds. */
export function mergeMore(known: Known, page: ActivityPage): Known {
  const fresh = new Set(page.items.map(({ id }) => id))
  const kept = (known.items ?? []).filter(({ id }) => !fresh.has(id))
  const items = sortNewest([...kept, ...page.items])
  return { items: items.slice(0, ACTIVITY_LIMIT), next: items.length < ACTIVITY_LIMIT ? page.next : undefined }
}

/** Pending first, then newest first; equal times by id, so that the order never depends on who answered first. */
export function sortNewest(items: readonly Activity[]): readonly Activity[] {
  const isPending = (item: Activity): number => Number(item.status === 'pending')
  return [...new Map(items.map((item) => [item.id, item])).values()].sort(
    (a, b) => isPending(b) - isPending(a) || b.at - a.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  )
}

/**
 * What this page sent and nobody has seen on the chain yet stands above what the gateway knows; what the gateway knows of it takes
 * its place.
 */
export function withSent(items: readonly Activity[], sent: readonly Activity[]): readonly Activity[] {
  const known = new Set(items.map(({ hash }) => hash.toLowerCase()))
  const open = sent.filter(({ hash }) => !known.has(hash.toLowerCase()))
  return open.length === 0 ? items : sortNewest([...open.slice(-PENDING_LIMIT), ...items])
}

/** Whether an entry is folded away: told to be, or nothing but an NFT that advertises. */
export function isHidden({ hidden, transfers }: Activity): boolean {
  return hidden !== undefined || (transfers.length > 0 && transfers.every(({ isSpam }) => isSpam))
}

/**
 * Addresses that an account paid itself, by transactions of its own that are not folded away. What others sent in its name, or sent to
 * it, is no reason to know them: so are look-alikes planted (SEC-95).
 */
export function listPaid(items: readonly Activity[], account: string): readonly string[] {
  const own = account.toLowerCase()
  const paid = items
    .filter((item) => item.status === 'confirmed' && item.from.toLowerCase() === own && !isHidden(item))
    .flatMap(({ transfers }) => transfers)
    .filter(({ direction, quantity }) => direction === 'out' && /[1-9]/.test(quantity))
    .flatMap(({ to }) => (to === undefined || to.toLowerCase() === own ? [] : [to]))
  return [...new Set(paid)]
}

/** Entries of one month of the visitor's own calendar; `from` is the place of the first among all. */
export type Month = {
  readonly key: string
  readonly at: number
  readonly from: number
  readonly items: readonly Activity[]
}

/** Entries by year and month of the visitor's own calendar, in their order. */
export function groupByMonth(items: readonly Activity[]): readonly Month[] {
  const months: (Month & { readonly items: Activity[]; readonly name: string })[] = []
  for (const [index, item] of items.entries()) {
    const day = new Date(item.at)
    const name = `${day.getFullYear()}-${day.getMonth()}`
    const last = months.at(-1)
    if (last?.name === name) last.items.push(item)
    else months.push({ key: `${name}/${index}`, name, at: item.at, from: index, items: [item] })
  }
  return months
}

/** What an entry is to the account. `use` is anything that moved nothing and has no name of its own. */
export type ActivityKind =
  | 'sent'
  | 'received'
  | 'swapped'
  | 'minted'
  | 'burned'
  | 'allowed'
  | 'deposited'
  | 'withdrew'
  | 'deployed'
  | 'cancelled'
  | 'moved'
  | 'used'

const KINDS: Readonly<Record<string, ActivityKind>> = {
  send: 'sent',
  receive: 'received',
  trade: 'swapped',
  mint: 'minted',
  burn: 'burned',
  approve: 'allowed',
  deposit: 'deposited',
  withdraw: 'withdrew',
  deploy: 'deployed',
  cancel: 'cancelled',
}

/** What an entry is to the account. One that claims to be sent and names only what came in is one that came in. */
export function toKind({ operation, transfers }: Pick<Activity, 'operation' | 'transfers'>): ActivityKind {
  if (transfers.length > 0 && transfers.every(({ direction }) => direction === 'self')) return 'moved'
  return Object.hasOwn(KINDS, operation) ? (KINDS[operation] ?? 'used') : 'used'
}

/** What a visitor may look for alone. Every entry is of one sort. */
export const SORTS = ['payments', 'swaps', 'nfts', 'approvals', 'other'] as const satisfies readonly ActivitySort[]

const SORT_OF: Readonly<Partial<Record<ActivityKind, ActivitySort>>> = {
  sent: 'payments',
  received: 'payments',
  moved: 'payments',
  swapped: 'swaps',
  deposited: 'swaps',
  withdrew: 'swaps',
  allowed: 'approvals',
}

/** The one sort of an entry; whatever moved an NFT is among the NFTs. */
export function toSort(activity: Pick<Activity, 'operation' | 'transfers'>): ActivitySort {
  if (activity.transfers.some(({ isNft }) => isNft)) return 'nfts'
  return SORT_OF[toKind(activity)] ?? 'other'
}

/** Whether an entry is looked for. One that failed moved nothing, and what it was to send counts as going out. */
export function fitsFilter(activity: Activity, { direction, sort }: ActivityFilter): boolean {
  if (sort !== undefined && toSort(activity) !== sort) return false
  if (direction === undefined) return true
  const { transfers } = activity
  return (
    transfers.some((each) => each.direction === direction) ||
    (direction === 'out' && transfers.length === 0 && toKind(activity) === 'sent')
  )
}

/** What stands at the end of an entry's row, at most two: what came in first, then what went out; NFTs and coins alike. */
export function listMain(transfers: readonly ActivityTransfer[]): readonly ActivityTransfer[] {
  const first = (direction: ActivityTransfer['direction']): ActivityTransfer[] =>
    transfers.filter((transfer) => transfer.direction === direction).slice(0, 1)
  return [...first('in'), ...first('out'), ...first('self')].slice(0, 2)
}

/** What is incomplete about a history: nothing, some of it, or all. */
export function toWholeness({ sources = [] }: Pick<ActivityState, 'sources'>): 'whole' | 'partial' | 'unavailable' {
  if (sources.length > 0 && sources.every(({ state }) => state === 'unavailable')) return 'unavailable'
  return sources.some(({ state, missing }) => state !== 'complete' || missing.length > 0) ? 'partial' : 'whole'
}
