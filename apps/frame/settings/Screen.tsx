import { type ReactNode, useEffect, useRef } from 'react'
import { usePageLook } from '../page/context.ts'
import type { Language } from '../page/languages.ts'
import { TEXTS, type Texts } from './texts.ts'

/** The words of these screens in the language of the page. */
export const useTexts = (): Texts => TEXTS[usePageLook().language as Language]

/** One screen of the frame: its title takes the focus, Escape leaves. */
export function Screen({
  title,
  onLeave,
  children,
}: {
  readonly title: string
  readonly onLeave: () => void
  readonly children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onLeave()
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [onLeave])
  return (
    <main className="screen">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </main>
  )
}
