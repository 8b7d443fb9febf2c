import { getConvertQuotes, getConvertTokens, type Quote as WireQuote } from '@latchkey/wire/convert'
import { getPrices } from '@latchkey/wire/fungible'
import { findRouters, PUBLISHED_MARKETS, type SwapRouter, toWrapper } from '@latchkey/wire/swap'
import { isLatchkeyError, LatchkeyError } from '../../errors/LatchkeyError.ts'
import { getRoute } from '../../flow/router.ts'
import { getAccount } from '../../kernel/connections/accounts.ts'
import { getConnection } from '../../kernel/connections/connection.ts'
import { findNetwork, getActiveNetworkId } from '../../kernel/networks/networks.ts'
import { lazy } from '../../lazy.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { Namespace, NetworkId } from '../../types/network.ts'
import { askGateway } from '../../values/askGateway.ts'
import { normaliseText } from '../../values/normaliseText.ts'
import { READ_DEADLINE_MS, withDeadline } from '../../values/withDeadline.ts'
import { fetchErc20 } from '../../ways/fetchErc20.ts'
import { readChain } from '../../ways/readChain.ts'
import { noteUnserved } from '../tokens/noteUnserved.ts'
import { SYMBOL_LIMIT } from '../tokens/rules.ts'
import { readClaim } from './claims.ts'
import type { SwapWishes } from './declare.ts'
import {
  getCoinAddress,
  getLeast,
  getSwapForm,
  isOnSolana,
  isQuoteOf,
  isSameOn,
  MOST_SLIPPAGE,
  QUOTE_REFRESH_MS,
  readPaid,
  toAssetId,
} from './rules.ts'
import { EMPTY_FORM, type SwapForm, type SwapQuote, type SwapState, type SwapToken, swapOf } from './state.ts'

/** How long an amount that is typed stands before a quote is asked for, in ms. As the view is specified. */
export const QUOTE_DELAY_MS = 200

/** Writes what the visitor filled in. A form of another network is begun anew, and a try that failed is over. */
export function changeSwap(instance: Instance, change: Partial<Omit<SwapForm, 'networkId'>>): void {
  const networkId = getActiveNetworkId(instance.stores.networks.get())
  swapOf(instance).set((state) => {
    if (state.phase !== 'idle') return state
    const changed = { ...getSwapForm(state, networkId), ...change }
    const slippage = Math.min(MOST_SLIPPAGE, Math.max(0, changed.slippage || 0))
    const form = { ...changed, slippage }
    const isSame = isQuoteOf(state.quote, form)
    const quote =
      isSame && state.quote
        ? { ...state.quote, slippage: form.slippage, least: getLeast(state.quote, form.slippage) }
        : undefined
    const asked: SwapState['asked'] = isSame ? state.asked : { status: 'none' }
    return { ...state, form, quote, asked, failure: undefined, planFailure: undefined, steps: [] }
  })
}

/** Turns the swap around: what was to come out is paid, and its amount is what was expected. */
export function flipSwap(instance: Instance, amount: string): void {
  const { from, to } = getSwapForm(swapOf(instance).get(), getActiveNetworkId(instance.stores.networks.get()))
  changeSwap(instance, { from: to, to: from, amount })
}

/** A router of a network, with whether it takes an allowance as a signature. */
export type KnownRouter = SwapRouter & { readonly takesPermit: boolean }

/** Contracts that a swap of a network may go to: the published ones and the site's own, and what wraps the coin there (SEC-97). */
export function listRouters({ options }: Pick<Instance, 'options'>, networkId: NetworkId): readonly KnownRouter[] {
  const permits = PUBLISHED_MARKETS[networkId]?.router
  const published = findRouters(networkId).map((router) => ({ ...router, takesPermit: router.address === permits }))
  const sites = options.swapRouters[networkId] ?? []
  const own = sites.map(({ address, wrappedNative, kind = 'uniswap', takesPermit }) => ({
    address,
    wrappedNative,
    kind,
    takesPermit: takesPermit === true,
  }))
  const wrappers = sites.flatMap(({ wrappedNative }) => toWrapper(wrappedNative))
  return [...own, ...wrappers.map((router) => ({ ...router, takesPermit: false })), ...published]
}

