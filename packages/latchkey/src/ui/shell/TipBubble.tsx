import { useLayoutEffect, useRef } from 'react'
import { useStyles } from '../parts/useStyles.ts'
import styles from './tip.css?inline'

/** Distance between a control and its tooltip, and between a tooltip and the edge of the window, in px. */
const GAP = 8

/** A tooltip at its control. */
export function TipBubble({ id, tip, onLeave }: TipBubble.Props) {
  useStyles(styles)
  const bubble = useRef<HTMLDivElement>(null)
  const leave = useRef(onLeave)
  leave.current = onLeave

  useLayoutEffect(() => {
    const element = bubble.current
    if (!element) return
    const { anchor, text } = tip
    const place = anchor.getBoundingClientRect()
    const own = element.getBoundingClientRect()
    const fitsBelow = place.bottom + GAP + own.height <= innerHeight - GAP
    const centre = place.left + place.width / 2 - own.width / 2
    element.style.setProperty('left', `${Math.min(Math.max(centre, GAP), innerWidth - own.width - GAP)}px`)
    element.style.setProperty('top', `${fitsBelow ? place.bottom + GAP : place.top - GAP - own.height}px`)

    const repeats = anchor.getAttribute('aria-label') === text
    if (!repeats) anchor.setAttribute('aria-describedby', id)
    // Only a scroll that takes the control away: giving it the focus may scroll something by nothing, and the card moves by
    // itself while it opens.
    const places = new Map<EventTarget, number>()
    for (let around = anchor.parentElement; around; around = around.parentElement) {
      places.set(around, around.scrollTop + around.scrollLeft)
    }
    const onScroll = ({ target }: Event): void => {
      const from = target instanceof Element ? places.get(target) : undefined
      if (!(target instanceof Element) || from === undefined) return
      if (Math.abs(target.scrollTop + target.scrollLeft - from) >= 1) leave.current()
    }
    const root = element.getRootNode()
    root.addEventListener('scroll', onScroll, true)
    return () => {
      root.removeEventListener('scroll', onScroll, true)
      if (!repeats) anchor.removeAttribute('aria-describedby')
    }
  }, [tip, id])

  return (
    <div ref={bubble} id={id} className="tip" role="tooltip">
      {tip.text}
    </div>
  )
}
export declare namespace TipBubble {
  type Tip = { readonly anchor: Element; readonly text: string }
  type Props = {
    readonly id: string
    readonly tip: Tip
    /** The control has been scrolled away. */
    readonly onLeave: () => void
  }
}
