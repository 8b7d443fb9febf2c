import type { OnrampOptions } from '@latchkey/wire/onrampOptions'
import {
  type OnrampOrder,
  type OnrampProvider,
  type OnrampQuote,
  type OnrampState,
  onrampOf,
  type Purchase,
} from '../../latchkey/src/core/features/onramp/state.ts'
import type { Instance } from '../../latchkey/src/core/types/latchkey.ts'
import type { ViewName, ViewTarget } from '../../latchkey/src/core/types/views.ts'
import { hold } from './fills.ts'
import { ACCOUNT, LONG_NAME } from './fixtures.ts'
import { SENDABLE } from './sendStates.ts'
import type { ViewState } from './viewState.ts'

const LIMITS = [
  { id: 'card', min: '10', max: '7500' },
  { id: 'ach_bank_account', min: '10', max: '25000' },
]
const place = (contract_address: string) => ({
  name: 'ethereum',
  display_name: 'Ethereum',
  chain_id: '1',
  contract_address,
  network_id: 'eip155:1',
})

function provider(name: string, label: string, more: Partial<OnrampProvider> = {}): OnrampProvider {
  return {
    name,
    label,
    feeRange: '1-2%',
    supportedChains: ['eip155'],
    networks: ['eip155:1'],
    hosts: ['pay.example'],
    isTest: false,
    isFallback: false,
    paymentCurrencies: ['USD', 'EUR'].map((id) => ({ id, payment_method_limits: LIMITS })),
    purchaseCurrencies: [
      { id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [place('')] },
      { id: 'USDC', name: 'USD Coin', symbol: 'USDC', networks: [place(`0x${'1f'.repeat(20)}`)] },
    ],
    ...more,
  }
}

/** Sellers of the invented network: one that quotes, one that cannot be asked, one for small sums, one with a long name. */
export const SELLERS: readonly OnrampProvider[] = [
  provider('brindle', 'Brindle Pay', { isTest: true }),
  provider('coinwell', 'Coinwell'),
  provider('morrow', 'Morrow', {
    paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'card', min: '5', max: '50' }] }],
  }),
  provider('long', LONG_NAME),
]

/** One that takes many currencies and sells many tokens. */
const MANY: OnrampProvider = provider('brindle', 'Brindle Pay', {
  paymentCurrencies: ['USD', 'EUR', 'GBP', 'CHF', 'JPY', 'BRL', 'INR', 'KRW', 'MXN'].map((id) => ({
    id,
    payment_method_limits: LIMITS,
  })),
  purchaseCurrencies: [
    ['ETH', 'Ether'],
    ['USDC', 'USD Coin'],
    ['DAI', 'Dai'],
    ['PINE', 'Pine'],
    ['ACORN', 'Acorn'],
    ['FERN', 'Fern'],
    ['MOSS', 'Moss'],
    ['LONG', LONG_NAME],
  ].map(([symbol = '', name = ''], index) => ({
    id: symbol,
    name,
    symbol,
    networks: [place(index === 0 ? '' : `0x${String(index).repeat(40)}`)],
  })),
})

/** A quote of 100 US dollars. */
export function makeQuote(amount: string, more: Partial<OnrampQuote> = {}): OnrampQuote {
  const usd = (value: string) => ({ amount: value, currency: 'USD' })
  return {
    paymentTotal: usd('100'),
    paymentSubtotal: usd('98.1'),
    purchaseAmount: { amount, currency: 'ETH' },
    networkFee: usd('0.41'),
    coinbaseFee: usd('1.49'),
    quoteId: 'q',
    isEstimate: false,
    provider: 'brindle',
    ...more,
  }
}

const OFFERS: OnrampState['offers'] = {
  brindle: { status: 'done', quote: makeQuote('0.0371') },
  coinwell: { status: 'done', quote: makeQuote('0.0378', { isEstimate: true }) },
  long: { status: 'failed' },
}

/** What these sellers have, as a gateway tells it. */
export const ONRAMP_OPTIONS: OnrampOptions = {
  paymentCurrencies: [],
  purchaseCurrencies: [],
  providers: [...SELLERS],
  restrictedTimeZones: [],
}
const FORM: OnrampState['form'] = { amount: '100', currency: 'USD', symbol: 'ETH' }

/** An account that can buy, with what was filled in so far. */
export function fillOnramp(more: Partial<OnrampState> = {}): (instance: Instance) => void {
  return (instance) => {
    hold(SENDABLE)(instance)
    onrampOf(instance).set((state) => ({
      ...state,
      options: { status: 'ready', value: ONRAMP_OPTIONS },
      form: FORM,
      offers: OFFERS,
      ...more,
    }))
  }
}