/**
 * Reads what can be swapped on the active network, and what gas costs there; what is known stays unless `isAnew`. A form that has
 * no token to pay with starts with the coin. Never rejects: how it ended stands in the store.
 */
export async function loadSwapTokens(instance: Instance, { isAnew = false }: { isAnew?: boolean } = {}): Promise<void> {
  const store = swapOf(instance)
  const networkId = getActiveNetworkId(instance.stores.networks.get())
  void loadGasPrice(instance, networkId)
  recallClaim(instance)
  const known = store.get().tokens
  if (known?.networkId === networkId && (known.status === 'ready' || known.status === 'loading') && !isAnew) return
  const write = (tokens: Omit<NonNullable<SwapState['tokens']>, 'networkId'>): void =>
    store.set((state) => ({ ...state, tokens: { networkId, ...tokens } }))
  write({ status: 'loading', list: [] })
  try {
    const { tokens } = await askGateway(instance, (gateway, signal) =>
      gateway.call(getConvertTokens, { chainId: networkId }, { signal }),
    )
    const list = tokens.flatMap(({ address, name, symbol, decimals, logoUri, eip2612 }): SwapToken[] => {
      if (!isSameOn(networkId, address.slice(0, networkId.length + 1), `${networkId}:`)) return []
      const written = address.slice(address.lastIndexOf(':') + 1)
      const contract = isOnSolana(networkId) ? written : written.toLowerCase()
      const isCoin = contract === getCoinAddress(networkId)
      const iconUrl = logoUri ?? undefined
      const facts = {
        name: normaliseText(name),
        symbol: normaliseText(symbol, SYMBOL_LIMIT),
        decimals,
        iconUrl,
        isListed: true,
        takesPermit: eip2612 === true && !isCoin,
      }
      return [{ key: isCoin ? 'native' : contract, address: isCoin ? undefined : contract, ...facts }]
    })
    if (list.length === 0) noteUnserved(instance, 'swaps', networkId)
    write({ status: list.length === 0 ? 'unsupported' : 'ready', list })
    const coin = list.find(({ key }) => key === 'native')
    const form = getSwapForm(store.get(), networkId)
    if (coin && !form.from && form.to?.key !== coin.key) changeSwap(instance, { from: coin })
  } catch (error) {
    const isNone = isLatchkeyError(error) && error.code === 'CHAIN_UNSUPPORTED'
    instance.services.logger.debug('What can be swapped could not be read.', { error })
    if (isNone) noteUnserved(instance, 'swaps', networkId)
    write({ status: isNone ? 'unsupported' : 'failed', list: [] })
  }
}

/** A swap that a wallet was asked for before a reload, or by another tab, may have left: nothing is sent until the visitor has looked. */
function recallClaim(instance: Instance): void {
  const connection = getConnection(instance.stores.connection.get(), getActiveNamespace(instance))
  if (!connection || !readClaim(instance, connection)?.isAsked) return
  swapOf(instance).set((state) =>
    state.phase === 'idle'
      ? { ...state, phase: 'unclear', failure: 'REQUEST_UNANSWERED', planFailure: undefined }
      : state,
  )
}

/** The namespace in which something is swapped. */
function getActiveNamespace({ stores }: Pick<Instance, 'stores'>): Namespace {
  return stores.networks.get().activeNamespace
}

async function loadGasPrice(instance: Instance, networkId: NetworkId): Promise<void> {
  const { stores, services, signal } = instance
  const network = findNetwork(stores.networks.get(), networkId)
  if (network?.chainNamespace !== 'eip155') return
  try {
    const parameters = { clock: services.clock, delayMs: READ_DEADLINE_MS, signal }
    const wei = await withDeadline(parameters, (until) => readChain(instance, network, until).fetchGasPrice())
    swapOf(instance).set((state) => ({ ...state, gasPrice: { networkId, wei }, gasUnread: undefined }))
  } catch (error) {
    services.logger.debug('The price of gas could not be read.', { error })
    swapOf(instance).set((state) => ({ ...state, gasUnread: networkId }))
  }
}

