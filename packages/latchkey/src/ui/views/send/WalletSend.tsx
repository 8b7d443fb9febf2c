import { useEffect } from 'react'
import { activityOf } from '../../../core/features/activity/state.ts'
import { changeForm, loadGasPrice, lookUpName, NAME_DELAY_MS } from '../../../core/features/send/actions.ts'
import { listKnown } from '../../../core/features/send/recipients.ts'
import { findNamed, getMost, isUnique, readUnits, type SendToken } from '../../../core/features/send/rules.ts'
import { mayServe, unservedOf } from '../../../core/features/tokens/mayServe.ts'
import { formatAmount, formatFiat, toQuantity } from '../../../core/features/tokens/rules.ts'
import { tokensOf } from '../../../core/features/tokens/state.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { runLater } from '../../../core/lazy.ts'
import { isSameAddress } from '../../../core/values/namespaces.ts'
import { useInstance } from '../../hooks.ts'
import { AddressText } from '../../parts/AddressText.tsx'
import { Avatar } from '../../parts/Avatar.tsx'
import { Button } from '../../parts/Button.tsx'
import { Field } from '../../parts/Field.tsx'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { List } from '../../parts/List.tsx'
import { DOWN } from '../../parts/laterIcons.ts'
import { Notice } from '../../parts/Notice.tsx'
import { Picture } from '../../parts/Picture.tsx'
import pill from '../../parts/pill.css?inline'
import { Row } from '../../parts/Row.tsx'
import { Sentence } from '../../parts/Sentence.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { useOnline } from '../../shell/useOnline.ts'
import { listWords } from '../../text/rooms/listWords.ts'
import { sendWords } from '../../text/rooms/sendWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { useFreshBalances } from '../account/useBalances.ts'
import { CURRENCY } from '../account/Worth.tsx'
import { useMayBuy } from '../onramp/useMayBuy.ts'
import { useHidesBalances } from '../useHidesBalances.ts'
import { useViewData } from '../useViewData.ts'
import { Veil } from '../Veil.tsx'
import { FixedSend, usePrefill } from './FixedSend.tsx'
import styles from './send.css?inline'
import { type Sending, useSending } from './useSending.ts'

/** What to send, how much, and to whom. */
export function WalletSend() {
  useStyles(pill)
  useStyles(styles)
  useFreshBalances()
  const instance = useInstance()
  const t = useRoomText(sendWords)
  const sending = useSending()
  const networkId = sending?.network.caipNetworkId
  const isOnline = useOnline()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each network has its own price, and one that could not be read is asked for again
  useEffect(() => {
    void loadGasPrice(instance)
  }, [instance, networkId, isOnline])
  usePaidBefore(sending)
  const { send } = useViewData('WalletSend')
  usePrefill(send, sending)
  useNameLookUp(sending)
  const goOn = (): void => {
    if (sending?.step === 'ready') pushView(instance, { view: 'WalletSendPreview' }, 'preview')
  }
  if (send) {
    return (
      <>
        <FixedSend send={send} sending={sending} onContinue={goOn} />
        {sending ? <OtherFunds sending={sending} /> : null}
      </>
    )
  }
  if (!sending) {
    return (
      <Notice kind="info">
        <p>
          <b>{t('send.unsupported')}</b> <span>{t('send.unsupported.more')}</span>
        </p>
      </Notice>
    )
  }
  const { step, network } = sending
  return (
    <div className="send">
      {sending.token?.nft ? <NftRow sending={sending} /> : null}
      {sending.token?.nft && isUnique(sending.token.nft) ? null : <AmountField sending={sending} onSubmit={goOn} />}
      <RecipientField sending={sending} onSubmit={goOn} />
      <Button kind="main" wide disabled={step !== 'ready'} focusKey="preview" onPress={goOn}>
        {t(`send.step.${step}`, { coin: network.nativeCurrency.symbol })}
      </Button>
      <OtherFunds sending={sending} />
    </div>
  )
}

/** What helps where there is too little: being paid, or another wallet. */
function OtherFunds({ sending: { step } }: { readonly sending: Sending }) {
  const instance = useInstance()
  const t = useRoomText(sendWords)
  const mayBuy = useMayBuy()
  if (step !== 'insufficientFunds' && step !== 'insufficientFee') return null
  return (
    <div className="send-funds">
      {mayBuy || instance.options.features.receive ? (
        <>
          <Button
            kind="plain"
            wide
            focusKey="funds"
            onPress={() => pushView(instance, { view: mayBuy ? 'FundWallet' : 'WalletReceive' }, 'funds')}
          >
            {t('send.addFunds')}
          </Button>
          <span>{t('send.or')}</span>
        </>
      ) : null}
      <Button
        kind="quiet"
        wide
        focusKey="wallets"
        onPress={() => pushView(instance, { view: 'ProfileWallets' }, 'wallets')}
      >
        {t('send.otherWallet')}
      </Button>
    </div>
  )
}

