import { generateOnrampUrl, getOnrampOrders, getOnrampQuote, type OnrampOrder } from '@latchkey/wire/onramp'
import type { OnrampProvider } from '@latchkey/wire/onrampOptions'
import { isLatchkeyError } from '../../errors/LatchkeyError.ts'
import { getAccount } from '../../kernel/connections/accounts.ts'
import { defineStore } from '../../kernel/defineStore.ts'
import { getActiveNetworkId } from '../../kernel/networks/networks.ts'
import type { Instance } from '../../types/latchkey.ts'
import type { NetworkId } from '../../types/network.ts'
import { askGateway } from '../../values/askGateway.ts'
import { checkPage, PUBLISHED_HOSTS } from './checkPage.ts'
import { fillForm, findMethod, guessCurrency, readAmount } from './formRules.ts'
import { keepOrder, readKept } from './kept.ts'
import { getProviders } from './loadOnramp.ts'
import { openPageWindow, type PageWindow } from './pageWindow.ts'
import { listPurchases } from './rules.ts'
import { type OnrampState, onrampOf, type Purchase, type PurchaseForm, type PurchaseStatus } from './state.ts'

/** How often a purchase is looked for, in ms. As the view is specified. */
export const LOOK_MS = 4_000

/** How long it is looked for before the visitor is told that nothing was seen, in ms. As the view is specified. */
export const LOOK_LIMIT_MS = 180_000

/** How long an amount that is typed stands before offers are asked for, in ms. */
export const OFFER_DELAY_MS = 300

/** Chooses what was not chosen yet, or cannot be any more: on another network something else is sold. */
export function fillPurchase(instance: Instance): void {
  const networkId = getActiveNetworkId(instance.stores.networks.get())
  const language = typeof navigator === 'undefined' ? '' : navigator.language
  onrampOf(instance).set((state) => {
    const providers = getProviders(instance, state)
    return { ...state, form: fillForm(state, providers, networkId, guessCurrency(language)) }
  })
}

/** Writes what the visitor filled in; offers of before are gone. */
export function changePurchase(instance: Instance, change: Partial<PurchaseForm>): void {
  onrampOf(instance).set((state) => ({ ...state, form: { ...state.form, ...change }, offers: {} }))
}

/** Asks every provider that takes the form what it would give. Never rejects. */
export async function loadOffers(instance: Instance): Promise<void> {
  const store = onrampOf(instance)
  const networkId = getActiveNetworkId(instance.stores.networks.get())
  const { form } = store.get()
  await Promise.all(
    getProviders(instance, store.get()).map((provider) => loadOffer(instance, provider, networkId, form)),
  )
}

async function loadOffer(
  instance: Instance,
  provider: OnrampProvider,
  networkId: NetworkId,
  form: PurchaseForm,
): Promise<void> {
  const store = onrampOf(instance)
  const amount = readAmount(form)
  const purchaseCurrency = provider.purchaseCurrencies.find(({ symbol }) => symbol === form.symbol)
  const paymentCurrency = provider.paymentCurrencies.find(({ id }) => id === form.currency)
  if (amount === undefined || !purchaseCurrency || !paymentCurrency) return
  const paymentMethod = findMethod(provider, paymentCurrency.id, Number(amount))
  if (paymentMethod === undefined) return
  const write = (offer: OnrampState['offers'][string]): void =>
    store.set((state) =>
      state.form === form ? { ...state, offers: { ...state.offers, [provider.name]: offer } } : state,
    )
  write({ status: 'reading', quote: store.get().offers[provider.name]?.quote })
  try {
    const body = {
      purchaseCurrency,
      paymentCurrency,
      amount,
      network: networkId,
      provider: provider.name,
      paymentMethod,
    }
    const quote = await askGateway(instance, (gateway, signal) => gateway.call(getOnrampQuote, { body }, { signal }))
    // What was not asked for is no answer.
    const isFitting =
      quote.purchaseAmount.currency === form.symbol &&
      quote.paymentTotal.currency === form.currency &&
      quote.provider === provider.name
    write(isFitting ? { status: 'done', quote } : { status: 'failed' })
  } catch (error) {
    instance.services.logger.debug('A purchase could not be quoted.', { error, provider: provider.name })
    write({ status: 'failed' })
  }
}

/** How long a purchase is looked for after the visitor has left its view, in ms. */
const FOLLOW_LIMIT_MS = 1_800_000

/** The window in which the visitor pays, and whether somebody looks at the view that stands for it. */
const windowOf = /* @__PURE__ */ defineStore<{ readonly opened: PageWindow | undefined; readonly isWatched: boolean }>(
  'onrampWindow',
  { opened: undefined, isWatched: false },
)