/**
 * Asks what the swap in the form would give now, from routers that it may go to alone; does nothing where the form is not whole.
 * Never rejects: what came stands in the store, and a quote of the same swap stays until a new one is there.
 */
export async function loadQuote(instance: Instance): Promise<void> {
  const store = swapOf(instance)
  const networkId = getActiveNetworkId(instance.stores.networks.get())
  const form = getSwapForm(store.get(), networkId)
  const { from, to, slippage } = form
  const paid = readPaid(form)
  if (!from || !to || paid === undefined || paid === 0n || from.key === to.key) return
  const isCurrent = (state: SwapState): boolean => {
    const now = getSwapForm(state, networkId)
    return now.from?.key === from.key && now.to?.key === to.key && readPaid(now) === paid
  }
  store.set((state) => (isCurrent(state) ? { ...state, asked: { status: 'reading' } } : state))
  void loadPrices(instance, networkId, [from, to])
  try {
    const account = getAccount(instance, getActiveNamespace(instance))?.address
    const { quotes } = await askGateway(instance, (gateway, signal) =>
      gateway.call(
        getConvertQuotes,
        {
          amount: paid.toString(),
          from: toAssetId(networkId, from),
          to: toAssetId(networkId, to),
          userAddress: account,
        },
        { signal },
      ),
    )
    const wish = { networkId, from, to, paid, slippage }
    const [quote] = readQuotes(instance, wish, quotes)
    if (!quote)
      throw new LatchkeyError('SWAP_MISMATCH', 'No quote names a router that is known.', { facts: { part: 'router' } })
    store.set((state) => {
      if (!isCurrent(state)) return state
      const { slippage: wanted } = getSwapForm(state, networkId)
      const least = getLeast(quote, wanted)
      return { ...state, quote: { ...quote, slippage: wanted, least }, asked: { status: 'done' } }
    })
  } catch (error) {
    const code = isLatchkeyError(error) ? error.code : 'UNKNOWN_FAILURE'
    instance.services.logger.debug('A swap could not be quoted.', { error })
    store.set((state) => (isCurrent(state) ? { ...state, asked: { status: 'failed', code } } : state))
  }
}

/**
 * Quotes of a swap that is wished for, the best first: only those of routers that it may go to, for the very tokens and amount
 * that were asked about (SEC-97).
 */
export function readQuotes(
  instance: Instance,
  wish: Pick<SwapQuote, 'networkId' | 'from' | 'to' | 'paid' | 'slippage'>,
  quotes: readonly WireQuote[],
): readonly SwapQuote[] {
  const { networkId, from, to, paid, slippage } = wish
  const routers = listRouters(instance, networkId)
  const isAsked = (given: string, token: SwapToken): boolean => isSameOn(networkId, given, toAssetId(networkId, token))
  const offers = quotes.flatMap((quote): SwapQuote[] => {
    const { router, fromAmount, toAmount, priceImpact, feePercent, path } = quote
    const known = router && routers.find(({ address }) => isSameOn(networkId, address, router))
    if (!router || !known || fromAmount !== paid.toString()) return []
    if (!isAsked(quote.fromAccount, from) || !isAsked(quote.toAccount, to) || feePercent < 0) return []
    const got = BigInt(toAmount)
    const isExact = known.kind === 'wrap'
    // One for one is what that contract does; another amount is somebody's mistake or lie.
    if (isExact && got !== paid) return []
    const askedAt = instance.services.clock.now()
    const terms = { networkId, from, to, paid, slippage, router, feePercent, path, askedAt, isExact }
    return got > 0n
      ? [{ ...terms, got, least: getLeast({ got, isExact }, slippage), impact: priceImpact ?? undefined }]
      : []
  })
  return offers.sort((one, other) => (one.got < other.got ? 1 : one.got > other.got ? -1 : 0))
}