/** Looks up a name that stands as recipient, once for each text that is typed. */
function useNameLookUp(sending: Sending | undefined): void {
  const instance = useInstance()
  const { clock } = instance.services
  const { to, networkId } = sending?.form ?? {}
  const isOnline = useOnline()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text that is typed is looked up once, and again when the network is back
  useEffect(
    () => (isOnline ? clock.after(NAME_DELAY_MS, () => void lookUpName(instance)) : undefined),
    [instance, clock, to, networkId, isOnline],
  )
}

/** Reads whom the account has paid, once for each account: what resembles one of them is told from it (SEC-94). */
function usePaidBefore(sending: Sending | undefined): void {
  const instance = useInstance()
  const networkId = sending?.network.caipNetworkId
  const address = sending?.connection.accounts[0]?.address
  useEffect(() => {
    if (networkId === undefined || address === undefined) return
    const known = {
      supportedChains: tokensOf(instance).get().supportedChains,
      unserved: unservedOf(instance).get().list,
    }
    if (!mayServe(instance, 'history', networkId, known)) return
    if (activityOf(instance).get().owner === `${networkId}:${address}`) return
    runLater(
      instance,
      () => import('../../../core/features/activity/loadActivity.ts'),
      ({ loadActivity }) => loadActivity(instance),
    )
  }, [instance, networkId, address])
}

type PartProps = { readonly sending: Sending; readonly onSubmit: () => void }

/** The way to another token. */
function useChoice(): () => void {
  const instance = useInstance()
  return () => pushView(instance, { view: 'WalletSendSelectToken' }, 'token')
}

/** The NFT that is sent. */
function NftRow({ sending: { token, network } }: { readonly sending: Sending }) {
  const choose = useChoice()
  return (
    <Row
      picture={token && <Picture src={token.iconUrl} name={token.symbol} />}
      title={<bdi>{token?.symbol}</bdi>}
      note={network.name}
      end={<Icon name="chevron" small turns />}
      focusKey="token"
      onPress={choose}
    />
  )
}

/** The token that is sent, beside its amount. */
function TokenPill({ sending: { token, network } }: { readonly sending: Sending }) {
  const t = useRoomText(sendWords)
  const choose = useChoice()
  return (
    <button type="button" className="pill send-token" data-focus-key="token" onClick={choose}>
      {token ? <Picture src={token.iconUrl} name={token.symbol} size="small" round /> : null}
      <span className="pill-text">
        {token ? <bdi>{token.symbol}</bdi> : <span>{t('send.step.selectToken')}</span>}
        <HiddenText>{`, ${network.name}`}</HiddenText>
      </span>
      <Icon name={DOWN} small />
    </button>
  )
}

const HELD_WORDS = { ...sendWords, ...listWords }

/** What there is of a token. */
export function Held({ token, wallet }: { readonly token: SendToken; readonly wallet: string }) {
  const t = useRoomText(HELD_WORDS)
  const isHidden = useHidesBalances()
  if (token.balance === undefined) return <span>{t('tokens.unknown', { wallet })}</span>
  const amount = formatAmount(toQuantity(token.balance, token.decimals), { locale: t.region })
  return (
    <Sentence
      pieces={t.pieces('send.balance', { amount: `${amount} ${token.symbol}` })}
      draw={(text) => <bdi dir="ltr">{isHidden ? <Veil /> : text}</bdi>}
    />
  )
}

