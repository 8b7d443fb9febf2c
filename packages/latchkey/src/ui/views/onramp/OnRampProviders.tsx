import { useEffect } from 'react'
import {
  beginPurchase,
  changePurchase,
  fillPurchase,
  loadOffers,
  OFFER_DELAY_MS,
} from '../../../core/features/onramp/actions.ts'
import { getProviders, loadOnramp } from '../../../core/features/onramp/loadOnramp.ts'
import { findLimits, findMethod, readAmount } from '../../../core/features/onramp/rules.ts'
import {
  type OnrampProvider,
  type OnrampQuote,
  type OnrampState,
  onrampOf,
} from '../../../core/features/onramp/state.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { getActiveNetworkId } from '../../../core/kernel/networks/networks.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { List } from '../../parts/List.tsx'
import { TOKENS_DRAWING } from '../../parts/lateDrawings.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { onrampWords } from '../../text/rooms/onrampWords.ts'
import type { Translate } from '../../text.ts'
import { useRoomText } from '../../useRoomText.ts'
import { FooterLink } from '../FooterLink.tsx'
import { AmountBox } from '../swap/AmountBox.tsx'
import swapStyles from '../swap/swap.css?inline'
import { useNetworkName } from '../useNetworkName.ts'
import styles from './onramp.css?inline'
import { nameCurrency, sayBought, sayMoney, sayRound } from './onrampFormat.ts'

/** As specified. */
const PRESETS = ['100', '250', '500', '1000']

