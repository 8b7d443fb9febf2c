import { changePurchase } from '../../../core/features/onramp/actions.ts'
import { readAmount } from '../../../core/features/onramp/formRules.ts'
import { getCurrencyPicture, getPurchasePicture } from '../../../core/features/onramp/pictures.ts'
import type { OnrampProvider, OnrampQuote, OnrampState } from '../../../core/features/onramp/state.ts'
import { useInstance } from '../../hooks.ts'
import { Spinner } from '../../parts/Spinner.tsx'
import type { Translate } from '../../text.ts'
import { AmountBox } from '../swap/AmountBox.tsx'
import { nameCurrency, sayRound } from './onrampFormat.ts'

/** As specified. */
const PRESETS = ['100', '250', '500', '1000']

/** What is paid and what comes of it, with quick amounts between. */
export function PurchaseForm({ t, state, providers, symbol, currency, onChoose }: PurchaseForm.Props) {
  const instance = useInstance()
  const { form, offers } = state
  const best = findBest(state, providers)
  const isReading = best === undefined && providers.some(({ name }) => offers[name]?.status === 'reading')
  return (
    <>
      <AmountBox
        side="from"
        label={t('onramp.pay')}
        unit={nameCurrency(t, currency)}
        value={form.amount}
        onChange={(amount) => changePurchase(instance, { amount })}
        token={{ symbol: currency, iconUrl: getCurrencyPicture(instance.options, currency) }}
        unset={currency}
        onToken={() => onChoose('OnRampFiatSelect', 'from:token')}
        worth={undefined}
        end={undefined}
      />
      <fieldset className="presets" aria-label={t('onramp.presets')}>
        {PRESETS.map((amount) => (
          <button
            key={amount}
            type="button"
            className="preset"
            aria-pressed={readAmount(form) === amount}
            data-focus-key={`preset:${amount}`}
            onClick={() => changePurchase(instance, { amount })}
          >
            <bdi dir="ltr">{sayRound(t, amount, currency)}</bdi>
          </button>
        ))}
      </fieldset>
      <AmountBox
        side="to"
        label={t('onramp.get')}
        unit={symbol}
        value={best === undefined ? '' : best.purchaseAmount.amount}
        token={{ symbol, iconUrl: getPurchasePicture(instance.options, symbol) }}
        unset={symbol}
        onToken={() => onChoose('OnRampTokenSelect', 'to:token')}
        worth={undefined}
        end={isReading ? <Spinner /> : best?.isEstimate ? t('onramp.estimate') : undefined}
      />
    </>
  )
}
export declare namespace PurchaseForm {
  type Props = {
    readonly t: Translate
    readonly state: OnrampState
    readonly providers: readonly OnrampProvider[]
    readonly symbol: string
    readonly currency: string
    /** Leads to what else there is to buy, or to pay in; `focusKey` is what led there. */
    readonly onChoose: (view: 'OnRampFiatSelect' | 'OnRampTokenSelect', focusKey: string) => void
  }
}

/** The form in its usual height while it is not known what is sold, so that nothing jumps when it is. */
export function PurchaseGhost() {
  return (
    <>
      <span className="swap-amount ghost" />
      <div className="presets">
        {PRESETS.map((amount) => (
          <span key={amount} className="preset" />
        ))}
      </div>
      <span className="swap-amount ghost" />
    </>
  )
}

/** The most that anybody offers; an estimate only where nobody offers anything, and marked as one; undefined while nobody has said. */
function findBest({ offers }: OnrampState, providers: readonly OnrampProvider[]): OnrampQuote | undefined {
  const quotes = providers.flatMap(({ name }) => offers[name]?.quote ?? [])
  return quotes.sort(
    (a, b) =>
      Number(a.isEstimate) - Number(b.isEstimate) || Number(b.purchaseAmount.amount) - Number(a.purchaseAmount.amount),
  )[0]
}