/**
 * Opens a provider's page for the form: call it within a press, because a window is opened at once. The same purchase tried again keeps
 * its order. Never rejects: how it goes stands in the store.
 */
export async function beginPurchase(instance: Instance, provider: OnrampProvider): Promise<void> {
  const store = onrampOf(instance)
  const { form, offers } = store.get()
  const account = getAccount(instance)
  const amount = readAmount(form)
  if (!account || amount === undefined || form.symbol === undefined || form.currency === undefined) return
  const purchase: Purchase = {
    provider,
    networkId: getActiveNetworkId(instance.stores.networks.get()),
    address: account.address,
    symbol: form.symbol,
    amount,
    currency: form.currency,
    quote: offers[provider.name]?.quote,
    orderKey: makeKey(instance),
    orderId: undefined,
    url: undefined,
    status: 'opening',
    order: undefined,
  }
  instance.track('SELECT_BUY_PROVIDER', { provider: provider.name })
  store.set((state) => ({ ...state, purchase }))
  await openPurchase(instance)
}

/** Opens the page of the purchase that was begun, anew where there was one. Call it within a press. */
export async function openPurchase(instance: Instance): Promise<void> {
  const store = onrampOf(instance)
  const { purchase } = store.get()
  if (!purchase) return
  const { orderKey } = purchase
  const write = (change: Partial<Purchase>): void =>
    store.set((state) =>
      state.purchase?.orderKey === orderKey ? { ...state, purchase: { ...state.purchase, ...change } } : state,
    )
  windowOf(instance).get().opened?.close()
  const opened = openPageWindow(instance)
  windowOf(instance).set((state) => ({ ...state, opened }))
  write({ status: 'opening', failure: undefined })
  try {
    const { url, orderId } = await askForPage(instance, purchase)
    if (orderId) keepOrder(instance, orderId)
    write({ url, orderId: orderId ?? undefined, status: opened ? 'waiting' : 'blocked' })
    opened?.goTo(url)
  } catch (error) {
    opened?.close()
    const code = isLatchkeyError(error) ? error.code : 'UNKNOWN_FAILURE'
    instance.services.logger.debug('The page to pay on could not be opened.', { error })
    write({ status: 'refused', failure: code })
  }
}

async function askForPage(instance: Instance, purchase: Purchase): Promise<{ url: string; orderId: string | null }> {
  const { provider, networkId, address, symbol, amount, currency, orderKey, quote } = purchase
  const body = {
    destinationWallets: [{ address, assets: [symbol] }],
    defaultNetwork: networkId,
    defaultExperience: 'buy' as const,
    provider: provider.name,
    presetFiatAmount: Number(amount),
    paymentCurrency: currency,
    paymentMethod: findMethod(provider, currency, Number(amount)),
    orderKey,
    quotedAmount: quote?.purchaseAmount.amount,
  }
  const { url, orderId } = await askGateway(instance, (gateway, signal) =>
    gateway.call(generateOnrampUrl, { body }, { signal }),
  )
  const contracts = listPurchases([provider], networkId).map(({ contract }) => contract)
  const hosts = [...PUBLISHED_HOSTS, ...instance.options.onrampHosts]
  return { url: checkPage({ url, hosts, address, contracts }), orderId }
}

/** The link was followed by the visitor, because no window could be opened. */
export function notePurchaseOpened(instance: Instance): void {
  onrampOf(instance).set((state) =>
    state.purchase?.status === 'blocked' ? { ...state, purchase: { ...state.purchase, status: 'waiting' } } : state,
  )
}

/** Shows the window in which the visitor pays; false where there is none any more. */
export function showPageWindow(instance: Instance): boolean {
  const { opened } = windowOf(instance).get()
  if (!opened || opened.isClosed()) return false
  opened.focus()
  return true
}

/**
 * Looks for the purchase that was begun, every few seconds and whenever the page is seen again, until it is over. Returns the way to
 * stop: it is still looked for then, and `tell` is called once with how it ended, unless somebody watches it again by then.
 */
