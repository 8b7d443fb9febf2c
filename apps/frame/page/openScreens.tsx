/** The element that every screen of the frame is drawn in. Its shadow root takes the styles of the product as they are. */

import { isRightToLeft, type Language } from '@latchkey/wire/languages'
import { type ReactNode, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { SurroundingsContext } from '../../../packages/latchkey/src/ui/parts/surroundings.ts'
import { watchDoubleClicks } from '../../../packages/latchkey/src/ui/parts/watchDoubleClicks.ts'
import { adoptStyles } from '../../../packages/latchkey/src/ui/theme/styles.ts'
import { PageContext, type PageLook } from './context.ts'
import styles from './frame.css?inline'

const after = (ms: number, run: () => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

function Surround({
  look,
  addStyles,
  children,
}: {
  readonly look: PageLook
  readonly addStyles: (css: string) => void
  readonly children: ReactNode
}) {
  const surroundings = useMemo(
    () => ({
      after,
      // No picture of anybody's is shown in the frame.
      isTrustedImage: () => false,
      showTip: () => {},
      addStyles,
      region: look.language,
      words: { newTab: '', clear: '' },
    }),
    [look, addStyles],
  )
  return (
    <PageContext value={look}>
      <SurroundingsContext value={surroundings}>
        <div className="root" lang={look.language} dir={look.isRightToLeft ? 'rtl' : 'ltr'}>
          {children}
        </div>
      </SurroundingsContext>
    </PageContext>
  )
}

/** Opens it in this document, with nothing drawn. The rest as `PageLook` has it. */
export const openScreens = (first: Language, parts: Pick<PageLook, 'networks' | 'openWindow'> = {}) => {
  const element = document.createElement('div')
  element.dataset.theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  document.body.append(element)
  const shadow = element.attachShadow({ mode: 'open' })
  adoptStyles(shadow)
  adoptStyles(shadow, styles)
  const added = new Set<string>()
  const addStyles = (css: string) => {
    if (!added.has(css)) adoptStyles(shadow, css)
    added.add(css)
  }
  const inner = document.createElement('div')
  shadow.append(inner)
  watchDoubleClicks(inner)
  const root = createRoot(inner)
  let look: PageLook = { language: 'en', isRightToLeft: false, ...parts }
  let shown: ReactNode
  const draw = (screen: ReactNode | undefined) => {
    shown = screen
    root.render(
      screen === undefined ? null : (
        <Surround look={look} addStyles={addStyles}>
          {screen}
        </Surround>
      ),
    )
  }
  const setLanguage = (language: Language) => {
    look = { language, isRightToLeft: isRightToLeft(language), ...parts }
    document.documentElement.lang = language
    draw(shown)
  }
  setLanguage(first)
  return { element, draw, setLanguage }
}