/** What tokens are worth, once for each; without it no worth is shown. */
async function loadPrices(instance: Instance, networkId: NetworkId, tokens: readonly SwapToken[]): Promise<void> {
  const store = swapOf(instance)
  const unknown = tokens.filter(({ key }) => store.get().prices[`${networkId} ${key}`] === undefined)
  if (unknown.length === 0) return
  try {
    const addresses = unknown.map((token) => toAssetId(networkId, token))
    const { fungibles } = await askGateway(instance, (gateway, signal) =>
      gateway.call(getPrices, { body: { currency: 'usd', addresses } }, { signal }),
    )
    const found = unknown.flatMap((token): [string, number][] => {
      const id = toAssetId(networkId, token)
      const price = fungibles.find(({ address }) => isSameOn(networkId, address, id))?.price
      return price === undefined ? [] : [[`${networkId} ${token.key}`, price]]
    })
    store.set((state) => ({ ...state, prices: { ...state.prices, ...Object.fromEntries(found) } }))
  } catch (error) {
    instance.services.logger.debug('Prices could not be read.', { error })
  }
}

/**
 * Keeps the quote of what stands in the form fresh while somebody looks at it: asked for once the form has stood for a moment, and
 * again every 10 s, not while the page is hidden. Returns the way to stop, which empties what has to be empty where the visitor
 * has gone: the amount in another view, everything when the modal has closed.
 */
export function watchQuote(instance: Instance): () => void {
  const { clock, browser } = instance.services
  const store = swapOf(instance)
  let cancel = (): void => {}
  let isOver = false
  let last: SwapForm | undefined
  const ask = (): void => {
    if (isOver) return
    const { phase } = store.get()
    if (browser.isVisible() && phase === 'idle') void loadQuote(instance)
    plan(QUOTE_REFRESH_MS)
  }
  const plan = (delayMs: number): void => {
    cancel()
    cancel = clock.after(delayMs, ask)
  }
  const look = (): void => {
    const { form } = store.get()
    if (form === last) return
    last = form
    plan(isQuoteOf(store.get().quote, form) ? QUOTE_REFRESH_MS : QUOTE_DELAY_MS)
  }
  const namespace = getActiveNamespace(instance)
  const owner = getAccount(instance, namespace)?.address
  const stops = [
    store.watch(look),
    instance.stores.accounts.watch(() => {
      if (getAccount(instance, namespace)?.address !== owner && !isOver) restartSwap(instance)
    }),
    browser.watchVisible((isVisible) => {
      const { quote } = store.get()
      if (isVisible && (quote === undefined || clock.now() - quote.askedAt > QUOTE_REFRESH_MS)) ask()
    }),
  ]
  look()
  return () => {
    isOver = true
    cancel()
    for (const stop of stops) stop()
    const { modal, router } = instance.stores
    if (!modal.get().open && !modal.get().embedded) restartSwap(instance)
    else if (!getRoute(router.get()).view.startsWith('Swap')) leaveSwap(instance)
  }
}

/** Empties the form, as when the modal closes or another account is in use. What is being asked, or is not known, stays. */
export function restartSwap(instance: Instance): void {
  leaveSwap(instance)
  swapOf(instance).set((state) => (state.phase === 'idle' ? { ...state, form: EMPTY_FORM, filled: undefined } : state))
}

/** How long what a site wished for waits for the tokens, in ms. As the view is specified. */
const WISHES_WAIT_MS = 5_000

/** Fills in what a site wished for, once; a token that is not known is left to the visitor. Never rejects. */
export async function fillSwap(instance: Instance, wishes: SwapWishes): Promise<void> {
  const store = swapOf(instance)
  if (store.get().filled === wishes) return
  store.set((state) => ({ ...state, filled: wishes }))
  const { clock } = instance.services
  const networkId = getActiveNetworkId(instance.stores.networks.get())
  const parameters = { clock, delayMs: WISHES_WAIT_MS, signal: instance.signal }
  const reading = withDeadline(parameters, async (signal) => {
    await loadSwapTokens(instance)
    await untilRead(instance, signal)
  })
  // Tokens that do not come are told by the view; what is known by then is filled in.
  await reading.catch(() => undefined)
  const known = store.get().tokens
  if (known?.networkId !== networkId || store.get().filled !== wishes) return
  const find = (wish: string | undefined): SwapToken | undefined => findWished(known.list, networkId, wish)
  const [from, to] = [find(wishes.fromToken), find(wishes.toToken)]
  const amount = wishes.amount
  const stood = getSwapForm(store.get(), networkId)
  // What stands on the other side already gives way: nothing is swapped for itself.
  const gone = from && from.key === stood.to?.key ? 'to' : to && to.key === stood.from?.key ? 'from' : undefined
  changeSwap(instance, {
    ...(gone && { [gone]: undefined }),
    ...(from && { from }),
    ...(to && { to }),
    ...(amount !== undefined && { amount }),
  })
}

