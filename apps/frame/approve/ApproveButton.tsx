import { useEffect, useRef, useState } from 'react'
import { toButtonClass } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import { type Arming, HOLD_MS } from './arming.ts'

/**
 * Approves by a press of a person, and by nothing else (SEC-41): a press that the browser made for a script does nothing, and so does
 * one while the window may not be seen. Where nobody can tell, the press is held.
 */
export function ApproveButton({
  kind,
  arming,
  look,
  isReady,
  label,
  holdLabel,
  describedBy,
  onApprove,
}: ApproveButton.Props) {
  const isOn = isReady && arming.state === 'armed'
  const mustHold = arming.state === 'armed' && arming.mustHold
  const [isHeld, setHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const release = (): void => {
    clearTimeout(timer.current)
    timer.current = undefined
    setHeld(false)
  }
  const isArmed = (wantsHold: boolean): boolean => {
    const now = look()
    return isReady && now.state === 'armed' && now.mustHold === wantsHold
  }
  const hold = ({ isTrusted }: Event): void => {
    if (!isTrusted || timer.current !== undefined || !isArmed(true)) return
    setHeld(true)
    timer.current = setTimeout(() => {
      const isStill = isArmed(true)
      release()
      if (isStill) onApprove()
    }, HOLD_MS)
  }
  // What changes under a press that is held ends it.
  useEffect(() => {
    if (isOn) return
    clearTimeout(timer.current)
    timer.current = undefined
    setHeld(false)
  }, [isOn])
  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <button
      type="button"
      className={toButtonClass(kind, true)}
      aria-disabled={!isOn || undefined}
      aria-describedby={describedBy}
      data-held={isHeld || undefined}
      onPointerDown={({ nativeEvent }) => mustHold && nativeEvent.button === 0 && hold(nativeEvent)}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onKeyDown={({ nativeEvent, key }) => mustHold && (key === 'Enter' || key === ' ') && hold(nativeEvent)}
      onKeyUp={release}
      onBlur={release}
      onContextMenu={(event) => mustHold && event.preventDefault()}
      onClick={({ nativeEvent }) => nativeEvent.isTrusted && isArmed(false) && onApprove()}
    >
      <span>{mustHold ? holdLabel : label}</span>
    </button>
  )
}
export declare namespace ApproveButton {
  type Props = {
    readonly kind: 'main' | 'plain'
    readonly arming: Arming
    /** Reads anew whether everything is seen. */
    readonly look: () => Arming
    /** Whether everything that is to be known is known, and agreed to. */
    readonly isReady: boolean
    readonly label: string
    readonly holdLabel: string
    readonly describedBy: string
    readonly onApprove: () => void
  }
}
