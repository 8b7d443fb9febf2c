import { useEffect, useState } from 'react'
import { IMPACT_ASKED, IMPACT_WARNED } from '../../../core/features/swap/rules.ts'
import { forgetSwap, sendSwap } from '../../../core/features/swap/sendSwap.ts'
import type { FailedPart, SwapRequestStep } from '../../../core/features/swap/state.ts'
import { goBack } from '../../../core/flow/goBack.ts'
import { replaceView } from '../../../core/flow/replaceView.ts'
import { useInstance } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Checkbox } from '../../parts/Checkbox.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import type { Translate } from '../../text.ts'
import { useRoomText } from '../../useRoomText.ts'
import { FailedNotice } from '../FailedNotice.tsx'
import { useHeldTokens } from '../guard/useHeldTokens.ts'
import { RequestNotice } from '../RequestNotice.tsx'
import { Changes, ChangesAhead } from '../send/Changes.tsx'
import { FindingNotice } from '../send/FindingNotice.tsx'
import sendStyles from '../send/send.css?inline'
import { TransactionNotice } from '../TransactionNotice.tsx'
import { useViewData } from '../useViewData.ts'
import { Moved } from './Moved.tsx'
import { toLevel } from './QuoteFacts.tsx'
import { Steps } from './Steps.tsx'
import { SwapDone } from './SwapDone.tsx'
import styles from './swap.css?inline'
import { sayExactly, sayPercent, sayTokens } from './swapFormat.ts'
import { SWAP_WORDS } from './swapText.ts'
import { type Review, useReview } from './useReview.ts'
import { useSwapCheck } from './useSwapCheck.ts'

/** Everything once more before the wallet is asked, each request of it as a step, and then what became of it. */
export function SwapPreview() {
  useStyles(sendStyles)
  useStyles(styles)
  const instance = useInstance()
  const { hasLeft = false } = useViewData('SwapPreview')
  const found = useReview(hasLeft)
  const isLeaving = !hasLeft && found !== undefined && found.review === undefined
  useEffect(() => {
    if (isLeaving) replaceView(instance, { view: 'SwapPreview', data: { hasLeft: true } })
  }, [instance, isLeaving])
  if (found?.review) return <Questions review={found.review} />
  return found?.state.sent ? <SwapDone sent={found.state.sent} /> : null
}