/** Resolves once the tokens are no longer being read, or nobody waits any more. */
function untilRead(instance: Instance, signal: AbortSignal): Promise<void> {
  const store = swapOf(instance)
  return new Promise((resolve) => {
    let stop = (): void => {}
    const look = (): void => {
      if (store.get().tokens?.status === 'loading' && !signal.aborted) return
      stop()
      resolve()
    }
    stop = store.watch(look)
    signal.addEventListener('abort', look)
    look()
  })
}

/** By contract, CAIP-10 id or symbol; a symbol that several have is nobody's. */
function findWished(list: readonly SwapToken[], networkId: NetworkId, wish: string | undefined): SwapToken | undefined {
  const written = wish?.trim() ?? ''
  const text = written.toLowerCase()
  const place = written.startsWith(`${networkId}:`) ? written.slice(networkId.length + 1) : written
  const key = isSameOn(networkId, place, getCoinAddress(networkId))
    ? 'native'
    : isOnSolana(networkId)
      ? place
      : place.toLowerCase()
  const named = list.filter(({ symbol }) => symbol.toLowerCase() === text)
  return list.find((token) => token.key === key) ?? (named.length === 1 ? named[0] : undefined)
}

/**
 * The token of a contract that somebody typed, as the chain itself describes it; undefined where no token answers there. Never
 * rejects.
 */
export async function findSwapToken(instance: Instance, typed: string): Promise<SwapToken | undefined> {
  const { stores, services, signal } = instance
  const networkId = getActiveNetworkId(stores.networks.get())
  const network = findNetwork(stores.networks.get(), networkId)
  const isSolana = isOnSolana(networkId)
  const address = isSolana ? typed.trim() : typed.trim().toLowerCase()
  if (!network || !(isSolana ? MINT : CONTRACT).test(address)) return undefined
  const known = swapOf(instance).get().tokens
  const listed = known?.networkId === networkId ? known.list.find(({ key }) => key === address) : undefined
  if (listed) return listed
  const parameters = { clock: services.clock, delayMs: READ_DEADLINE_MS, signal }
  try {
    const found = await withDeadline(parameters, (until) =>
      isSolana
        ? readMintFacts(instance, address)
        : fetchErc20(instance, { network, address, holder: address, signal: until }),
    )
    if (!found || found.symbol === '') return undefined
    const symbol = normaliseText(found.symbol, SYMBOL_LIMIT)
    const name = normaliseText(found.name) || symbol
    const facts = { name, symbol, decimals: found.decimals, iconUrl: undefined }
    return { key: address, address, ...facts, isListed: false, takesPermit: false }
  } catch (error) {
    services.logger.debug('A token could not be read.', { error })
    return undefined
  }
}

/** Forms of addresses of tokens, on EVM chains in lower case. */
const CONTRACT = /^0x[0-9a-f]{40}$/
const MINT = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

async function readMintFacts(instance: Instance, mint: string) {
  const connection = getConnection(instance.stores.connection.get(), 'solana')
  const { fetchMint } = await lazy(instance, import('./solanaSwap.ts'), 'read')
  return connection && fetchMint(instance, connection, mint)
}

/** Begins anew when the visitor leaves the swap: amounts go, the tokens stay. What is being asked, or is not known, stays too. */
export function leaveSwap(instance: Instance): void {
  swapOf(instance).set((state) =>
    state.phase === 'idle'
      ? {
          ...state,
          form: { ...state.form, amount: '' },
          quote: undefined,
          asked: { status: 'none' },
          steps: [],
          failure: undefined,
          planFailure: undefined,
          sent: state.sent?.status === 'pending' ? state.sent : undefined,
        }
      : state,
  )
}
