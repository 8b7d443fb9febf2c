import { type ReactNode, useId } from 'react'
import { acceptLegal } from '../../core/flow/acceptLegal.ts'
import { useInstance, useLatchkeyState, useText } from '../hooks.ts'
import { Checkbox } from '../parts/Checkbox.tsx'
import { LegalSentence } from './LegalSentence.tsx'

/** Whether the site asks for a tick that has not been given. */
export function useLegalBlock(): boolean {
  const { options } = useInstance()
  const isAccepted = useLatchkeyState('modal', (modal) => modal.legalAccepted)
  return options.features.legalCheckbox && !isAccepted
}

/** The legal checkbox where the site asks for it, and below it what stays out of reach until it is ticked. */
export function LegalGate({ children, reason }: LegalGate.Props) {
  const instance = useInstance()
  const t = useText()
  const why = useId()
  const isBlocked = useLegalBlock()
  const isAccepted = useLatchkeyState('modal', (modal) => modal.legalAccepted)
  if (!instance.options.features.legalCheckbox) return children
  return (
    <>
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
      <div className="gated" inert={isBlocked}>
        {children}
      </div>
    </>
  )
}
export declare namespace LegalGate {
  type Props = {
    readonly children: ReactNode
    /** Why the tick is asked for. Default: to choose a wallet. */
    readonly reason?: string | undefined
  }
}
