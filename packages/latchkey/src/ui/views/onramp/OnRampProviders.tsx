import { beginPurchase } from '../../../core/features/onramp/actions.ts'
import { findLimits, findMethod, readAmount } from '../../../core/features/onramp/formRules.ts'
import { loadOnramp } from '../../../core/features/onramp/loadOnramp.ts'
import type { OnrampProvider, OnrampState } from '../../../core/features/onramp/state.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { useInstance } from '../../hooks.ts'
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
import swapStyles from '../swap/swap.css?inline'
import { useNetworkName } from '../useNetworkName.ts'
import styles from './onramp.css?inline'
import { sayBought, sayMoney } from './onrampFormat.ts'
import { PurchaseForm, PurchaseGhost } from './PurchaseForm.tsx'
import { usePurchaseForm } from './usePurchaseForm.ts'

/** How much of what is bought, and what each provider gives for it: a press opens the provider's own page. */
export function OnRampProviders() {
  useStyles(swapStyles)
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(onrampWords)
  const network = useNetworkName()
  const { state, providers } = usePurchaseForm()
  const { form, options } = state
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
  return (
    <div className="swap onramp">
      <PurchaseForm
        t={t}
        state={state}
        providers={providers}
        symbol={symbol}
        currency={currency}
        onChoose={(view, focusKey) => pushView(instance, { view }, focusKey)}
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

/** What stands there while it is not known what is sold. */
function Loading({ t }: { readonly t: Translate }) {
  return (
    <div className="swap onramp" aria-busy="true">
      <HiddenText>{t('tokens.loading')}</HiddenText>
      <PurchaseGhost />
      <Skeleton kind="row" />
      <Skeleton kind="row" />
      <Note t={t} />
    </div>
  )
}

function Note({ t }: { readonly t: Translate }) {
  return (
    <p className="onramp-note">
      <span>{t('onramp.note')}</span>{' '}
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
  if (offer?.quote === undefined) return offer?.status === 'failed' ? <span>{t('onramp.unknown')}</span> : <Spinner />
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
