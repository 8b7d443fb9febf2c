import { useEffect } from 'react'
import { answerFunds } from '../../../core/features/calls/answerFunds.ts'
import { type FundsQuestion, fundsOf } from '../../../core/features/calls/funds.ts'
import { formatAmount, toQuantity } from '../../../core/features/tokens/rules.ts'
import { tokensOf } from '../../../core/features/tokens/state.ts'
import { watchBalances } from '../../../core/features/tokens/watchBalances.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { showHome } from '../../../core/flow/showHome.ts'
import { findNetwork } from '../../../core/kernel/networks/networks.ts'
import type { Network } from '../../../core/types/network.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Sentence } from '../../parts/Sentence.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { callsWords } from '../../text/rooms/callsWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { useMaySwap } from '../account/useMaySwap.ts'
import { useMayBuy } from '../onramp/useMayBuy.ts'
import { Choice } from '../send/Choice.tsx'
import sendStyles from '../send/send.css?inline'
import styles from './calls.css?inline'

/** Digits after the point in what is said of an amount; more is noise. */
const DIGITS = 6

/** A batch whose account lacks coin: how much, and the ways to have it. Source: F-30. */
export function CallsFunds() {
  useStyles(sendStyles)
  useStyles(styles)
  const instance = useInstance()
  const question = useLatchkeyState(fundsOf, (state) => state.question)
  const network = useLatchkeyState('networks', (state) => question && findNetwork(state, question.connection.networkId))
  const isGone = !question || !network
  useEffect(() => {
    // Nothing waits for coin: a site has opened this view by its name.
    if (isGone) showHome(instance)
  }, [instance, isGone])
  return isGone ? null : <Funds question={question} network={network} />
}

function Funds({
  question: { needed, held, canBeSponsored, canSwap },
  network,
}: {
  readonly question: FundsQuestion
  readonly network: Network
}) {
  const instance = useInstance()
  const t = useRoomText(callsWords)
  const { decimals, symbol: coin } = network.nativeCurrency
  const isThere = held >= needed
  // Up, so that whoever gets as much as is said has enough.
  const step = 10n ** BigInt(Math.max(0, decimals - DIGITS))
  const say = (units: bigint): string =>
    `${formatAmount(toQuantity(units, decimals), { locale: t.region, digits: DIGITS })} ${coin}`
  return (
    <div className="send calls" data-state={isThere ? 'there' : 'short'}>
      <p>
        <Sentence
          pieces={t.pieces('funds.ask', { site: instance.options.metadata.name, coin, network: network.name })}
        />
      </p>
      <dl className="send-facts">
        <div>
          <dt>{t('funds.needed')}</dt>
          <dd>{say(((needed + step - 1n) / step) * step)}</dd>
        </div>
        <div>
          <dt>{t('funds.held')}</dt>
          <dd>{say(held)}</dd>
        </div>
      </dl>
      <div role="status">
        {isThere ? (
          <Notice kind="info" icon="check">
            <p>{t('funds.there', { coin })}</p>
          </Notice>
        ) : (
          <p className="calls-wait">
            <Spinner />
            <span>{t('funds.waiting', { coin })}</span>
          </p>
        )}
      </div>
      {isThere ? null : <Ways coin={coin} network={network} canSwap={canSwap} />}
      <Choice isDanger={false}>
        <Button kind="plain" wide focusKey="cancel" onPress={() => answerFunds(instance, 'reject')}>
          {t('calls.cancel')}
        </Button>
        {canBeSponsored && !isThere ? (
          <Button kind="main" wide focusKey="sponsor" onPress={() => answerFunds(instance, 'sponsor')}>
            {t('funds.sponsor')}
          </Button>
        ) : (
          <Button
            kind="main"
            wide
            disabled={!isThere}
            focusKey="continue"
            onPress={() => answerFunds(instance, 'continue')}
          >
            {t('funds.continue')}
          </Button>
        )}
      </Choice>
    </div>
  )
}

/** What can be done here to have the coin. The batch waits below what these open. */
function Ways({
  coin,
  network: { caipNetworkId },
  canSwap,
}: {
  readonly coin: string
  readonly network: Network
  readonly canSwap: boolean
}) {
  const instance = useInstance()
  const t = useRoomText(callsWords)
  const maySwap = useMaySwap(caipNetworkId)
  const mayBuy = useMayBuy()
  useEffect(() => watchBalances(instance), [instance])
  const tokens = useLatchkeyState(tokensOf, (state) => state.tokens)
  // What is worth most is asked for first.
  const fromToken = tokens
    ?.filter(({ address, chainId, value = 0 }) => address !== undefined && chainId === caipNetworkId && value > 0)
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0))[0]?.address
  return (
    <div className="calls-buttons">
      {canSwap && maySwap && fromToken !== undefined ? (
        <Button
          kind="plain"
          wide
          focusKey="swap"
          onPress={() => pushView(instance, { view: 'Swap', data: { swap: { fromToken, toToken: 'native' } } }, 'swap')}
        >
          {t('funds.swap', { coin })}
        </Button>
      ) : null}
      {mayBuy ? (
        <Button kind="plain" wide focusKey="buy" onPress={() => pushView(instance, { view: 'FundWallet' }, 'buy')}>
          {t('funds.buy', { coin })}
        </Button>
      ) : null}
      {instance.options.features.receive ? (
        <Button
          kind="plain"
          wide
          focusKey="receive"
          onPress={() => pushView(instance, { view: 'WalletReceive' }, 'receive')}
        >
          {t('funds.receive', { coin })}
        </Button>
      ) : null}
    </div>
  )
}