function Questions({ review }: { readonly review: Review }) {
  const instance = useInstance()
  const t = useRoomText(SWAP_WORDS)
  const { quote, from, to, steps, state, connection, network } = review
  const { phase } = state
  const [accepted, setAccepted] = useState<string>()
  // What was shown when one came here, or agreed to since: a price that is worse by more than the slippage is told.
  const [agreed, setAgreed] = useState(quote)
  const checked = useSwapCheck(review)
  const isChecking = checked === 'checking'
  const check = isChecking ? undefined : checked
  const findHeld = useHeldTokens(connection.networkId)
  const impact = quote.impact ?? 0
  const findings = check?.findings.filter(({ code }) => `send.finding.${code}` in SWAP_WORDS) ?? []
  // Of Solana the node that tries it says what it costs.
  const networkFee = review.networkFee ?? check?.cost?.fee
  const isDanger = findings.some(({ level }) => level === 'danger')
  const isAsked = isDanger || impact >= IMPACT_ASKED
  const subject = `${quote.paid} ${quote.least} ${impact}`
  const isBusy = phase === 'asking' || phase === 'mining'
  const mayGoOn = phase === 'idle' && !isChecking && (!isAsked || accepted === subject)
  const coin = network.nativeCurrency
  return (
    <div className="swap" data-phase={phase}>
      <RequestNotice />
      <TransactionNotice />
      <div className="swap-panel">
        <Moved kind="paid" token={from} units={quote.paid} />
        <Moved kind="got" token={to} units={quote.got} />
      </div>
      <dl className="swap-facts">
        <div>
          <dt>{quote.isExact ? t('swap.leastOnly') : t('swap.least', { percent: sayPercent(t, quote.slippage) })}</dt>
          <dd>
            <bdi dir="ltr">{sayTokens(t, quote.least, to)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('swap.impact')}</dt>
          <dd className={toLevel(quote.impact)}>
            {quote.impact === undefined ? t('swap.unknown') : <bdi>{sayPercent(t, quote.impact)}</bdi>}
          </dd>
        </div>
        <div>
          <dt>{t('swap.providerFee', { site: instance.options.metadata.name })}</dt>
          <dd>{quote.feePercent === 0 ? t('swap.none') : <bdi>{sayPercent(t, quote.feePercent)}</bdi>}</dd>
        </div>
        <div>
          <dt>{t(steps.length > 1 ? 'swap.feeBoth' : 'send.fee')}</dt>
          <dd>
            {networkFee === undefined ? (
              t('send.feeUnknown')
            ) : (
              <bdi>{t('send.feeAbout', { amount: sayTokens(t, networkFee, coin) })}</bdi>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('send.network')}</dt>
          <dd>
            <bdi>{network.name}</bdi>
          </dd>
        </div>
      </dl>
      <Steps steps={steps.map((step, index) => sayStep(t, step, toStepState(review, index), review))} />
      {isChecking ? <ChangesAhead lines={2} /> : null}
      {check ? <Changes effects={check.effects} coin={coin} findToken={findHeld} /> : null}
      {impact >= IMPACT_WARNED ? (
        <div role="alert">
          <Notice kind={impact >= IMPACT_ASKED ? 'bad' : 'warn'}>
            <p>{t('swap.impact.high', { percent: sayPercent(t, impact) })}</p>
          </Notice>
        </div>
      ) : null}
      {findings.map((finding) => (
        <FindingNotice key={finding.code} finding={finding} networkName={network.name} words={SWAP_WORDS} />
      ))}
      <Outcome review={review} hasMoved={quote.got < agreed.least} />
      {phase === 'unclear' ? (
        <Checkbox isChecked={false} onChange={() => forgetSwap(instance, connection)} focusKey="again">
          {t('swap.anyway')}
        </Checkbox>
      ) : null}
      {isAsked && phase !== 'unclear' ? (
        <Checkbox
          isChecked={accepted === subject}
          onChange={(isChecked) => setAccepted(isChecked ? subject : undefined)}
          focusKey="anyway"
        >
          {isDanger ? t('swap.anyway') : t('swap.impact.accept', { percent: sayPercent(t, impact) })}
        </Checkbox>
      ) : null}
      <div className="swap-buttons">
        <Button kind="plain" wide focusKey="cancel" onPress={() => goBack(instance)}>
          {t('send.cancel')}
        </Button>
        <Button
          kind="main"
          wide
          busy={isBusy || isChecking}
          disabled={!mayGoOn}
          focusKey="swap"
          onPress={() => {
            setAgreed(quote)
            void sendSwap(instance, { connection, quote, acceptsImpact: accepted === subject })
          }}
        >
          {isBusy
            ? t('swap.waiting', { wallet: phase === 'mining' ? network.name : connection.connector.name })
            : sayButton(t, review)}
        </Button>
      </div>
    </div>
  )
}

function toStepState({ steps, state }: Review, index: number): Steps.Step['state'] {
  if (steps[index]?.isDone) return 'done'
  if (index !== steps.findIndex(({ isDone }) => !isDone)) return 'later'
  if (state.phase === 'asking' || state.phase === 'mining') return 'busy'
  return (state.planFailure ?? state.failure) === undefined ? 'now' : 'failed'
}

/** What the button asks the wallet for. */
function sayButton(t: Translate, { steps, from, quote }: Review): string {
  const next = steps.find(({ isDone }) => !isDone)?.kind
  const amount = sayExactly(quote.paid, from)
  return t(next === 'allow' || next === 'permit' ? 'swap.allow' : 'swap.do', { amount })
}

function sayStep(
  t: Translate,
  { kind }: SwapRequestStep,
  state: Steps.Step['state'],
  { from, to, quote, network, state: { phase } }: Review,
): Steps.Step {
  const amount = sayExactly(quote.paid, from)
  if (state === 'busy' && phase === 'mining') {
    return { key: kind, state, title: t('swap.allow', { amount }), note: t('swap.mining', { network: network.name }) }
  }
  switch (kind) {
    case 'allow':
    case 'permit': {
      const more = t(kind === 'permit' ? 'swap.permit.more' : 'swap.allow.more')
      const note = state === 'busy' ? t('swap.allow.asking') : state === 'done' ? undefined : more
      return { key: kind, state, title: t(state === 'done' ? 'swap.allowed' : 'swap.allow', { amount }), note }
    }
    case 'batch':
      return {
        key: kind,
        state,
        title: t('swap.batch', { amount }),
        note: t(state === 'busy' ? 'swap.asking' : 'swap.batch.more'),
      }
    default: {
      const note = state === 'busy' ? t('swap.asking') : state === 'later' ? t('swap.later') : undefined
      return { key: kind, state, title: t('swap.swapFor', { amount: sayTokens(t, quote.least, to) }), note }
    }
  }
}

/** Why this cannot be carried out as it stands, else why the last try came to nothing. */
function Outcome({ review, hasMoved }: { readonly review: Review; readonly hasMoved: boolean }) {
  const t = useRoomText(SWAP_WORDS)
  const { state, connection } = review
  const failure = state.planFailure ?? state.failure ?? (hasMoved && state.phase === 'idle' ? 'QUOTE_MOVED' : undefined)
  if (failure === undefined) return null
  const wallet = connection.connector.name
  const failedAt = state.planFailure === undefined ? state.failedAt : state.planFailedAt
  const [sentence, more] =
    state.phase === 'unclear'
      ? [t('send.unclear'), t('send.unclear.more', { wallet })]
      : sayFailure(t, { failure, failedAt, wallet })
  return (
    <FailedNotice failure={failure} sentence={sentence}>
      {more}
    </FailedNotice>
  )
}

function sayFailure(
  t: Translate,
  { failure, failedAt, wallet }: { failure: string; failedAt: FailedPart | undefined; wallet: string },
): readonly [sentence: string, more: string] {
  const nothing = t('swap.nothing')
  switch (failure) {
    case 'USER_REJECTED':
      return [t('send.rejected', { wallet }), nothing]
    case 'QUOTE_MOVED':
      return [t('swap.moved'), t('swap.moved.more')]
    case 'SWAP_MISMATCH':
      return [t('swap.mismatch'), t('swap.mismatch.more')]
    case 'LIQUIDITY_INSUFFICIENT':
      return [t('swap.step.insufficientLiquidity'), nothing]
    case 'DATA_UNAVAILABLE':
    case 'UPSTREAM_UNAVAILABLE':
      return [t(`swap.failed.${failedAt ?? 'transaction'}`), nothing]
    default:
      return [t('swap.failed'), nothing]
  }
}