function bought(status: OnrampOrder['status'], month: number, amount: string | null): OnrampOrder {
  return {
    id: `${status}-${month}`.padEnd(24, 'x'),
    provider: 'brindle',
    status,
    networkId: 'eip155:1',
    address: ACCOUNT.address,
    symbol: 'ETH',
    paymentAmount: '100',
    paymentCurrency: 'USD',
    purchaseAmount: amount,
    isPurchaseKnown: amount !== null,
    transactionHash: null,
    createdAt: new Date(Date.UTC(2026, month, 14)).toISOString(),
    updatedAt: new Date(Date.UTC(2026, month, 14)).toISOString(),
  }
}

const ORDERS: readonly OnrampOrder[] = [
  bought('pending', 10, null),
  bought('completed', 10, '0.0371'),
  bought('failed', 9, null),
  bought('expired', 9, null),
]

function buying(status: Purchase['status'], more: Partial<Purchase> = {}): Partial<OnrampState> {
  const [seller] = SELLERS
  if (seller === undefined) throw new Error('nobody sells')
  return {
    purchase: {
      provider: seller,
      networkId: 'eip155:1',
      address: ACCOUNT.address,
      symbol: 'ETH',
      amount: '100',
      currency: 'USD',
      quote: makeQuote('0.0371', { isEstimate: true }),
      orderKey: 'k',
      orderId: undefined,
      url: status === 'opening' || status === 'refused' ? undefined : 'https://pay.example/checkout',
      status,
      order: status === 'completed' ? bought('completed', 10, '0.037105') : undefined,
      ...more,
    },
  }
}

const ACCOUNT_VIEW: ViewTarget = { view: 'Account' }
const options: ViewState['options'] = { gatewayUrl: 'https://gateway.hollowpine.example' }
type Name = Extract<ViewName, 'FundWallet' | 'BuyInProgress' | 'WhatIsABuy' | `OnRamp${string}`>

function state(view: Name, name: string, more: Partial<OnrampState> = {}, after?: Partial<OnrampState>): ViewState {
  return {
    view,
    name,
    options,
    fill: fillOnramp(more),
    below: view === 'FundWallet' ? [ACCOUNT_VIEW] : [ACCOUNT_VIEW, { view: 'FundWallet' }],
    target: { view },
    // A view that reads when it comes on screen: this is how that ended.
    ...(after === undefined
      ? {}
      : { after: (instance: Instance) => onrampOf(instance).set((before) => ({ ...before, ...after })) }),
  }
}

/** Buying, in every state worth looking at. */
export const ONRAMP_STATES: readonly ViewState[] = [
  state('FundWallet', 'filled'),
  state('OnRampProviders', 'filled'),
  state('OnRampProviders', 'loading', { options: { status: 'loading' } }),
  state('OnRampProviders', 'asking', { offers: {} }),
  state('OnRampProviders', 'too much', { form: { ...FORM, amount: '30000' }, offers: {} }),
  state('OnRampProviders', 'empty', { form: { ...FORM, amount: '' }, offers: {} }),
  state('OnRampProviders', 'nobody sells', {
    options: { status: 'ready', value: { ...ONRAMP_OPTIONS, providers: [] } },
  }),
  state('OnRampProviders', 'unread', {}, { options: { status: 'failed' } }),
  state('OnRampTokenSelect', 'filled'),
  state('OnRampTokenSelect', 'many', { options: { status: 'ready', value: { ...ONRAMP_OPTIONS, providers: [MANY] } } }),
  state('OnRampTokenSelect', 'loading', { options: { status: 'loading' } }),
  { ...state('OnRampTokenSelect', 'legal'), options: { ...options, features: { legalCheckbox: true } } },
  state('OnRampFiatSelect', 'filled'),
  state('OnRampFiatSelect', 'many', { options: { status: 'ready', value: { ...ONRAMP_OPTIONS, providers: [MANY] } } }),
  state('OnRampFiatSelect', 'unread', {}, { options: { status: 'failed' } }),
  ...(['opening', 'waiting', 'blocked', 'closed', 'late', 'paid', 'completed', 'failed'] as const).map((status) =>
    state('BuyInProgress', status, buying(status)),
  ),
  state('BuyInProgress', 'refused', buying('refused', { failure: 'ONRAMP_MISMATCH' })),
  state('BuyInProgress', 'unreachable', buying('refused', { failure: 'DATA_UNAVAILABLE' })),
  state(
    'OnRampActivity',
    'filled',
    {},
    {
      orders: {
        status: 'done',
        list: ORDERS,
      },
    },
  ),
  state('OnRampActivity', 'partly', {}, { orders: { status: 'done', list: ORDERS, isPartial: true } }),
  state('OnRampActivity', 'read before', {}, { orders: { status: 'failed', list: ORDERS } }),
  state('OnRampActivity', 'loading', {}, { orders: { status: 'reading', list: [] } }),
  state('OnRampActivity', 'empty', {}, { orders: { status: 'done', list: [] } }),
  state('OnRampActivity', 'unread', {}, { orders: { status: 'failed', list: [] } }),
  state('WhatIsABuy', 'filled'),
]
