import { type Ref, useImperativeHandle, useRef } from 'react'
import type { Clock } from '../../core/services/ports.ts'
import type { Announce } from '../hooks.ts'

/** Pause between emptying a live region and filling it, in ms: without it the same text twice is read once. */
const REFILL_MS = 50

/** The two live regions of a dialog's whole life. `port` is how texts reach them. */
export function LiveRegions({ port, clock }: { readonly port: Ref<Announce>; readonly clock: Clock }) {
  const polite = useRef<HTMLDivElement>(null)
  const assertive = useRef<HTMLDivElement>(null)
  useImperativeHandle(
    port,
    () => (text, tone) => {
      const region = tone === 'polite' ? polite.current : assertive.current
      if (!region) return
      region.textContent = ''
      clock.after(REFILL_MS, () => {
        region.textContent = text
      })
    },
    [clock],
  )
  return (
    <>
      <div ref={polite} className="hidden-text" role="status" aria-live="polite" />
      <div ref={assertive} className="hidden-text" role="alert" aria-live="assertive" />
    </>
  )
}
