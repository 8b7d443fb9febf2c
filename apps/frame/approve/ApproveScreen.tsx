import type { Finding, SigningFinding } from '@latchkey/wire/guard'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../../../packages/latchkey/src/ui/parts/Icon.tsx'
import { GLOBE } from '../../../packages/latchkey/src/ui/parts/laterIcons.ts'
import { useStyles } from '../../../packages/latchkey/src/ui/parts/useStyles.ts'
import { usePageLook } from '../page/context.ts'
import styles from './approve.css?inline'
import { Decision } from './Decision.tsx'
import { Details } from './Details.tsx'
import { FindingList } from './FindingList.tsx'
import { isolate, toCoin, toShortAddress, toSite } from './format.ts'
import { type Inspection, inspect } from './inspect.ts'
import { findNetworkWords } from './networks.ts'
import type { Reading } from './readSubject.ts'
import { Says } from './Says.tsx'
import { fill, type Speech, useSpeech } from './speech.ts'
import type { ApprovalOutcome, ApprovalRequest } from './types.ts'
import { useArming } from './useArming.ts'

/** One request, in words, with everything that is worth knowing of it, and the decision (SEC-45). */
export function ApproveScreen(props: ApproveScreen.Props) {
  const { language, isRightToLeft } = usePageLook()
  const speech = useSpeech(language)
  const place = useRef<HTMLDivElement>(null)
  useStyles(styles)
  return (
    <div ref={place} className="approve" dir={isRightToLeft ? 'rtl' : 'ltr'} lang={language}>
      {speech ? <Asked {...props} speech={speech} place={place} /> : null}
    </div>
  )
}
export declare namespace ApproveScreen {
  type Props = {
    readonly request: ApprovalRequest
    readonly reading: Reading
    /** Which of how many this is; the first is 1. */
    readonly queue: { readonly place: number; readonly count: number }
    readonly onEnd: (outcome: ApprovalOutcome) => void
  }
}

function Asked({ request, reading, queue, onEnd, speech, place }: Asked.Props) {
  const { t, words } = speech
  const [found, setFound] = useState<readonly Inspection[]>()
  const [isAccepted, setAccepted] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const { networks } = usePageLook()
  const network = findNetworkWords(request.network, networks)
  const end = useOnce(onEnd)

  useEffect(() => {
    let isCurrent = true
    void inspect(request, reading).then((each) => isCurrent && setFound(each))
    return () => {
      isCurrent = false
    }
  }, [request, reading])
  useEffect(() => title.current?.focus(), [])
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') end('rejected')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [end])

  const findings = sortFindings([...reading.findings, ...(found ?? []).flatMap((each) => each.findings)])
  const danger = toDanger(findings)
  // What is grave stands before what it is about, so that it is in sight from the start.
  const grave = findings.filter(({ level }) => level === 'blocked' || level === 'danger').length
  const { arming, look } = useArming(place, JSON.stringify([found !== undefined, isAccepted, speech.t.locale]))
  const isUnsent = reading.kind === 'solana' && !reading.isSent
  const isSignature = reading.kind === 'message' || reading.kind === 'typedData'
  const isSponsored = reading.kind === 'transaction' && reading.isSponsored
  const isEnabling = (reading.kind === 'transaction' || reading.kind === 'permission') && reading.isEnabling
  const fee = isSignature ? undefined : sumFees(found ?? [])
  return (
    <section
      className="approve-card"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-host`}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <div className="approve-body" tabIndex={0}>
        <header className="approve-head">
          <h1 id={`${id}-title`} tabIndex={-1} ref={title}>
            {words.title}
          </h1>
          {queue.count > 1 ? <span>{fill(words.queue, queue)}</span> : null}
        </header>
        <div className="approve-host">
          <Icon name={GLOBE} />
          <div>
            <bdi dir="ltr" id={`${id}-host`}>
              {toSite(request.host)}
            </bdi>
            {request.claimed ? <small>{fill(words.claim, { name: isolate(request.claimed.name) })}</small> : null}
          </div>
        </div>
        <FindingList findings={findings.slice(0, grave)} networkName={network.name} speech={speech} />
        <Says account={request.account} reading={reading} found={found} network={network} speech={speech} />
        {found === undefined ? <p role="status">{t('send.checking')}</p> : null}
        <FindingList findings={findings.slice(grave)} networkName={network.name} speech={speech} />
        <dl className="approve-facts">
          <div>
            <dt>{t('guard.account')}</dt>
            <dd>
              <bdi dir="ltr">{toShortAddress(request.account)}</bdi>
            </dd>
          </div>
          <div>
            <dt>{t('send.network')}</dt>
            <dd>
              <bdi>{network.name}</bdi>
            </dd>
          </div>
          {fee === undefined ? null : (
            <div>
              <dt>{words.fee}</dt>
              <dd>{isSponsored ? words.sponsored : <bdi dir="ltr">{toCoin(fee, network.coin)}</bdi>}</dd>
            </div>
          )}
        </dl>
        {reading.kind === 'transaction' && reading.deploys ? <p className="approve-note">{words.deploys}</p> : null}
        {isEnabling ? <p className="approve-note">{words.enables}</p> : null}
        {isUnsent ? <p className="approve-note">{words.kept}</p> : null}
        <Details account={request.account} reading={reading} speech={speech} />
      </div>
      <Decision
        arming={arming}
        look={look}
        isChecked={found !== undefined}
        danger={danger}
        isAccepted={isAccepted}
        onAccept={setAccepted}
        isSignature={isSignature || isUnsent}
        onEnd={end}
        speech={speech}
      />
    </section>
  )
}
declare namespace Asked {
  type Props = ApproveScreen.Props & { readonly speech: Speech; readonly place: RefObject<HTMLDivElement | null> }
}

/** Whatever is pressed afterwards, one request has one end. */
function useOnce(onEnd: (outcome: ApprovalOutcome) => void): (outcome: ApprovalOutcome) => void {
  const last = useRef(onEnd)
  last.current = onEnd
  const [end] = useState(() => {
    let isOver = false
    return (outcome: ApprovalOutcome): void => {
      if (isOver) return
      isOver = true
      last.current(outcome)
    }
  })
  return end
}

type AnyFinding = Finding | SigningFinding

const LEVELS: readonly AnyFinding['level'][] = ['blocked', 'danger', 'warning', 'note']

function toDanger(findings: readonly AnyFinding[]): 'none' | 'danger' | 'blocked' {
  const gravest = findings[0]?.level
  return gravest === 'blocked' || gravest === 'danger' ? gravest : 'none'
}

/** The gravest first, each once. */
function sortFindings(findings: readonly AnyFinding[]): readonly AnyFinding[] {
  const toKey = ({ code, facts }: AnyFinding): string =>
    JSON.stringify([code, facts], (_, fact: unknown) => (typeof fact === 'bigint' ? String(fact) : fact))
  const once = [...new Map(findings.map((finding) => [toKey(finding), finding])).values()]
  return once.sort((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level))
}

/** What all transactions take together; undefined where of one nobody knows. */
function sumFees(found: readonly Inspection[]): bigint | undefined {
  if (found.length === 0 || found.some(({ fee }) => fee === undefined)) return undefined
  return found.reduce((sum, { fee = 0n }) => sum + fee, 0n)
}
