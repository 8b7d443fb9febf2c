import type { Language } from '@latchkey/wire/languages'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../../packages/latchkey/src/ui/parts/Button.tsx'
import { usePageLook } from '../page/context.ts'
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

/** What a screen ends with: why its last try failed, the way out where there is something to give up, and what it is for. */
export function Ending({
  failure,
  onCancel,
  children,
}: {
  readonly failure: string | undefined
  readonly onCancel?: (() => void) | undefined
  readonly children: ReactNode
}) {
  const texts = useTexts()
  return (
    <>
      <p className="field-note bad" role="alert">
        {failure}
      </p>
      <div className="buttons">
        {onCancel ? (
          <Button kind="plain" onPress={onCancel}>
            {texts.cancel}
          </Button>
        ) : null}
        {children}
      </div>
    </>
  )
}
