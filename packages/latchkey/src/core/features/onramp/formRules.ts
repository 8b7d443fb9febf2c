import type { OnrampProvider } from '@latchkey/wire/onrampOptions'
import type { NetworkId } from '../../types/network.ts'
import { foldText } from '../../values/foldText.ts'
import { toPlainDigits } from '../../values/toPlainDigits.ts'
import { listPurchases } from './rules.ts'
import type { OnrampState, PurchaseForm } from './state.ts'

/** Something to choose: a token by its symbol, a currency by its code. */
export type PurchaseOption = { readonly code: string; readonly name: string }

/** The choices whose code or name has what was typed in it, those that begin with it first; all where nothing was typed. */
export function searchOptions(choices: readonly PurchaseOption[], query: string): readonly PurchaseOption[] {
  const wanted = foldText(query.trim())
  const rank = ({ code, name }: PurchaseOption): number => {
    const places = [code, name].map((text) => foldText(text).indexOf(wanted)).filter((place) => place >= 0)
    return places.length === 0 ? -1 : Math.min(...places)
  }
  return choices
    .map((choice) => ({ choice, at: rank(choice) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => Number(one.at > 0) - Number(other.at > 0))
    .map(({ choice }) => choice)
}

/** What can be paid in, at any of the providers, in their order; the one that the visitor likely pays in comes first. */
export function listCurrencies(providers: readonly OnrampProvider[], likely?: string | undefined): readonly string[] {
  const all = [...new Set(providers.flatMap(({ paymentCurrencies }) => paymentCurrencies.map(({ id }) => id)))]
  return [...all.filter((id) => id === likely), ...all.filter((id) => id !== likely)]
}

/** The lowest and highest amount that a provider takes in a currency, by any way to pay; undefined where it takes none. */
export function findLimits(
  provider: OnrampProvider,
  currency: string,
): { readonly least: number; readonly most: number } | undefined {
  const limits = provider.paymentCurrencies.find(({ id }) => id === currency)?.payment_method_limits ?? []
  if (limits.length === 0) return undefined
  return {
    least: Math.min(...limits.map(({ min }) => Number(min))),
    most: Math.max(...limits.map(({ max }) => Number(max))),
  }
}

/** A way to pay that takes an amount, cards first; undefined where none does. */
export function findMethod(provider: OnrampProvider, currency: string, amount: number): string | undefined {
  const limits = provider.paymentCurrencies.find(({ id }) => id === currency)?.payment_method_limits ?? []
  const fitting = limits.filter(({ min, max }) => amount >= Number(min) && amount <= Number(max)).map(({ id }) => id)
  return fitting.find((id) => id === 'card') ?? fitting[0]
}

/** The amount of a form with a point; undefined for what is no amount with at most two decimals. */
export function readAmount({ amount }: Pick<PurchaseForm, 'amount'>): string | undefined {
  const text = toPlainDigits(amount).trim().replace(',', '.')
  return /^\d{1,9}(\.\d{0,2})?$/.test(text) && Number(text) > 0 ? String(Number(text)) : undefined
}

/** The form with a choice that there is, for each that was not made or is none any more. */
export function fillForm(
  { form }: Pick<OnrampState, 'form'>,
  providers: readonly OnrampProvider[],
  networkId: NetworkId,
  likely: string | undefined,
): PurchaseForm {
  const symbols = listPurchases(providers, networkId).map(({ symbol }) => symbol)
  const currencies = listCurrencies(providers)
  const symbol = form.symbol !== undefined && symbols.includes(form.symbol) ? form.symbol : symbols[0]
  const first = likely !== undefined && currencies.includes(likely) ? likely : currencies[0]
  const currency = form.currency !== undefined && currencies.includes(form.currency) ? form.currency : first
  return { ...form, symbol, currency }
}

/** Countries whose money is not their own, as far as providers take it. Source: ISO 3166-1 and the members of the euro area. */
const EURO = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ')

/** The currency that a visitor likely pays in, by the region of a language tag; undefined where that says nothing. Asks nobody. */
export function guessCurrency(language: string): string | undefined {
  const region = /-([A-Z]{2})(?:-|$)/.exec(language)?.[1]
  if (region === undefined) return undefined
  if (EURO.includes(region)) return 'EUR'
  return { US: 'USD', GB: 'GBP', CA: 'CAD', AU: 'AUD', JP: 'JPY', IN: 'INR', BR: 'BRL', CH: 'CHF', MX: 'MXN' }[region]
}
