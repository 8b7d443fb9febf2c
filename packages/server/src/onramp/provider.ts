import type { PaymentCurrency, OnrampProvider as ProviderNote, PurchaseCurrency } from '@latchkey/wire/onrampOptions'
import type { OrderNews, StoredOrder } from '../storage/onrampOrders.ts'

/** What a provider is asked the price of. */
export type PurchaseRequest = {
  /** CAIP-2. */
  readonly networkId: string
  readonly symbol: string
  /** Id of what is bought, as the provider's own options have it. */
  readonly assetId: string
  /** All that is paid, a decimal text. */
  readonly paymentAmount: string
  /** ISO 4217. */
  readonly paymentCurrency: string
  readonly paymentMethod: string | undefined
}

/** What a purchase would give. Decimal texts; fees and totals in the payment currency. */
export type PurchaseOffer = {
  readonly quoteId: string
  readonly paymentTotal: string
  readonly paymentSubtotal: string
  readonly purchaseAmount: string
  readonly networkFee: string
  readonly providerFee: string
}

/** What can be bought at a provider, and what it is paid in. */
export type ProviderOptions = {
  readonly paymentCurrencies: readonly PaymentCurrency[]
  readonly purchaseCurrencies: readonly PurchaseCurrency[]
}

/** What a provider sent by itself, as it came. */
export type ProviderMessage = {
  readonly text: string
  readonly header: (name: string) => string | undefined
  /** Ms since 1970. */
  readonly now: number
}

/** Somebody who sells coins. Its calls reject with `RequestError` UPSTREAM_UNAVAILABLE when the provider cannot be asked. */
export type Provider = Pick<ProviderNote, 'name' | 'label' | 'feeRange' | 'isTest'> & {
  /** CAIP-2. */
  readonly networks: readonly string[]
  /** Where its pages are. */
  readonly hosts: readonly string[]
  fetchOptions(): Promise<ProviderOptions>
  /** Undefined where it does not sell that. */
  fetchOffer(request: PurchaseRequest, signal: AbortSignal): Promise<PurchaseOffer | undefined>
  /**
   * The page that an order is paid on, for its own address and no other. Asked again for the same order it makes a page of that order,
   * so that nothing is sold twice.
   */
  createPage(order: StoredOrder, visitor: { readonly ip: string | undefined }, signal: AbortSignal): Promise<string>
  /** What it says of an order; undefined where it knows nothing of it yet. Absent where it cannot be asked. */
  readonly fetchNews?: ((order: StoredOrder) => Promise<OrderNews | undefined>) | undefined
  /**
   * Reads what it sent by itself. Throws `RequestError` SIGNATURE_REFUSED for what is not signed by it or is too old. Absent where it
   * sends nothing.
   */
  readonly readMessage?: ((message: ProviderMessage) => readonly OrderNews[]) | undefined
}
