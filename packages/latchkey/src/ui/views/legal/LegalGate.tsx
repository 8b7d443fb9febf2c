import { type ReactNode, useId } from 'react'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { useLegalRoom } from './useLegalRoom.ts'

/** Whether the site asks for a tick that has not been given. */
export function useLegalBlock(): boolean {
  const { options } = useInstance()
  const isAccepted = useLatchkeyState('modal', (modal) => modal.legalAccepted)
  return options.features.legalCheckbox && !isAccepted
}

/** The legal checkbox where the site asks for it, and below it what stays out of reach until it is ticked. */
export function LegalGate(props: LegalGate.Props) {
  return useInstance().options.features.legalCheckbox ? <Gate {...props} /> : props.children
}

function Gate({ children, reason }: LegalGate.Props) {
  const { room, failure } = useLegalRoom()
  const why = useId()
  const isBlocked = useLegalBlock()
  // The view cannot be used without it, so it is broken, says so, and can be tried again.
  if (failure !== undefined) throw failure
  return (
    <>
      {room === undefined ? null : <room.LegalTick why={why} isBlocked={isBlocked} reason={reason} />}
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
