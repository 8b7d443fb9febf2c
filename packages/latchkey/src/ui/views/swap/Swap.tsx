import { useEffect } from 'react'
import {
  changeSwap,
  fillSwap,
  flipSwap,
  loadQuote,
  loadSwapTokens,
  watchQuote,
} from '../../../core/features/swap/actions.ts'
import { toQuantity } from '../../../core/features/tokens/rules.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { useAnnounce, useInstance } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { HiddenText } from '../../parts/HiddenText.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { StrokeIcon } from '../../parts/StrokeIcon.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import type { Translate } from '../../text.ts'
import { useRoomText } from '../../useRoomText.ts'
import { useFreshBalances } from '../account/useBalances.ts'
import { useMayBuy } from '../onramp/useMayBuy.ts'
import { useHidesBalances } from '../useHidesBalances.ts'
import { useViewData } from '../useViewData.ts'
import { Veil } from '../Veil.tsx'
import { AmountBox } from './AmountBox.tsx'
import { QuoteAge } from './QuoteAge.tsx'
import { QuoteFacts } from './QuoteFacts.tsx'
import { Slippage } from './Slippage.tsx'
import styles from './swap.css?inline'
import { sayAmount, sayTokens, sayWorth } from './swapFormat.ts'
import { SWAP_WORDS } from './swapText.ts'
import { type SwapAsset, type Swapping, useSwapping } from './useSwapping.ts'

/** What to pay with, what to get, and on which terms. */
export function Swap() {
  useStyles(styles)
  useFreshBalances()
  const instance = useInstance()
  const t = useRoomText(SWAP_WORDS)
  const swapping = useSwapping()
  const { swap } = useViewData('Swap')
  useEffect(() => watchQuote(instance), [instance])
  useEffect(() => {
    if (swap) void fillSwap(instance, swap)
  }, [instance, swap])
  if (!swapping) return <Unsupported />
  if (swapping.status === 'loading') {
    return (
      <div className="swap" aria-busy="true">
        <HiddenText>{t('tokens.loading')}</HiddenText>
        <div className="swap-pair">
          <span className="swap-amount ghost" />
          <span className="swap-amount ghost" />
        </div>
      </div>
    )
  }
  if (swapping.status === 'failed') {
    return (
      <div className="swap">
        <div role="alert">
          <Notice kind="warn">
            <p>{t('swap.notStarted')}</p>
          </Notice>
        </div>
        <Button kind="plain" wide focusKey="again" onPress={() => void loadSwapTokens(instance, { isAnew: true })}>
          {t('action.tryAgain')}
        </Button>
      </div>
    )
  }
  const { step, quote, to } = swapping
  const refresh = (): void => void loadQuote(instance)
  const goOn = (): void => {
    if (step === 'ready') pushView(instance, { view: 'SwapPreview' }, 'review')
    if (step === 'unquoted') refresh()
  }
  return (
    <div className="swap" data-step={step}>
      <Pair swapping={swapping} onSubmit={goOn} />
      <Said text={quote && to ? t('swap.said', { amount: sayTokens(t, quote.got, to) }) : undefined} />
      <Problem swapping={swapping} />
      {quote ? <QuoteFacts swapping={swapping} quote={quote} /> : null}
      {quote ? <QuoteAge askedAt={quote.askedAt} isOld={swapping.isOld} refresh={refresh} /> : null}
      {quote?.isExact ? null : (
        <Slippage percent={swapping.slippage} onChange={(slippage) => changeSwap(instance, { slippage })} />
      )}
      <Button
        kind="main"
        wide
        busy={step === 'quoting'}
        disabled={step !== 'ready' && step !== 'unquoted'}
        focusKey="review"
        onPress={goOn}
      >
        {sayStep(t, swapping)}
      </Button>
    </div>
  )
}

/** The one thing that is missing, or what comes next. */
function sayStep(t: Translate, { step, network }: Swapping): string {
  if (step === 'unquoted') return t('title.Swap')
  if (step === 'selectToken') return t('send.step.selectToken')
  if (step === 'incorrectValue') return t('send.step.incorrectValue')
  if (step === 'insufficientFee') return t('send.step.insufficientFee', { coin: network.nativeCurrency.symbol })
  return t(`swap.step.${step}`)
}

type PartProps = { readonly swapping: Swapping }

