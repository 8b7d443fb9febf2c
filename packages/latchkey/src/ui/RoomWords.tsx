import { type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { ModalContext, useInstance, useLatchkeyState } from './hooks.ts'
import type { Catalogue } from './text/catalogue.ts'

/** How long a code stands before all other words are fetched, in ms: finding it with a camera takes longer. */
const REST_MS = 300

/**
 * Gives everything within it the English words of a room, ahead of all others. These are fetched once a code stands, and at once where
 * one of them is wanted, as for a failure.
 */
export function RoomWords({ words, children }: { readonly words: Partial<Catalogue>; readonly children: ReactNode }) {
  const surroundings = useContext(ModalContext)
  const { clock, browser } = useInstance().services
  const hasCode = useLatchkeyState('connection', ({ attempt }) => attempt?.pairing?.uri !== undefined)
  const [isLoading, setLoading] = useState(false)
  const own = useMemo(() => {
    if (!surroundings) return undefined
    const { t, loadWords } = surroundings
    let isAsked = false
    const load = (): void => {
      if (isAsked) return
      isAsked = true
      // Asked for while something else is drawn.
      queueMicrotask(() => setLoading(true))
      loadWords()
        // English stands there meanwhile; the words are asked for again with the next one that is missing.
        .catch(() => {
          isAsked = false
        })
        .finally(() => setLoading(false))
    }
    return { ...surroundings, t: t.extend(words, load) }
  }, [surroundings, words])
  const loadWords = surroundings?.loadWords
  useEffect(() => {
    if (!hasCode) return
    let stopRest = (): void => undefined
    const stop = clock.after(REST_MS, () => {
      // Ahead of need; they are asked for again where one of them is said.
      stopRest = browser.whenIdle(() => void loadWords?.().catch(() => undefined))
    })
    return () => {
      stop()
      stopRest()
    }
  }, [browser, clock, hasCode, loadWords])
  return (
    <ModalContext.Provider value={own}>
      {children}
      {isLoading ? <span hidden data-loading="" /> : null}
    </ModalContext.Provider>
  )
}
