import { type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'

/** How the layer is told: a text for a control, or nothing any more. `hide` says whether there was one to hide. */
export type TipPort = {
  readonly show: (anchor: Element, text: string | undefined) => void
  readonly hide: () => boolean
}

/** Distance between a control and its tooltip, and between a tooltip and the edge of the window, in px. */
const GAP = 8

/** The one tooltip of a modal, above everything in it. Describes its control while it is shown, unless it only repeats the name. */
export function TipLayer({ port, id }: { readonly port: Ref<TipPort>; readonly id: string }) {
  const [tip, setTip] = useState<{ readonly anchor: Element; readonly text: string }>()
  const bubble = useRef<HTMLDivElement>(null)

  useImperativeHandle(
    port,
    () => ({
      show: (anchor, text) =>
        setTip((now) => (text === undefined ? (now?.anchor === anchor ? undefined : now) : { anchor, text })),
      hide: () => {
        if (!tip) return false
        setTip(undefined)
        return true
      },
    }),
    [tip],
  )

  useLayoutEffect(() => {
    const element = bubble.current
    if (!tip || !element) return
    const { anchor, text } = tip
    const place = anchor.getBoundingClientRect()
    const own = element.getBoundingClientRect()
    const fitsBelow = place.bottom + GAP + own.height <= innerHeight - GAP
    const centre = place.left + place.width / 2 - own.width / 2
    element.style.setProperty('left', `${Math.min(Math.max(centre, GAP), innerWidth - own.width - GAP)}px`)
    element.style.setProperty('top', `${fitsBelow ? place.bottom + GAP : place.top - GAP - own.height}px`)

    const repeats = anchor.getAttribute('aria-label') === text
    if (!repeats) anchor.setAttribute('aria-describedby', id)
    // Only a scroll that takes the control away; giving it the focus may scroll something else by nothing.
    const leave = (): void => {
      const now = anchor.getBoundingClientRect()
      if (Math.abs(now.top - place.top) + Math.abs(now.left - place.left) >= 1) setTip(undefined)
    }
    const root = element.getRootNode()
    root.addEventListener('scroll', leave, true)
    return () => {
      root.removeEventListener('scroll', leave, true)
      if (!repeats) anchor.removeAttribute('aria-describedby')
    }
  }, [tip, id])

  if (!tip) return null
  return (
    <div ref={bubble} id={id} className="tip" role="tooltip">
      {tip.text}
    </div>
  )
}