export function watchPurchase(instance: Instance, tell: (purchase: Purchase) => void = () => {}): () => void {
  const { clock, browser } = instance.services
  windowOf(instance).set((state) => ({ ...state, isWatched: true }))
  const startedAt = clock.now()
  let cancel = (): void => {}
  let isStopped = false
  // A site with `Cross-Origin-Opener-Policy: same-origin` is told that the window is closed as soon as it is on another origin, so that
  // counts only once the visitor is back here.
  let isBack = false
  const look = async (): Promise<void> => {
    cancel()
    await lookForPurchase(instance, isBack, clock.now() - startedAt >= LOOK_LIMIT_MS)
    const status = onrampOf(instance).get().purchase?.status
    if (!isStopped && status !== 'completed' && status !== 'failed') cancel = clock.after(LOOK_MS, () => void look())
  }
  const stopWatching = browser.watchVisible((isVisible) => {
    if (isVisible) void look()
  })
  const stopFocus = browser.watchFocus((isFocused) => {
    isBack = isFocused
    if (isFocused) void look()
  })
  void look()
  return () => {
    isStopped = true
    cancel()
    stopWatching()
    stopFocus()
    windowOf(instance).set((state) => ({ ...state, isWatched: false }))
    followPurchase(instance, tell)
  }
}

/** Goes on looking for a purchase that nobody watches, until it is over. */
function followPurchase(instance: Instance, tell: (purchase: Purchase) => void): void {
  const { services, signal } = instance
  const store = onrampOf(instance)
  const orderId = store.get().purchase?.orderId
  const until = services.clock.now() + FOLLOW_LIMIT_MS
  const findOpen = (): Purchase | undefined => {
    const { purchase } = store.get()
    const isOpen = purchase?.status !== 'completed' && purchase?.status !== 'failed'
    const isWanted = !signal.aborted && !windowOf(instance).get().isWatched && services.clock.now() < until
    return isWanted && isOpen && orderId !== undefined && purchase?.orderId === orderId ? purchase : undefined
  }
  const look = async (): Promise<void> => {
    if (findOpen() === undefined) return
    await lookForPurchase(instance, false, false)
    if (findOpen() !== undefined) return plan()
    const { purchase } = store.get()
    const isOver = purchase?.status === 'completed' || purchase?.status === 'failed'
    if (isOver && purchase.orderId === orderId && !windowOf(instance).get().isWatched && !signal.aborted) tell(purchase)
  }
  const plan = (): void => void services.clock.after(LOOK_MS, () => void look())
  if (findOpen() !== undefined) plan()
}

async function lookForPurchase(instance: Instance, isBack: boolean, isLate: boolean): Promise<void> {
  const store = onrampOf(instance)
  const { purchase } = store.get()
  if (purchase?.orderId === undefined) return
  const { orderId } = purchase
  let order: OnrampOrder | undefined
  try {
    const { orders } = await askGateway(instance, (gateway, signal) =>
      gateway.call(getOnrampOrders, { ids: [orderId] }, { signal }),
    )
    order = orders.find(({ id }) => id === orderId)
  } catch (error) {
    instance.services.logger.debug('A purchase could not be looked up.', { error })
  }
  const isGone = isBack && (windowOf(instance).get().opened?.isClosed() ?? false)
  store.set((state) => {
    const current = state.purchase
    if (current?.orderId !== orderId) return state
    const status = toStatus(order ?? current.order, current.status, isGone, isLate)
    return { ...state, purchase: { ...current, order: order ?? current.order, status } }
  })
}

function toStatus(
  order: OnrampOrder | undefined,
  before: PurchaseStatus,
  isGone: boolean,
  isLate: boolean,
): PurchaseStatus {
  if (order?.status === 'completed' || order?.status === 'failed') return order.status
  if (order?.status === 'pending' || order?.status === 'sent') return 'paid'
  if (before !== 'waiting' && before !== 'closed') return before
  if (isLate) return 'late'
  return isGone ? 'closed' : 'waiting'
}

/** Reads what became of the purchases made in this browser. Never rejects: how it ended stands in the store. */
export async function loadOrders(instance: Instance): Promise<void> {
  const store = onrampOf(instance)
  const ids = readKept(instance)
  if (ids.length === 0) return store.set((state) => ({ ...state, orders: { status: 'done', list: [] } }))
  store.set((state) => ({ ...state, orders: { ...state.orders, status: 'reading' } }))
  try {
    const { orders } = await askGateway(instance, (gateway, signal) =>
      gateway.call(getOnrampOrders, { ids: [...ids] }, { signal }),
    )
    const isPartial = ids.some((id) => !orders.some((order) => order.id === id))
    store.set((state) => ({ ...state, orders: { status: 'done', list: orders, isPartial } }))
  } catch (error) {
    instance.services.logger.debug('Purchases could not be read.', { error })
    store.set((state) => ({ ...state, orders: { ...state.orders, status: 'failed' } }))
  }
}

function makeKey({ services }: Instance): string {
  return [...services.random(16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