function AmountField({ sending, onSubmit }: PartProps) {
  const instance = useInstance()
  const t = useRoomText(sendWords)
  const { form, token, gasPrice, step, network, namespace } = sending
  const most = token && getMost(token, gasPrice, namespace)
  const units = token && readUnits(form, token)
  const wrong = step === 'incorrectValue' || step === 'insufficientFunds' || step === 'insufficientFee'
  const symbol = token?.symbol ?? ''
  const unit = form.isFiat ? CURRENCY : token?.nft ? '' : symbol
  const worth =
    token && units !== undefined && !form.isFiat && token.price !== undefined
      ? formatFiat(Number(toQuantity(units, token.decimals)) * token.price, { locale: t.region, currency: CURRENCY })
      : undefined
  const length = form.amount.length
  return (
    <div className="send-box" data-length={length > LONGER ? 'longer' : length > LONG ? 'long' : undefined}>
      <span className="send-caption" aria-hidden="true">
        {t('send.amount')}
      </span>
      <Field
        label={unit === '' ? t('send.amount') : t('send.amountOf', { unit })}
        placeholder="0"
        value={form.amount}
        onChange={(amount) => changeForm(instance, { amount })}
        onSubmit={onSubmit}
        inputMode="decimal"
        focusKey="amount"
        error={wrong ? t(`send.step.${step}`, { coin: network.nativeCurrency.symbol }) : undefined}
      />
      {token?.nft ? null : namespace === 'bip122' ? (
        <span className="pill send-token">{symbol}</span>
      ) : (
        <TokenPill sending={sending} />
      )}
      {token?.price ? (
        <div className="send-worth">
          <bdi dir="ltr">
            {form.isFiat && units !== undefined
              ? `${formatAmount(toQuantity(units, token.decimals), { locale: t.region, digits: 6 })} ${symbol}`
              : worth}
          </bdi>
          <Button
            kind="quiet"
            small
            focusKey="unit"
            onPress={() => changeForm(instance, { isFiat: !form.isFiat, amount: '' })}
          >
            {t('send.inUnit', { unit: form.isFiat ? symbol : CURRENCY })}
          </Button>
        </div>
      ) : null}
      {token ? (
        <div className="send-held">
          <span>
            <Held token={token} wallet={sending.connection.connector.name} />
          </span>
          {most === undefined ? null : (
            <Button
              kind="quiet"
              small
              focusKey="max"
              onPress={() => changeForm(instance, { amount: toQuantity(most, token.decimals), isFiat: false })}
            >
              {t('send.max')}
            </Button>
          )}
        </div>
      ) : null}
    </div>
  )
}

/** Characters of an amount that fit beside the token on a page 320 px wide, at 32 and at 20 px. */
const LONG = 6
const LONGER = 12

function RecipientField({ sending, onSubmit }: PartProps) {
  const instance = useInstance()
  const t = useRoomText(sendWords)
  const { form, step, connection, namespace, network, state } = sending
  const found = findNamed(form, state.named)
  const paste = async (): Promise<void> => {
    // Where the browser or the visitor refuses, the field is there to paste into.
    const text = await navigator.clipboard.readText().catch(() => '')
    if (text.trim() !== '') changeForm(instance, { to: text.trim() })
  }
  const own = connection.accounts[0]?.address ?? ''
  const known = form.to === '' ? listKnown(instance, namespace) : []
  const others = known.filter(
    ({ address }, index) =>
      !isSameAddress(namespace, address, own) &&
      known.findIndex((each) => isSameAddress(namespace, each.address, address)) === index,
  )
  return (
    <>
      <div className="send-box">
        <span className="send-caption" aria-hidden="true">
          {t('send.to')}
        </span>
        <Field
          label={t(instance.options.gatewayUrl && namespace !== 'bip122' ? 'send.recipientOrName' : 'send.recipient')}
          value={form.to}
          onChange={(to) => changeForm(instance, { to })}
          onSubmit={onSubmit}
          focusKey="recipient"
          end={
            canPaste() ? (
              <Button kind="quiet" small focusKey="paste" onPress={() => void paste()}>
                {t('send.paste')}
              </Button>
            ) : undefined
          }
          error={
            step === 'invalidAddress' || step === 'otherNetwork'
              ? t(`send.step.${step}`)
              : step === 'unknownName' || step === 'unreadName'
                ? `${t(`send.step.${step}`)}. ${t(`send.step.${step}.more`, { network: network.name })}`
                : undefined
          }
        />
        {step === 'unreadName' ? (
          <Button kind="quiet" small focusKey="again" onPress={() => void lookUpName(instance)}>
            {t('action.tryAgain')}
          </Button>
        ) : null}
        {found?.address === undefined ? null : (
          <p className="send-named" role="status">
            <bdi>{found.name}</bdi> <AddressText address={found.address} full />
          </p>
        )}
      </div>
      {(['own', 'recent'] as const).map((relation) => {
        const rows = others.filter((each) => each.relation === relation).slice(0, SHOWN_RECIPIENTS)
        if (rows.length === 0) return null
        return (
          <section key={relation}>
            <h3 className="list-title">{t(`send.${relation}`)}</h3>
            <List label={t(`send.${relation}`)} plain>
              {rows.map(({ address, name }) => (
                <Row
                  key={address}
                  plain
                  picture={<Avatar address={address} />}
                  title={name === undefined ? <AddressText address={address} /> : <bdi>{name}</bdi>}
                  note={name === undefined ? undefined : <AddressText address={address} />}
                  focusKey={`recipient:${address}`}
                  onPress={() => changeForm(instance, { to: address })}
                />
              ))}
            </List>
          </section>
        )
      })}
    </>
  )
}

/** Whether the browser lets a page ask for what was copied. */
function canPaste(): boolean {
  return typeof navigator.clipboard?.readText === 'function'
}

/** Rows of each kind of recipient. */
const SHOWN_RECIPIENTS = 3
