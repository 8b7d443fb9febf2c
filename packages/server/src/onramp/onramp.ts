import { randomBytes } from 'node:crypto'
import { ESTIMATE_QUOTE_ID, type OnrampOrder, type OnrampQuote, type OnrampUrl } from '@latchkey/wire/onramp'
import type { OnrampOptions, PaymentCurrency, PurchaseCurrency } from '@latchkey/wire/onrampOptions'
import { createExpiringCache } from '../expiringCache.ts'
import type { Clock, Log } from '../ports.ts'
import { RequestError } from '../RequestError.ts'
import { addOrder, findOrders, moveOrder, STAGES, type StoredOrder } from '../storage/onrampOrders.ts'
import type { Queryable } from '../storage/storage.ts'
import { compareDecimals, toDecimal } from './decimals.ts'
import { FALLBACK_PAYMENT, FALLBACK_PURCHASE } from './fallback.ts'
import type { Provider, ProviderMessage, ProviderOptions } from './provider.ts'

/** How long what a provider sells is remembered, in ms. */
const OPTIONS_LIFETIME_MS = 10 * 60_000

/** How long a provider that did not answer is taken to sell the built-in list, in ms. */
const FALLBACK_LIFETIME_MS = 20_000

/** How long what a provider said of an order stands before it is asked again, in ms. */
const NEWS_REST_MS = 3_000

/** An order of which nothing was seen for so long counts as expired; it still completes when the provider says so. */
export const ORDER_LIFETIME_MS = 24 * 60 * 60_000

/** Tells what one whole unit of an asset costs; undefined where that is not known. */
export type FetchUnitPrice = (asset: {
  readonly networkId: string
  readonly contract: string
  readonly currency: string
}) => Promise<number | undefined>

/** What a page wants to buy. */
export type OrderRequest = {
  readonly projectId: string
  readonly provider: string | undefined
  readonly address: string
  /** CAIP-2 id or a provider's own name. */
  readonly network: string | undefined
  readonly symbol: string | undefined
  readonly paymentAmount: string | undefined
  readonly paymentCurrency: string | undefined
  readonly paymentMethod: string | undefined
  readonly quotedAmount: string | undefined
  readonly orderKey: string | undefined
  readonly ip: string | undefined
  readonly signal: AbortSignal
}

/** What a page wants to know the price of. */
export type QuoteRequest = {
  readonly provider: string | undefined
  readonly purchaseCurrency: PurchaseCurrency
  readonly paymentCurrency: string
  readonly paymentMethod: string | undefined
  readonly amount: string
  readonly network: string
  readonly signal: AbortSignal
}

/** Purchases at the operator's providers. */
export type Onramp = {
  fetchOptions(): Promise<OnrampOptions>
  /** The best of what providers offer; an estimate, and marked so, where none of them can be asked. */
  fetchQuote(request: QuoteRequest): Promise<OnrampQuote>
  /** Makes an order, which is stored before the page is asked for, and the address of its page. */
  createOrder(request: OrderRequest): Promise<OnrampUrl>
  /** Orders of a project that are known, with what their providers say of them by now. */
  fetchOrders(query: { projectId: string; ids: readonly string[] }): Promise<readonly OnrampOrder[]>
  /** Takes what a provider sent by itself: resolves once it is stored. */
  takeMessage(provider: string, message: Omit<ProviderMessage, 'now'>): Promise<void>
}

