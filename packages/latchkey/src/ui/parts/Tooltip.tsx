import { type ReactNode, useEffect, useRef } from 'react'
import { useSurroundings } from './surroundings.ts'

/** Rest of the pointer before a tooltip shows, in ms: a pointer that passes by shows none. */
export const TOOLTIP_DELAY_MS = 300

/** Shows a text beside the control inside, on hover and on keyboard focus. Never the only place where the text is. */
export function Tooltip({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const { after, showTip } = useSurroundings()
  const anchor = useRef<HTMLSpanElement>(null)
  const cancel = useRef<() => void>(() => {})
  const isFocused = useRef(false)
  const hide = (): void => {
    cancel.current()
    if (anchor.current?.firstElementChild) showTip(anchor.current.firstElementChild, undefined)
  }
  const show = (): void => {
    if (anchor.current?.firstElementChild) showTip(anchor.current.firstElementChild, text)
  }

  useEffect(() => {
    const element = anchor.current?.firstElementChild
    return () => {
      cancel.current()
      if (element) showTip(element, undefined)
    }
  }, [showTip])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the span only listens, the control inside is what people reach
    <span
      ref={anchor}
      className="tip-anchor"
      onPointerEnter={(event) => {
        cancel.current()
        if (event.pointerType === 'mouse') cancel.current = after(TOOLTIP_DELAY_MS, show)
      }}
      onPointerLeave={() => {
        cancel.current()
        // What the keyboard called up stays while the focus does, wherever the card moves under a resting pointer.
        if (!isFocused.current) hide()
      }}
      onPointerDown={hide}
      onFocus={(event) => {
        isFocused.current = event.target.matches(':focus-visible')
        if (isFocused.current) show()
      }}
      onBlur={() => {
        isFocused.current = false
        hide()
      }}
    >
      {children}
    </span>
  )
}
