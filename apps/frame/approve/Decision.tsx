import { useId } from 'react'
import { toButtonClass } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import { Checkbox } from '../../../packages/latchkey/src/ui/parts/Checkbox.tsx'
import { ApproveButton } from './ApproveButton.tsx'
import type { Arming } from './arming.ts'
import type { Speech } from './speech.ts'
import type { ApprovalOutcome } from './types.ts'

/** The decision, always in sight. Where there is a danger, the way out stands where the way on does otherwise, and is the filled one. */
export function Decision({
  arming,
  look,
  isChecked,
  danger,
  isAccepted,
  onAccept,
  isSignature,
  onEnd,
  speech,
}: Decision.Props) {
  const { t, words } = speech
  const id = useId()
  const isReady = isChecked && (danger === 'none' || isAccepted)
  const reject = (
    <button
      type="button"
      className={toButtonClass(danger === 'none' ? 'plain' : 'main', true)}
      onClick={() => onEnd('rejected')}
    >
      <span>{t('guard.reject')}</span>
    </button>
  )
  const approve = (
    <ApproveButton
      kind={danger === 'none' ? 'main' : 'plain'}
      arming={arming}
      look={look}
      isReady={isReady}
      label={isSignature ? words.sign : words.approve}
      holdLabel={words.hold}
      describedBy={id}
      onApprove={() => onEnd('approved')}
    />
  )
  return (
    <footer className="approve-decision" data-arming={arming.state}>
      {danger === 'danger' ? (
        <Checkbox isChecked={isAccepted} onChange={onAccept}>
          {t('guard.anyway')}
        </Checkbox>
      ) : null}
      <p id={id} role="status" className="approve-status">
        {danger === 'blocked' ? words.blocked : toStatus(arming, isReady, words)}
      </p>
      <div className="approve-buttons" data-danger={danger}>
        {danger === 'none' ? reject : null}
        {danger === 'blocked' ? null : approve}
        {danger === 'none' ? null : reject}
      </div>
    </footer>
  )
}
export declare namespace Decision {
  type Props = {
    readonly arming: Arming
    readonly look: () => Arming
    /** Whether a node was asked, and has answered or will not. */
    readonly isChecked: boolean
    /** `danger` wants a deliberate yes; `blocked` is not signed at all. */
    readonly danger: 'none' | 'danger' | 'blocked'
    readonly isAccepted: boolean
    readonly onAccept: (isAccepted: boolean) => void
    readonly isSignature: boolean
    readonly onEnd: (outcome: ApprovalOutcome) => void
    readonly speech: Speech
  }
}

/** What stands in the way, in words; nothing where nothing does, or where it is not the window that does. */
function toStatus(arming: Arming, isReady: boolean, words: Speech['words']): string {
  if (arming.state === 'unfocused') return words.unfocused
  if (arming.state === 'covered') return words.covered
  if (!isReady) return ''
  if (arming.state === 'soon') return words.soon
  return arming.mustHold ? words.holdWhy : ''
}
