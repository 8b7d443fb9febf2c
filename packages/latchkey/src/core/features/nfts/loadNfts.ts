import { isLatchkeyError } from '../../errors/LatchkeyError.ts'
import { requestsOf } from '../../kernel/requests/requests.ts'
import type { Instance } from '../../types/latchkey.ts'
import { getBalanceTarget } from '../tokens/fetchBalances.ts'
import { noteUnserved } from '../tokens/noteUnserved.ts'
import { readNfts } from './readNfts.ts'
import { mergeAgain, mergeFirst, mergeMore } from './rules.ts'
import { type NftPage, type NftsState, nftsOf } from './state.ts'

/** Pages with nothing on them that are read one after the other before the visitor is asked whether to look further. */
const EMPTY_PAGES = 4

/**
 * What is read. `first`: the first page, over what is known. `anew`: the first page, in the place of all that is known. `more`: the
 * page after. `pending`: once more a page with metadata that was still being read; nothing where no page has any.
 */
export type NftReading = 'first' | 'anew' | 'more' | 'pending'

/**
 * Reads the NFTs of the account on screen into their store. Never rejects: a failure keeps what is known, and is told as an event.
 */
export async function loadNfts(instance: Instance, wanted: NftReading = 'first'): Promise<void> {
  const target = getBalanceTarget(instance)
  const store = nftsOf(instance)
  const { gateway } = instance.services
  if (!target || !gateway) return
  const { owner, networkId } = target
  const before = store.get()
  const isOwn = before.owner === owner
  const touched = requestsOf(instance).get().touched?.count
  // Also what was sent while nobody looked at the list is on it no more.
  const kind = wanted === 'first' && isOwn && before.touched !== touched ? 'anew' : wanted
  const isBusy = before.more === 'loading' || (kind === 'pending' && before.status === 'loading')
  if ((kind === 'more' || kind === 'pending') && (!isOwn || isBusy)) return
  let cursor = kind === 'more' ? before.next : kind === 'pending' ? before.pending[0] : ''
  if (cursor === undefined) return
  const reading = before.reading + 1
  store.set((state) => begin(state, { kind, reading, owner }))
  /** Changes the store while this is the newest reading. */
  const write = (change: (state: NftsState) => NftsState): void =>
    store.set((state) => (state.reading === reading ? change(state) : state))
  const isCurrent = (): boolean => store.get().reading === reading && !instance.signal.aborted
  try {
    const client = await gateway()
    for (let pages = 1; isCurrent(); pages += 1) {
      const asked: string = cursor
      const page = await readNfts(instance, client, {
        networkId,
        address: target.account.address,
        cursor: asked === '' ? undefined : asked,
        signal: instance.signal,
      })
      const isLast = kind === 'pending' || page.items.length > 0 || page.next === undefined || pages === EMPTY_PAGES
      const now = instance.services.clock.now()
      write((state) => {
        const next = finish(state, page, { kind, cursor: asked, isLast, now })
        return asked === '' ? { ...next, touched } : next
      })
      if (isLast || page.next === undefined) return
      cursor = page.next
    }
  } catch (error) {
    if (!isCurrent()) return
    const code = isLatchkeyError(error) ? error.code : 'DATA_UNAVAILABLE'
    const isUnserved = code === 'CHAIN_UNSUPPORTED'
    write((state) => ({
      ...state,
      // A page that is known already is no failure to speak of: it is asked for again.
      ...(kind === 'more' ? { more: 'failed' } : kind === 'pending' ? {} : { status: 'failed' }),
    }))
    if (isUnserved) noteUnserved(instance, 'nfts', networkId)
    else if (kind !== 'pending') instance.track('ERROR_FETCH_NFTS', { message: code })
  }
}

function begin(
  state: NftsState,
  { kind, reading, owner }: { kind: NftReading; reading: number; owner: string },
): NftsState {
  if (kind === 'pending') return { ...state, reading }
  if (kind === 'more') return { ...state, more: 'loading', reading }
  if (state.owner !== owner) {
    return { status: 'loading', more: 'idle', reading, owner, pending: [] }
  }
  // What failed stays said until it is read: another try is no news.
  return { ...state, status: state.status === 'failed' ? 'failed' : 'loading', more: 'idle', reading }
}

function finish(
  state: NftsState,
  page: NftPage,
  { kind, cursor, isLast, now }: { kind: NftReading; cursor: string; isLast: boolean; now: number },
): NftsState {
  const isFirst = cursor === ''
  const merged = isFirst
    ? mergeFirst(kind === 'anew' ? {} : state, page)
    : kind === 'pending'
      ? mergeAgain(state, page)
      : mergeMore(state, page)
  const isPending = page.items.some(({ metadata }) => metadata === 'pending')
  // Of a list that begins anew no further page is known.
  const others = kind === 'anew' && isFirst ? [] : state.pending.filter((other) => other !== cursor)
  return {
    ...state,
    ...merged,
    unavailable: page.unavailable,
    incomplete: page.incomplete,
    pending: isPending ? [...others, cursor] : others,
    status: isLast ? 'ready' : state.status,
    more: isLast && kind !== 'pending' ? 'idle' : state.more,
    updatedAt: isFirst ? now : state.updatedAt,
  }
}
