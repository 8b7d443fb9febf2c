import type { Instance } from '../../types/latchkey.ts'
import type { WalletListing } from '../../types/listing.ts'
import type { NetworkId } from '../../types/network.ts'
import { directoryOf, type FindingState, type WalletPages } from './state.ts'
import { askGateway, askSnapshot, type WalletAnswer, type WalletQuestion } from './walletSource.ts'

/** Wallets a page: more than a screen shows, so that scrolling seldom waits. */
export const PAGE_WALLETS = 40

/** Wallets that one search gives: whoever sees more narrows the search. */
export const SEARCH_WALLETS = 100

/** Shortest search that is asked for, in signs: one letter finds nearly everything. */
export const SEARCH_FROM = 2

/** Rest after the last key before a search is asked for, in ms: longer than most pauses between two keys. */
export const SEARCH_DELAY_MS = 250

/** A search is answered no earlier than this after the last key, in ms, so that lists do not flicker. */
export const SEARCH_SHOWN_MS = 300

/** Reads the list of all wallets into the `directory` store, as its view is used. */
export type WalletFinder = {
  /** Takes what was typed. From 2 signs on it is searched for; less shows the list again. */
  search(query: string): void
  filter(change: Partial<Pick<FindingState, 'isCertifiedOnly' | 'isAnyNetwork'>>): void
  /** The next page, where there is one and none is on its way. */
  loadMore(): void
  /** Asks again for what failed. */
  retry(): void
  /** Ends what is on its way; the list stays in the store. */
  close(): void
}

export declare namespace createWalletFinder {
  type Parameters = {
    /** Wallets for this network only. Default: for any of the site's. */
    readonly networkId?: NetworkId | undefined
    /** Runs before wallets are shown, so that their pictures come with them. Must resolve. */
    readonly prepare: (wallets: readonly WalletListing[]) => Promise<void>
  }
}

/** The list of all wallets, for one network or any of the site's, before anything was asked. */
export function beginFinding(networkId: NetworkId | undefined): FindingState {
  return {
    networkId,
    query: '',
    isCertifiedOnly: false,
    isAnyNetwork: false,
    status: 'loading',
    hasCertified: false,
    browsed: undefined,
    found: undefined,
  }
}

/**
 * Opens the list of all wallets: pages of 40, and a search whose newest question wins. What was found for the same network
 * before is there at once. Where the gateway fails or takes over 2 s the bundled list answers, the status is `failed`, and
 * the host hears of it (F-59).
 */