/** Makes it over the providers, in the order that they are offered in. */
export function createOnramp(parameters: {
  providers: readonly Provider[]
  restrictedTimeZones: readonly string[]
  storage: Queryable
  fetchUnitPrice: FetchUnitPrice
  clock: Clock
  log: Log
}): Onramp {
  const { providers, storage, clock, log } = parameters
  const offerings = createExpiringCache<Offering>({
    clock,
    lifetimeMs: ({ isFallback }) => (isFallback ? FALLBACK_LIFETIME_MS : OPTIONS_LIFETIME_MS),
    maxEntries: 32,
  })
  const looks = createExpiringCache<boolean>({ clock, lifetimeMs: NEWS_REST_MS, maxEntries: 10_000 })

  /** What a provider sells; never rejects. Shared by callers, so that none of them ends it. */
  function describe(provider: Provider): Promise<Offering> {
    return offerings.get(provider.name, async () => {
      try {
        return { ...onlyServed(provider, await provider.fetchOptions()), isFallback: false }
      } catch (cause) {
        log.warn({ event: 'onrampOptionsMissing', provider: provider.name, err: cause }, 'a provider does not answer')
        const built = { paymentCurrencies: FALLBACK_PAYMENT, purchaseCurrencies: FALLBACK_PURCHASE }
        return { ...onlyServed(provider, built), isFallback: true }
      }
    })
  }

  function findProvider(name: string): Provider {
    const provider = providers.find((each) => each.name === name)
    if (provider === undefined) {
      throw new RequestError('INPUT_INVALID', `There is no provider ${name}.`, { field: 'provider' })
    }
    return provider
  }

  /** Something that a provider sells on a network; undefined where it does not. */
  function findAsset(
    offering: Offering,
    wanted: { id?: string | undefined; symbol?: string | undefined },
    place: string,
  ) {
    for (const currency of offering.purchaseCurrencies) {
      const isMeant = currency.id === wanted.id || currency.symbol.toUpperCase() === wanted.symbol?.toUpperCase()
      // Clients of the field name the symbol where the network should stand.
      const [first] = place.toUpperCase() === currency.symbol.toUpperCase() ? currency.networks : []
      const network = currency.networks.find((each) => each.network_id === place || each.name === place) ?? first
      if (isMeant && network?.network_id) return { currency, network, networkId: network.network_id }
    }
    return undefined
  }

  async function fetchOfferOf(provider: Provider, request: QuoteRequest): Promise<OnrampQuote | undefined | 'away'> {
    const { signal, amount, paymentMethod } = request
    const { id, symbol } = request.purchaseCurrency
    const offering = await describe(provider)
    const found = findAsset(offering, { id, symbol }, request.network)
    if (found === undefined) return undefined
    if (!isWithin(offering.paymentCurrencies, { ...request, currency: request.paymentCurrency })) return undefined
    try {
      const offer = await provider.fetchOffer(
        {
          networkId: found.networkId,
          symbol: found.currency.symbol,
          assetId: found.currency.id,
          paymentAmount: amount,
          paymentCurrency: request.paymentCurrency,
          paymentMethod,
        },
        signal,
      )
      if (offer === undefined) return undefined
      const paid = (text: string) => ({ amount: text, currency: request.paymentCurrency })
      return {
        paymentTotal: paid(offer.paymentTotal),
        paymentSubtotal: paid(offer.paymentSubtotal),
        purchaseAmount: { amount: offer.purchaseAmount, currency: found.currency.symbol },
        networkFee: paid(offer.networkFee),
        coinbaseFee: paid(offer.providerFee),
        quoteId: offer.quoteId,
        isEstimate: false,
        provider: provider.name,
      }
    } catch (cause) {
      if (signal.aborted) throw cause
      log.warn({ event: 'onrampQuoteMissing', provider: provider.name, err: cause }, 'a provider quotes nothing')
      return 'away'
    }
  }

  /** What the gateway's own price says, where no provider could be asked. Nobody offers it, so it has no fees, and says what it is. */
  async function estimate(request: QuoteRequest): Promise<OnrampQuote> {
    const { purchaseCurrency: wanted, network, amount } = request
    const place =
      wanted.networks.find((each) => each.network_id === network || each.name === network) ?? wanted.networks[0]
    const price =
      place?.network_id == null
        ? undefined
        : await parameters.fetchUnitPrice({
            networkId: place.network_id,
            contract: place.contract_address,
            currency: request.paymentCurrency,
          })
    if (price === undefined || price <= 0) {
      throw new RequestError('UPSTREAM_UNAVAILABLE', 'No provider quotes that at the moment, and its price is unknown.')
    }
    const paid = { amount, currency: request.paymentCurrency }
    const none = { amount: '0', currency: request.paymentCurrency }
    return {
      paymentTotal: paid,
      paymentSubtotal: paid,
      purchaseAmount: { amount: toDecimal(Number(amount) / price, 8), currency: wanted.symbol },
      networkFee: none,
      coinbaseFee: none,
      quoteId: ESTIMATE_QUOTE_ID,
      isEstimate: true,
      provider: request.provider ?? null,
    }
  }

  /** Asks a provider what became of an order that is not over; whether that was news. */
  async function refresh(order: StoredOrder): Promise<boolean> {
    const provider = providers.find(({ name }) => name === order.provider)
    const fetchNews = provider?.fetchNews
    if (fetchNews === undefined || STAGES[order.stage] >= STAGES.failed) return false
    return looks.get(order.id, async () => {
      try {
        const news = await fetchNews(order)
        return news !== undefined && (await moveOrder(storage, { provider: order.provider, news, now: clock.now() }))
      } catch (cause) {
        log.warn(
          { event: 'onrampNewsMissing', provider: order.provider, err: cause },
          'an order could not be looked up',
        )
        return false
      }
    })
  }

  return {
    async fetchOptions() {
      const offered = await Promise.all(providers.map((provider) => describe(provider)))
      return {
        paymentCurrencies: mergePayment(offered),
        purchaseCurrencies: mergePurchase(offered),
        providers: providers.map(({ name, label, feeRange, networks, hosts, isTest }, index) => ({
          name,
          label,
          feeRange,
          isTest,
          networks: [...networks],
          hosts: [...hosts],
          supportedChains: [...new Set(networks.map((id) => id.slice(0, id.indexOf(':'))))],
          paymentCurrencies: [...(offered[index]?.paymentCurrencies ?? [])],
          purchaseCurrencies: [...(offered[index]?.purchaseCurrencies ?? [])],
          isFallback: offered[index]?.isFallback ?? true,
        })),
        restrictedTimeZones: [...parameters.restrictedTimeZones],
      }
    },

    async fetchQuote(request) {
      const candidates = request.provider === undefined ? providers : [findProvider(request.provider)]
      const offers = await Promise.all(candidates.map((provider) => fetchOfferOf(provider, request)))
      const quotes = offers.filter((offer) => typeof offer === 'object')
      const [best] = quotes.sort((a, b) => compareDecimals(b.purchaseAmount.amount, a.purchaseAmount.amount))
      if (best !== undefined) return best
      if (offers.includes('away')) return estimate(request)
      throw new RequestError('ASSET_UNSUPPORTED', 'No provider here sells that for this amount.', {
        field: 'purchaseCurrency',
      })
    },

    async createOrder(request) {
      const { signal, address, projectId } = request
      if (providers.length === 0) return { url: '', orderId: null, provider: null }
      const candidates = request.provider === undefined ? providers : [findProvider(request.provider)]
      for (const provider of candidates) {
        const offering = await describe(provider)
        const place = request.network ?? provider.networks[0] ?? ''
        const symbol = request.symbol ?? offering.purchaseCurrencies.find(sellsOn(place))?.symbol
        const found = findAsset(offering, { symbol }, place)
        if (found === undefined) continue
        if (!isAddressOf(found.networkId, address)) {
          throw new RequestError('ADDRESS_INVALID', `That is no address on ${found.networkId}.`, {
            field: 'destinationWallets',
          })
        }
        const { paymentAmount: amount, paymentCurrency: currency } = request
        if (amount !== undefined && currency !== undefined) {
          if (!isWithin(offering.paymentCurrencies, { amount, currency, paymentMethod: request.paymentMethod })) {
            throw new RequestError('INPUT_INVALID', 'The provider does not take this amount.', {
              field: 'presetFiatAmount',
            })
          }
        }
        const wanted = {
          provider: provider.name,
          networkId: found.networkId,
          address,
          symbol: found.currency.symbol,
          paymentAmount: amount ?? null,
          paymentCurrency: currency ?? null,
          paymentMethod: request.paymentMethod ?? null,
        }
        const order = await addOrder(storage, {
          ...wanted,
          id: makeId(),
          projectId,
          orderKey: request.orderKey ?? makeId(),
          stage: 'created',
          quotedAmount: request.quotedAmount ?? null,
          purchaseAmount: null,
          transactionHash: null,
          createdAt: clock.now(),
        })
        if (Object.entries(wanted).some(([key, value]) => order[key as keyof typeof wanted] !== value)) {
          throw new RequestError('BODY_INVALID', 'That key is the key of another order.', { field: 'orderKey' })
        }
        const url = await provider.createPage(order, { ip: request.ip }, signal)
        return { url, orderId: order.id, provider: provider.name }
      }
      throw new RequestError('ASSET_UNSUPPORTED', 'No provider here sells that.', { field: 'destinationWallets' })
    },

    async fetchOrders({ projectId, ids }) {
      const stored = await findOrders(storage, { projectId, ids })
      const moved = await Promise.all(stored.map((order) => refresh(order)))
      const orders = moved.includes(true) ? await findOrders(storage, { projectId, ids }) : stored
      return orders.map((order) => toWire(order, clock.now()))
    },

    async takeMessage(name, message) {
      const provider = providers.find((each) => each.name === name)
      if (provider?.readMessage === undefined) throw new RequestError('NOT_FOUND', 'Nobody sends anything here.')
      const now = clock.now()
      for (const news of provider.readMessage({ ...message, now })) {
        const isNew = await moveOrder(storage, { provider: name, news, now })
        log.info({ event: 'onrampNews', provider: name, stage: news.stage, isNew }, 'a provider told of an order')
      }
    },
  }
}

