import { useEffect, useRef } from 'react'
import { useInstance } from '../hooks.ts'
import { afterFrame } from '../parts/afterFrame.ts'
import { Card } from './Card.tsx'
import type { FrameProps } from './frame.ts'
import { loadDeciding } from './loadDeciding.ts'

/** The embedded form: a region of the host page, always there, without overlay and without a way to close. */
export function EmbeddedFrame({ titleId, hideTip, children }: FrameProps) {
  const instance = useInstance()
  const card = useRef<HTMLElement>(null)
  useEffect(() => afterFrame(() => loadDeciding(instance)), [instance])

  useEffect(() => {
    const stop = new AbortController()
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && hideTip()) event.preventDefault()
    }
    card.current?.addEventListener('keydown', onKey, { signal: stop.signal })
    return () => stop.abort()
  }, [hideTip])

  return (
    <>
      <section ref={card} className="card embedded" aria-labelledby={titleId}>
        <Card card={card} titleId={titleId} isEmbedded />
      </section>
      {children}
    </>
  )
}
