import { acceptLegal } from '../../../core/flow/acceptLegal.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Checkbox } from '../../parts/Checkbox.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { legalWords } from '../../text/rooms/legalWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { LegalSentence } from './LegalSentence.tsx'
import css from './legal.css?inline'
import type { LegalTickProps } from './legal.ts'

/** The checkbox of a site that asks for it, and why it is asked for while it is not ticked. */
export function LegalTick({ why, isBlocked, reason }: LegalTickProps) {
  const instance = useInstance()
  const t = useRoomText(legalWords)
  const isAccepted = useLatchkeyState('modal', (modal) => modal.legalAccepted)
  useStyles(css)
  return (
    <div className="legal">
      <Checkbox
        isChecked={isAccepted}
        onChange={(accepted) => acceptLegal(instance, accepted)}
        describedBy={isBlocked ? why : undefined}
        focusKey="legal"
      >
        <LegalSentence kind="asks" />
      </Checkbox>
      {isBlocked ? (
        <p className="legal-why" id={why}>
          {reason ?? t('legal.accept.why')}
        </p>
      ) : null}
    </div>
  )
}