type Offering = ProviderOptions & { readonly isFallback: boolean }

/** 192 bits, so that nobody guesses one. */
function makeId(): string {
  return randomBytes(24).toString('base64url')
}

function toWire(order: StoredOrder, now: number): OnrampOrder {
  const isGone = order.stage === 'created' && order.createdAt + ORDER_LIFETIME_MS <= now
  const { id, provider, networkId, address, symbol, paymentAmount, paymentCurrency, transactionHash } = order
  return {
    id,
    provider,
    status: isGone ? 'expired' : order.stage,
    networkId,
    address,
    symbol,
    paymentAmount,
    paymentCurrency,
    purchaseAmount: order.purchaseAmount ?? order.quotedAmount,
    isPurchaseKnown: order.purchaseAmount !== null,
    transactionHash,
    createdAt: new Date(order.createdAt).toISOString(),
    updatedAt: new Date(order.updatedAt).toISOString(),
  }
}

function sellsOn(place: string): (currency: PurchaseCurrency) => boolean {
  return ({ networks }) => networks.some(({ network_id, name }) => network_id === place || name === place)
}

/** What of a provider's options is on the networks that it is configured for. */
function onlyServed(provider: Provider, options: ProviderOptions): ProviderOptions {
  const purchaseCurrencies = options.purchaseCurrencies.flatMap((currency): PurchaseCurrency[] => {
    const networks = currency.networks.filter(
      ({ network_id }) => typeof network_id === 'string' && provider.networks.includes(network_id),
    )
    return networks.length === 0 ? [] : [{ ...currency, networks }]
  })
  return { paymentCurrencies: options.paymentCurrencies, purchaseCurrencies }
}

