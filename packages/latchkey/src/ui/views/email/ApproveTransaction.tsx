import { useEffect, useLayoutEffect, useRef } from 'react'
import { surfaceOf } from '../../../core/kernel/surface.ts'
import { useLatchkeyState } from '../../hooks.ts'
import { useStyles } from '../../parts/useStyles.ts'
import { emailWords } from '../../text/rooms/emailWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import styles from './email.css?inline'

/** Height of the frame where it asks for none, in px. */
const HEIGHT = 560

/**
 * The place in which the frame of the embedded wallet is seen. The frame stands in the host element for as long as it runs, and only
 * its place comes and goes: moving it would load it anew.
 */
export function ApproveTransaction() {
  useStyles(styles)
  const t = useRoomText(emailWords)
  const place = useRef<HTMLDivElement>(null)
  const height = useLatchkeyState(surfaceOf, ({ wanted }) => wanted?.minHeight) ?? HEIGHT
  useEffect(() => {
    const frame = findFrame(place.current)
    if (!frame) return
    frame.title = t('email.frame')
    frame.focus({ preventScroll: true })
  }, [t])
  useEffect(() => {
    const element = place.current
    // The view's focus belongs into the frame: until it is there, the frame lets nobody approve.
    const handOn = (): void => findFrame(element)?.focus({ preventScroll: true })
    element?.addEventListener('focus', handOn)
    return () => element?.removeEventListener('focus', handOn)
  }, [])
  // Not as an attribute, which a strict policy refuses where the page comes from a server.
  useLayoutEffect(() => place.current?.style.setProperty('--height', `${height || HEIGHT}px`), [height])
  return (
    <div ref={place} className="surface" tabIndex={-1} data-focus-key="frame">
      <slot name="frame" />
    </div>
  )
}

function findFrame(place: HTMLElement | null): HTMLIFrameElement | undefined {
  const frame = place?.querySelector('slot')?.assignedElements()[0]
  return frame instanceof HTMLIFrameElement ? frame : undefined
}