function Pair({ swapping, onSubmit }: PartProps & { readonly onSubmit: () => void }) {
  const instance = useInstance()
  const t = useRoomText(SWAP_WORDS)
  const { from, to, amount, units, quote, step } = swapping
  const isWrong = step === 'incorrectValue' || step === 'insufficientBalance' || step === 'insufficientFee'
  const choose = (side: 'from' | 'to'): void =>
    pushView(instance, { view: 'SwapSelectToken', data: { side } }, `${side}:token`)
  return (
    <div className="swap-pair">
      <AmountBox
        side="from"
        label={t('swap.pay')}
        unit={from?.symbol}
        value={amount}
        onChange={(typed) => changeSwap(instance, { amount: typed })}
        onSubmit={onSubmit}
        token={from}
        unset={t('send.step.selectToken')}
        onToken={() => choose('from')}
        worth={from && sayWorth(t, units, from)}
        end={from ? <Held token={from} isPaid most={swapping.most} /> : null}
        error={isWrong ? sayStep(t, swapping) : undefined}
      />
      <button
        type="button"
        className="swap-flip"
        data-focus-key="flip"
        aria-label={t('swap.flip')}
        onClick={() => flipSwap(instance, quote && to ? toQuantity(quote.got, to.decimals) : amount)}
      >
        <StrokeIcon name="flip" />
      </button>
      <AmountBox
        side="to"
        label={t('swap.get')}
        unit={to?.symbol}
        value={quote && to ? sayAmount(t, quote.got, to) : ''}
        token={to}
        unset={t('send.step.selectToken')}
        onToken={() => choose('to')}
        worth={quote && to && sayWorth(t, quote.got, to)}
        end={to ? <Held token={to} /> : null}
        isWaiting={step === 'quoting'}
      />
    </div>
  )
}

/** What the account has of a token, with the way to pay all of it; of one that it has none of, how to get some. */
function Held({ token, isPaid, most }: Held.Props) {
  const instance = useInstance()
  const t = useRoomText(SWAP_WORDS)
  const isHidden = useHidesBalances()
  const mayBuy = useMayBuy()
  const { balance } = token
  if (balance === undefined) return null
  return (
    <>
      <bdi dir="ltr">{isHidden ? <Veil /> : sayAmount(t, balance, token)}</bdi>
      {isPaid && balance === 0n && (mayBuy || instance.options.features.receive) ? (
        <button
          type="button"
          className="swap-max"
          data-focus-key="get"
          onClick={() => pushView(instance, { view: mayBuy ? 'FundWallet' : 'WalletReceive' }, 'get')}
        >
          {t(mayBuy ? 'title.FundWallet' : 'title.WalletReceive')}
        </button>
      ) : null}
      {isPaid && balance > 0n && most !== undefined ? (
        <button
          type="button"
          className="swap-max"
          data-focus-key="max"
          onClick={() => changeSwap(instance, { amount: toQuantity(most, token.decimals) })}
        >
          {t('send.max')}
        </button>
      ) : null}
    </>
  )
}
declare namespace Held {
  type Props = {
    readonly token: SwapAsset
    /** It is the side that is paid. */
    readonly isPaid?: boolean | undefined
    readonly most?: bigint | undefined
  }
}

/** Says the result once typing has stopped: a quote comes only then. */
function Said({ text }: { readonly text: string | undefined }) {
  const announce = useAnnounce()
  useEffect(() => {
    if (text !== undefined) announce(text, 'polite')
  }, [announce, text])
  return null
}

/** Why there is no price. */
function Problem({ swapping: { step, state } }: PartProps) {
  const t = useRoomText(SWAP_WORDS)
  const isOffline = step === 'unquoted' && state.asked.code === 'OFFLINE'
  const sentence = isOffline
    ? t('failure.OFFLINE')
    : step === 'unquoted'
      ? t('swap.unquoted', { button: t('title.Swap') })
      : step === 'insufficientLiquidity'
        ? t('swap.noRoute')
        : undefined
  if (sentence === undefined) return null
  return (
    <div role="alert">
      <Notice kind="warn" icon={isOffline ? 'offline' : undefined}>
        <p>{sentence}</p>
      </Notice>
    </div>
  )
}

/** No swaps where the visitor is, and the way to where there are some. */
function Unsupported() {
  const instance = useInstance()
  const t = useRoomText(SWAP_WORDS)
  return (
    <div className="swap">
      <Notice kind="info">
        <p>
          <b>{t('swap.unsupported')}</b> <span>{t('swap.unsupported.more')}</span>
        </p>
      </Notice>
      <Button kind="main" wide focusKey="networks" onPress={() => pushView(instance, { view: 'Networks' }, 'networks')}>
        {t('action.otherNetworks')}
      </Button>
    </div>
  )
}