/** Whether an amount is within the limits of a way to pay, or of any where none is named. */
function isWithin(
  currencies: readonly PaymentCurrency[],
  wanted: { amount: string; currency: string; paymentMethod: string | undefined },
): boolean {
  const limits = currencies.find(({ id }) => id === wanted.currency)?.payment_method_limits ?? []
  return limits
    .filter(({ id }) => wanted.paymentMethod === undefined || id === wanted.paymentMethod)
    .some(({ min, max }) => compareDecimals(wanted.amount, min) >= 0 && compareDecimals(wanted.amount, max) <= 0)
}

function isAddressOf(networkId: string, address: string): boolean {
  return networkId.startsWith('eip155:')
    ? /^0x[0-9a-fA-F]{40}$/.test(address)
    : /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)
}

/** The currencies of all providers, each way to pay with its widest limits. */
function mergePayment(offerings: readonly Offering[]): PaymentCurrency[] {
  const merged = new Map<string, Map<string, { id: string; min: string; max: string }>>()
  for (const { id, payment_method_limits } of offerings.flatMap((each) => each.paymentCurrencies)) {
    const limits = merged.get(id) ?? new Map<string, { id: string; min: string; max: string }>()
    merged.set(id, limits)
    for (const limit of payment_method_limits) {
      const before = limits.get(limit.id) ?? limit
      limits.set(limit.id, {
        id: limit.id,
        min: compareDecimals(limit.min, before.min) < 0 ? limit.min : before.min,
        max: compareDecimals(limit.max, before.max) > 0 ? limit.max : before.max,
      })
    }
  }
  return [...merged].map(([id, limits]) => ({ id, payment_method_limits: [...limits.values()] }))
}

/** What all providers sell, by symbol, each on all of its networks. */
function mergePurchase(offerings: readonly Offering[]): PurchaseCurrency[] {
  const merged = new Map<string, PurchaseCurrency>()
  for (const currency of offerings.flatMap((each) => each.purchaseCurrencies)) {
    const before = merged.get(currency.symbol)
    const networks = [...(before?.networks ?? [])]
    for (const each of currency.networks) {
      if (!networks.some(({ network_id }) => network_id === each.network_id)) networks.push(each)
    }
    merged.set(currency.symbol, { ...(before ?? currency), networks })
  }
  return [...merged.values()]
}
