import { useEffect } from 'react'
import { answerWalk } from '../../../core/features/calls/answerWalk.ts'
import { callsOf, type Walk, type WalkedCall } from '../../../core/features/calls/state.ts'
import { requestClose } from '../../../core/flow/requestClose.ts'
import { showHome } from '../../../core/flow/showHome.ts'
import { findNetwork } from '../../../core/kernel/networks/networks.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { AddressText } from '../../parts/AddressText.tsx'
import { Button } from '../../parts/Button.tsx'
import { List } from '../../parts/List.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Row } from '../../parts/Row.tsx'
import { Sentence } from '../../parts/Sentence.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { callsWords } from '../../text/rooms/callsWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import styles from './calls.css?inline'

const STATE_WORDS = {
  waiting: 'calls.waiting',
  asked: 'calls.asked',
  sent: 'calls.sent',
  notSent: 'calls.notSent',
  unclear: 'calls.unclear',
} as const satisfies Readonly<Record<WalkedCall['state'], keyof typeof callsWords>>

/** What a wallet without batches is asked for one by one: said before, and how far it is. Source: F-18. */
export function CallsProgress() {
  useStyles(styles)
  const instance = useInstance()
  const walk = useLatchkeyState(callsOf, (state) => state.walk)
  const isGone = walk === undefined
  useEffect(() => {
    // Nothing goes one by one: a site has opened this view by its name.
    if (isGone) showHome(instance)
  }, [instance, isGone])
  return walk ? <Progress walk={walk} /> : null
}

function Progress({ walk: { walletName, networkId, calls, stage } }: { readonly walk: Walk }) {
  const instance = useInstance()
  const t = useRoomText(callsWords)
  const network = useLatchkeyState('networks', (state) => findNetwork(state, networkId))
  const sent = calls.filter(({ state }) => state === 'sent').length
  const isWhole = sent === calls.length
  return (
    <div className="calls" data-stage={stage}>
      {stage === 'over' ? (
        <div role="status" data-failure={isWhole ? undefined : 'BATCH_PARTLY'}>
          <Notice kind={isWhole ? 'info' : 'warn'}>
            <p>
              {isWhole
                ? t('calls.all', { count: calls.length })
                : t('calls.partly', { sent: `${sent}`, count: calls.length })}
            </p>
          </Notice>
        </div>
      ) : (
        <>
          <p>
            <Sentence pieces={t.pieces('calls.ask', { wallet: walletName, count: calls.length })} />
          </p>
          <p className="calls-note">{t('calls.final')}</p>
        </>
      )}
      <List label={t('calls.list')} plain>
        {calls.map((call, index) => (
          <CallRow
            // biome-ignore lint/suspicious/noArrayIndexKey: calls are told apart by their place only
            key={index}
            call={call}
            number={index + 1}
            explorer={network?.blockExplorers?.default.url}
          />
        ))}
      </List>
      {stage === 'offered' ? (
        <div className="calls-buttons">
          <Button kind="main" wide focusKey="start" onPress={() => answerWalk(instance, 'start')}>
            {t('calls.start')}
          </Button>
          <Button kind="plain" wide focusKey="cancel" onPress={() => answerWalk(instance, 'reject')}>
            {t('calls.cancel')}
          </Button>
        </div>
      ) : stage === 'over' ? (
        <Button kind="plain" wide focusKey="close" onPress={() => requestClose(instance, 'closeButton')}>
          {t('calls.close')}
        </Button>
      ) : null}
    </div>
  )
}

function CallRow({
  call: { to, state, hash },
  number,
  explorer,
}: {
  readonly call: WalkedCall
  readonly number: number
  /** The network's explorer, where it has one. */
  readonly explorer: string | undefined
}) {
  const t = useRoomText(callsWords)
  const said = t(STATE_WORDS[state])
  return (
    <Row
      plain
      title={t('calls.call', { number: `${number}` })}
      note={to === undefined ? undefined : <AddressText address={to} />}
      href={
        hash === undefined || explorer === undefined
          ? undefined
          : `${explorer.replace(/\/+$/, '')}/tx/${encodeURIComponent(hash)}`
      }
      end={
        <span className="calls-state" data-state={state}>
          {state === 'asked' ? <Spinner /> : null}
          <span>{said}</span>
        </span>
      }
    />
  )
}