/** How much of what is bought, and what each provider gives for it: a press opens the provider's own page. */
export function OnRampProviders() {
  useStyles(swapStyles)
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(onrampWords)
  const network = useNetworkName()
  const networkId = useLatchkeyState('networks', getActiveNetworkId)
  const state = useLatchkeyState(onrampOf, (onramp) => onramp)
  const { form, options } = state
  const providers = getProviders(instance, state)
  // What failed is asked again by its button, or on another network: asked by itself it would never end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on another network something else is sold
  useEffect(() => void loadOnramp(instance), [instance, networkId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: on another network something else is sold
  useEffect(() => fillPurchase(instance), [instance, networkId, options?.status])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each form is asked about once, when it has stood for a moment
  useEffect(
    () => instance.services.clock.after(OFFER_DELAY_MS, () => void loadOffers(instance)),
    [instance, form, networkId, options],
  )
  if (options?.status === 'failed') {
    return (
      <div className="failed-line" role="alert">
        <span>{t('onramp.unread')}</span>
        <Button kind="plain" small focusKey="again" onPress={() => void loadOnramp(instance)}>
          {t('action.tryAgain')}
        </Button>
      </div>
    )
  }
  if (options?.status !== 'ready') return <Loading t={t} />
  const { symbol, currency } = form
  if (providers.length === 0 || symbol === undefined || currency === undefined) {
    return <Empty picture={TOKENS_DRAWING} text={t('onramp.none', { network })} />
  }
  const best = findBest(state, providers)
  return (
    <div className="swap onramp">
      <AmountBox
        side="from"
        label={t('onramp.pay')}
        unit={nameCurrency(t, currency)}
        value={form.amount}
        onChange={(amount) => changePurchase(instance, { amount })}
        token={{ symbol: currency, iconUrl: undefined }}
        unset={currency}
        onToken={() => pushView(instance, { view: 'OnRampFiatSelect' }, 'from:token')}
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
        token={{ symbol, iconUrl: undefined }}
        unset={symbol}
        onToken={() => pushView(instance, { view: 'OnRampTokenSelect' }, 'to:token')}
        worth={undefined}
        end={best?.isEstimate ? t('onramp.estimate') : undefined}
      />
      <List label={t('title.OnRampProviders')}>
        {providers.map((provider) => (
          <ProviderRow key={provider.name} provider={provider} state={state} t={t} />
        ))}
      </List>
      <Note t={t} />
    </div>
  )
}

/** The form in its usual height while it is not known what is sold, so that nothing jumps when it is. */
function Loading({ t }: { readonly t: Translate }) {
  return (
    <div className="swap onramp" aria-busy="true">
      <HiddenText>{t('tokens.loading')}</HiddenText>
      <span className="swap-amount ghost" />
      <div className="presets">
        {PRESETS.map((amount) => (
          <span key={amount} className="preset" />
        ))}
      </div>
      <span className="swap-amount ghost" />
      <Skeleton kind="row" />
      <Skeleton kind="row" />
      <Note t={t} />
    </div>
  )
}

function Note({ t }: { readonly t: Translate }) {
  return (
    <p className="onramp-note">
      {t('onramp.note')}{' '}
      <FooterLink view="WhatIsABuy" event="SELECT_WHAT_IS_A_BUY">
        {t('onramp.help')}
      </FooterLink>
    </p>
  )
}

function ProviderRow({
  provider,
  state,
  t,
}: {
  readonly provider: OnrampProvider
  readonly state: OnrampState
  readonly t: Translate
}) {
  const instance = useInstance()
  const { form, offers } = state
  const { currency = '', symbol = '' } = form
  const offer = offers[provider.name]
  const why = sayWhyNot(t, provider, form)
  const quote = offer?.quote
  const fee = quote && String(Number(quote.coinbaseFee?.amount ?? 0) + Number(quote.networkFee.amount))
  return (
    <Row
      picture={<Picture src={undefined} name={provider.label} />}
      title={
        <>
          <bdi>{provider.label}</bdi> {provider.isTest ? <Tag kind="warn">{t('onramp.test')}</Tag> : null}
        </>
      }
      note={
        why ??
        t('onramp.fee', {
          fee: fee === undefined || quote?.isEstimate ? provider.feeRange : sayMoney(t, fee, currency),
        })
      }
      end={why === undefined ? <OfferEnd offer={offer} symbol={symbol} t={t} /> : undefined}
      disabledReason={why}
      focusKey={`provider:${provider.name}`}
      onPress={() => {
        // The window has to be opened within the press.
        void beginPurchase(instance, provider)
        pushView(instance, { view: 'BuyInProgress' }, `provider:${provider.name}`)
      }}
    />
  )
}

function OfferEnd({
  offer,
  symbol,
  t,
}: {
  readonly offer: OnrampState['offers'][string] | undefined
  readonly symbol: string
  readonly t: Translate
}) {
  if (offer?.quote === undefined) return offer?.status === 'failed' ? t('onramp.unknown') : <Spinner />
  return (
    <span className="row-amount">
      <bdi dir="ltr">{sayBought(t, offer.quote.purchaseAmount.amount, symbol)}</bdi>
      {offer.quote.isEstimate ? <span className="row-note">{t('onramp.estimate')}</span> : null}
    </span>
  )
}

/** Why nothing can be bought there for the form; undefined where it can. */
function sayWhyNot(t: Translate, provider: OnrampProvider, form: OnrampState['form']): string | undefined {
  const { currency = '' } = form
  const amount = readAmount(form)
  if (amount === undefined) return t('onramp.amount')
  if (findMethod(provider, currency, Number(amount)) !== undefined) return undefined
  const limits = findLimits(provider, currency)
  if (limits === undefined) return t('onramp.unknown')
  return t('onramp.limits', {
    least: sayMoney(t, String(limits.least), currency),
    most: sayMoney(t, String(limits.most), currency),
  })
}

/** The most that anybody offers; an estimate only where nobody offers anything, and marked as one; undefined while nobody has said. */
function findBest({ offers }: OnrampState, providers: readonly OnrampProvider[]): OnrampQuote | undefined {
  const quotes = providers.flatMap(({ name }) => offers[name]?.quote ?? [])
  return quotes.sort(
    (a, b) =>
      Number(a.isEstimate) - Number(b.isEstimate) || Number(b.purchaseAmount.amount) - Number(a.purchaseAmount.amount),
  )[0]
}