export function createWalletFinder(
  instance: Instance,
  { networkId, prepare }: createWalletFinder.Parameters,
): WalletFinder {
  const { services, options } = instance
  const { clock } = services
  let asking = new AbortController()
  let cancelTyping = (): void => {}
  let typedAt = 0

  const get = (): FindingState => directoryOf(instance).get().finding ?? beginFinding(networkId)
  const set = (change: Partial<FindingState>): void =>
    directoryOf(instance).set((state) => ({ ...state, finding: { ...get(), ...change } }))

  const ask = async (question: WalletQuestion, signal: AbortSignal): Promise<WalletAnswer & { isDown: boolean }> => {
    try {
      return { ...(await askGateway(instance, question, signal)), isDown: false }
    } catch (cause) {
      if (signal.aborted || instance.signal.aborted) throw cause
      instance.fail({ code: 'DIRECTORY_DOWN', step: 'discover', final: false, cause })
      // What was read stays; only where nothing was does the bundled list stand in.
      if (question.page > 1) throw cause
      return { ...(await askSnapshot(instance, question)), isDown: true }
    }
  }

  const getChains = (): readonly NetworkId[] => {
    const { isAnyNetwork } = get()
    if (isAnyNetwork) return []
    return networkId === undefined ? options.networks.map((network) => network.caipNetworkId) : [networkId]
  }

  /** Gives up what is on its way, and says whether a later step still counts. */
  const begin = (): AbortSignal => {
    asking.abort()
    cancelTyping()
    asking = new AbortController()
    return asking.signal
  }

  const browse = async (page: number, signal: AbortSignal): Promise<void> => {
    const { isCertifiedOnly, browsed } = get()
    set({ status: page === 1 ? 'loading' : 'loadingMore' })
    const question = { page, entries: PAGE_WALLETS, search: '', isCertifiedOnly, chains: getChains() }
    try {
      const [answer, certified] = await Promise.all([
        ask(question, signal),
        page > 1 || isCertifiedOnly ? get().hasCertified : hasCertified(question, signal),
      ])
      await prepare(answer.wallets)
      if (signal.aborted) return
      set({
        status: answer.isDown ? 'failed' : 'ready',
        hasCertified: certified,
        browsed: addPage(page === 1 ? undefined : browsed, page, answer),
      })
    } catch {
      if (!signal.aborted) set({ status: 'failed' })
    }
  }

  const hasCertified = async (question: WalletQuestion, signal: AbortSignal): Promise<boolean> => {
    // Asked beside the list: without a single certified wallet the switch would only be a way to an empty list.
    const one = { ...question, entries: 1, isCertifiedOnly: true }
    return askGateway(instance, one, signal).then(
      ({ count }) => count > 0,
      // Where the gateway does not say, the switch is left out.
      () => false,
    )
  }

  const find = async (query: string, signal: AbortSignal): Promise<void> => {
    const { isCertifiedOnly } = get()
    const question = { page: 1, entries: SEARCH_WALLETS, search: query, isCertifiedOnly, chains: getChains() }
    try {
      // How many there are without the filter is said where it is known.
      const [answer, anywhere] = await Promise.all([
        ask(question, signal),
        question.chains.length === 0
          ? undefined
          : // Without an answer the list stands as it is, and no number is said.
            askGateway(instance, { ...question, entries: 1, chains: [] }, signal).catch(() => undefined),
      ])
      await prepare(answer.wallets)
      await until(typedAt + SEARCH_SHOWN_MS, signal)
      if (signal.aborted) return
      const pages = addPage(undefined, 1, answer)
      const hidden = Math.max(0, (anywhere?.count ?? 0) - answer.count)
      set({
        status: answer.isDown ? 'failed' : 'ready',
        found: { ...pages, isWhole: true, query, hidden: answer.isDown ? 0 : hidden },
      })
      instance.track('SEARCH_WALLET', isCertifiedOnly ? { badge: 'certified' } : {})
    } catch {
      if (!signal.aborted) set({ status: 'failed' })
    }
  }

  const until = (at: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const cancel = clock.after(Math.max(0, at - clock.now()), resolve)
      signal.addEventListener('abort', () => {
        cancel()
        resolve()
      })
    })

  /** Reads what the store asks for: the search, or the first page. */
  const read = (): void => {
    const signal = begin()
    const query = toQuery(get().query)
    if (query === undefined) void browse(1, signal)
    else {
      set({ status: 'searching' })
      void find(query, signal)
    }
  }

  // Whoever comes back finds the list as it was left.
  const isEmpty = get().browsed === undefined && get().found === undefined
  if (get().networkId !== networkId || isEmpty || get().status === 'failed') {
    set(beginFinding(networkId))
    read()
  } else if (get().status !== 'ready') read()

  return {
    search(typed) {
      const before = toQuery(get().query)
      const query = toQuery(typed)
      set({ query: typed })
      if (query === before) return
      const signal = begin()
      if (query === undefined) {
        // An answer to nothing is the list, which is here already unless it never came.
        set({ found: undefined, status: 'ready' })
        if (get().browsed === undefined) read()
        return
      }
      typedAt = clock.now()
      set({ status: 'searching' })
      cancelTyping = clock.after(SEARCH_DELAY_MS, () => void find(query, signal))
    },
    filter(change) {
      set({ ...change, browsed: undefined, found: undefined })
      typedAt = clock.now()
      read()
    },
    loadMore() {
      const { status, browsed, query } = get()
      if (status !== 'ready' || browsed === undefined || browsed.isWhole || toQuery(query) !== undefined) return
      void browse(browsed.page + 1, begin())
    },
    retry() {
      const { browsed, query } = get()
      if (toQuery(query) === undefined && browsed !== undefined && !browsed.isWhole)
        void browse(browsed.page + 1, begin())
      else read()
    },
    close() {
      begin()
      // The pages that are here are whole; the next one is asked for when its place comes into view again.
      if (get().status === 'loadingMore') set({ status: 'ready' })
    },
  }
}

/** What is searched for: trimmed, from 2 signs; undefined for less. */
export function toQuery(typed: string): string | undefined {
  const query = typed.trim()
  return [...query].length < SEARCH_FROM ? undefined : query
}

/** Adds a page to those before it, unique by id. The count only grows, and the last page is the one that is not full. */
export function addPage(before: WalletPages | undefined, page: number, answer: WalletAnswer): WalletPages {
  const known = new Set(before?.wallets.map(({ key }) => key))
  const fresh = answer.wallets.filter(({ key }) => !known.has(key) && known.add(key))
  return {
    wallets: [...(before?.wallets ?? []), ...fresh],
    page,
    count: Math.max(before?.count ?? 0, answer.count),
    isWhole: answer.wallets.length === 0 || page * PAGE_WALLETS >= answer.count,
  }
}
