import { isLatchkeyError } from '../../errors/LatchkeyError.ts'
import { addContacts, contactsOf } from '../../kernel/requests/contacts.ts'
import type { Instance } from '../../types/latchkey.ts'
import { getNamespace } from '../../types/network.ts'
import { getBalanceTarget } from '../tokens/fetchBalances.ts'
import { noteUnserved } from '../tokens/noteUnserved.ts'
import { readHistory } from './readHistory.ts'
import { listPaid, mergeFirst, mergeMore } from './rules.ts'
import { type ActivityPage, type ActivityState, activityOf } from './state.ts'

/** Pages without an entry that are read one after the other before the visitor is asked whether to look further. */
const EMPTY_PAGES = 4

/**
 * Reads the transactions of the account on screen into its store: the first page over what is known, or with `more` the page
 * after. Never rejects: a failure keeps what is known, and is told as an event.
 */
export async function loadActivity(instance: Instance, { more = false }: { more?: boolean } = {}): Promise<void> {
  const target = getBalanceTarget(instance)
  const store = activityOf(instance)
  const { gateway } = instance.services
  if (!target || !gateway) return
  const { owner, networkId } = target
  const before = store.get()
  if (more && (before.owner !== owner || before.next === undefined || before.more === 'loading')) return
  const reading = before.reading + 1
  store.set((state) =>
    more
      ? { ...state, more: 'loading', reading }
      : state.owner === owner
        ? // What failed stays said until it is read: another try is no news.
          { ...state, status: state.status === 'failed' ? 'failed' : 'loading', more: 'idle', reading }
        : { status: 'loading', more: 'idle', reading, owner },
  )
  /** Changes the store while this is the newest reading. */
  const write = (change: (state: ActivityState) => ActivityState): void =>
    store.set((state) => (state.reading === reading ? change(state) : state))
  const isCurrent = (): boolean => store.get().reading === reading && !instance.signal.aborted
  if (more) instance.track('LOAD_MORE_TRANSACTIONS', {})
  try {
    const client = await gateway()
    let cursor = more ? before.next : undefined
    for (let pages = 1; isCurrent(); pages += 1) {
      const { signal } = instance
      const page = await readHistory(instance, client, { networkId, address: target.account.address, cursor, signal })
      const isLast = page.items.length > 0 || page.next === undefined || pages === EMPTY_PAGES
      const isFirst = cursor === undefined
      write((state) => finish(state, page, { isFirst, isLast, now: instance.services.clock.now() }))
      const namespace = getNamespace(networkId)
      if (namespace)
        contactsOf(instance).set((state) => addContacts(state, namespace, listPaid(page.items, target.account.address)))
      if (isLast) return
      cursor = page.next
    }
  } catch (error) {
    if (!isCurrent()) return
    const code = isLatchkeyError(error) ? error.code : 'DATA_UNAVAILABLE'
    const isUnserved = code === 'CHAIN_UNSUPPORTED'
    write((state) => ({
      ...state,
      ...(more ? { more: 'failed' } : { status: 'failed' }),
    }))
    if (isUnserved) noteUnserved(instance, 'history', networkId)
    else instance.track('ERROR_FETCH_TRANSACTIONS', { message: code })
  }
}

function finish(
  state: ActivityState,
  page: ActivityPage,
  { isFirst, isLast, now }: { isFirst: boolean; isLast: boolean; now: number },
): ActivityState {
  const merged = isFirst ? mergeFirst(state, page) : mergeMore(state, page)
  return {
    ...state,
    ...merged,
    sources: page.sources,
    status: isLast || !isFirst ? (isLast ? 'ready' : state.status) : 'loading',
    more: isLast ? 'idle' : state.more,
    updatedAt: isFirst ? now : state.updatedAt,
  }
}
