import { type ReactNode, useEffect, useRef, useState } from 'react'
import { usePageLook } from '../page/context.ts'
import type { Language } from '../page/languages.ts'
import { en, type Texts } from './texts/en.ts'
import { findTexts, loadTexts } from './texts.ts'

/** The words of these screens in the language of the page; English until they are there. */
export const useTexts = (): Texts => {
  const language = usePageLook().language as Language
  const [, setLoaded] = useState<Texts>()
  useEffect(() => {
    let isCurrent = true
    void loadTexts(language).then((texts) => {
      if (isCurrent) setLoaded(texts)
    })
    return () => {
      isCurrent = false
    }
  }, [language])
  return findTexts(language) ?? en
}

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
