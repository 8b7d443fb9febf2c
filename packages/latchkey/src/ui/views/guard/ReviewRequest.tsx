import { useEffect, useState } from 'react'
import { answerQuestion } from '../../../core/features/send/guard/guardRequest.ts'
import { guardOf, type Question } from '../../../core/features/send/guard/state.ts'
import { showHome } from '../../../core/flow/showHome.ts'
import { findNetwork } from '../../../core/kernel/networks/networks.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { AddressText } from '../../parts/AddressText.tsx'
import { Button } from '../../parts/Button.tsx'
import { Checkbox } from '../../parts/Checkbox.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Sentence } from '../../parts/Sentence.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { guardWords } from '../../text/rooms/guardWords.ts'
import { sendWords } from '../../text/rooms/sendWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { Changes, ChangesAhead } from '../send/Changes.tsx'
import { Choice } from '../send/Choice.tsx'
import { FindingNotice } from '../send/FindingNotice.tsx'
import sendStyles from '../send/send.css?inline'
import styles from './guard.css?inline'
import { Saying } from './Saying.tsx'
import { useHeldTokens } from './useHeldTokens.ts'

/** What the words of this view are, and those of findings that a transfer has as well. */
const WORDS = { ...sendWords, ...guardWords }

/** A request of the site's, in words and with what is worth knowing, before its wallet is asked. */
export function ReviewRequest() {
  useStyles(sendStyles)
  useStyles(styles)
  const instance = useInstance()
  const question = useLatchkeyState(guardOf, ({ questions }) => questions[0])
  const isGone = question === undefined
  useEffect(() => {
    // Nobody asks anything: a site has opened this view by its name.
    if (isGone) showHome(instance)
  }, [instance, isGone])
  return question ? <Review key={question.id} question={question} /> : null
}

function Review({ question }: { readonly question: Question }) {
  const instance = useInstance()
  const t = useRoomText(WORDS)
  const { connection, check, said } = question
  const network = useLatchkeyState('networks', (state) => findNetwork(state, connection.networkId))
  const findHeld = useHeldTokens(connection.networkId)
  const [isAccepted, setAccepted] = useState(false)
  const networkName = network?.name ?? connection.networkId
  const findings = check?.findings ?? []
  const isDanger = findings.some(({ level }) => level === 'danger')
  const isQuiet = check?.effects.status === 'simulated' && findings.every(({ level }) => level === 'note')
  const isStill = check?.effects.status === 'simulated' && check.effects.changes.length === 0
  return (
    <div className="send guard" data-state={toState(check && { isDanger, isQuiet })}>
      <p>
        <Sentence
          pieces={t.pieces('guard.asks', { site: instance.options.metadata.name, wallet: connection.connector.name })}
        />
      </p>
      <section>
        <h3 className="list-title">{t('guard.says')}</h3>
        <Saying
          said={check ? { ...said, solana: check.solana } : said}
          effects={check?.effects}
          connection={connection}
          network={network}
        />
      </section>
      <dl className="send-facts">
        <div>
          <dt>{t('guard.account')}</dt>
          <dd>
            <AddressText address={connection.accounts[0]?.address ?? ''} />
          </dd>
        </div>
        <div>
          <dt>{t('send.network')}</dt>
          <dd>
            <bdi>{networkName}</bdi>
          </dd>
        </div>
      </dl>
      {/* Of a signature nothing moves until somebody uses it. */}
      {check === undefined ? (
        <ChangesAhead lines={1} />
      ) : (
        <>
          <Changes effects={check.effects} coin={network?.nativeCurrency} findToken={findHeld} />
          {isStill ? <p>{t('guard.nothing')}</p> : null}
        </>
      )}
      {findings.map((finding) => (
        <FindingNotice
          key={`${finding.code} ${JSON.stringify(finding.facts, (_, fact: unknown) => (typeof fact === 'bigint' ? String(fact) : fact))}`}
          finding={finding}
          networkName={networkName}
          words={WORDS}
        />
      ))}
      {isQuiet ? (
        <Notice kind="info" icon="check">
          <p>{t('guard.quiet')}</p>
        </Notice>
      ) : null}
      {isDanger ? (
        <Checkbox isChecked={isAccepted} onChange={setAccepted} focusKey="anyway">
          {t('guard.anyway')}
        </Checkbox>
      ) : null}
      <Choice isDanger={isDanger}>
        <Button
          kind={isDanger ? 'main' : 'plain'}
          wide
          focusKey="reject"
          onPress={() => answerQuestion(instance, question.id, 'reject')}
        >
          {t('guard.reject')}
        </Button>
        <Button
          kind={isDanger ? 'plain' : 'main'}
          wide
          busy={check === undefined}
          disabled={check === undefined || (isDanger && !isAccepted)}
          focusKey="continue"
          onPress={() => answerQuestion(instance, question.id, 'continue')}
        >
          {t('guard.continue')}
        </Button>
      </Choice>
    </div>
  )
}

function toState(verdict: { readonly isDanger: boolean; readonly isQuiet: boolean } | undefined): string {
  if (!verdict) return 'checking'
  if (verdict.isDanger) return 'danger'
  return verdict.isQuiet ? 'quiet' : 'warned'
}
