import type { OnrampOrder, OnrampQuote } from '@latchkey/wire/onramp'
import type { OnrampOptions, OnrampProvider } from '@latchkey/wire/onrampOptions'
import { defineStore } from '../../kernel/defineStore.ts'
import type { NetworkId } from '../../types/network.ts'

export type { OnrampOrder, OnrampQuote } from '@latchkey/wire/onramp'
export type { OnrampProvider } from '@latchkey/wire/onrampOptions'

/** What the visitor has filled in. */
export type PurchaseForm = {
  /** All that is paid, as typed. */
  readonly amount: string
  /** ISO 4217; undefined until the options are there. */
  readonly currency: string | undefined
  /** Symbol of what is bought; undefined until the options are there. */
  readonly symbol: string | undefined
}

/** What a provider offers for the form, as it was when it was asked. */
export type Offer = {
  readonly status: 'reading' | 'done' | 'failed'
  readonly quote?: OnrampQuote | undefined
}

/**
 * How a purchase goes. `opening`: its page is being made. `blocked`: the browser opened no window. `waiting`: the visitor is on the
 * page. `closed`: its window is gone and nothing was seen of a payment. `late`: nothing was seen for so long; it is still looked for.
 * `refused`: there is no page, or it is not what was shown.
 */
export type PurchaseStatus =
  | 'opening'
  | 'blocked'
  | 'waiting'
  | 'closed'
  | 'late'
  | 'refused'
  | 'paid'
  | 'completed'
  | 'failed'

/** A purchase that was begun on this page. */
export type Purchase = {
  readonly provider: OnrampProvider
  readonly networkId: NetworkId
  readonly address: string
  readonly symbol: string
  readonly amount: string
  readonly currency: string
  /** What it said that comes out; undefined where that was not known. */
  readonly quote: OnrampQuote | undefined
  /** The same for every try of it, so that no try makes a second order. */
  readonly orderKey: string
  readonly orderId: string | undefined
  /** Checked; undefined until the page is made. */
  readonly url: string | undefined
  readonly status: PurchaseStatus
  /** Why it was refused. */
  readonly failure?: string | undefined
  readonly order: OnrampOrder | undefined
}

export type OnrampState = {
  readonly options: { readonly status: 'loading' | 'ready' | 'failed'; readonly value?: OnrampOptions } | undefined
  readonly form: PurchaseForm
  /** By the provider's name, for the form as it stands. */
  readonly offers: Readonly<Record<string, Offer>>
  readonly purchase: Purchase | undefined
  /** Purchases made in this browser, the newest first. */
  readonly orders: {
    readonly status: 'none' | 'reading' | 'done' | 'failed'
    readonly list: readonly OnrampOrder[]
    /** Some of them could not be read. */
    readonly isPartial?: boolean | undefined
  }
}

/** Amount of a form that nobody has changed. */
export const FIRST_AMOUNT = '100'

/** What is being bought by the account. */
export const onrampOf = /* @__PURE__ */ defineStore<OnrampState>('onramp', {
  options: undefined,
  form: { amount: FIRST_AMOUNT, currency: undefined, symbol: undefined },
  offers: {},
  purchase: undefined,
  orders: { status: 'none', list: [] },
})
