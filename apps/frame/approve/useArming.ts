import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type Arming, createArming } from './arming.ts'

/** Between two looks at what covers the window (ms). Browsers allow no less. Source: Intersection Observer v2, `delay`. */
const LOOK_MS = 100

/** Until the browser has said what it sees. */
const UNKNOWN: Arming = { state: 'soon', readyIn: Number.POSITIVE_INFINITY }

/**
 * Watches whether what is shown is seen (SEC-42, SEC-43). `content` stands for what is shown: another one is a change. `look` reads
 * it anew, for the moment of a press.
 */
export function useArming(
  shown: RefObject<HTMLElement | null>,
  content: string,
): { readonly arming: Arming; readonly look: () => Arming } {
  const memory = useRef<ReturnType<typeof createArming> | undefined>(undefined)
  memory.current ??= createArming(() => performance.now())
  const current = memory.current
  const hasReport = useRef(!canTellCovers())
  const [arming, setArming] = useState<Arming>(UNKNOWN)

  const look = useCallback((): Arming => {
    current.see({
      isFocused: document.hasFocus() && document.visibilityState === 'visible',
      width: window.innerWidth,
      height: window.innerHeight,
    })
    return hasReport.current ? current.read() : UNKNOWN
  }, [current])

  // What is drawn is other than before: the time starts anew once it is painted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `content` is what changes
  useEffect(() => {
    current.disturb()
    setArming(look())
  }, [content, current, look])

  useEffect(() => {
    const element = shown.current
    if (!element) return
    const refresh = (): void => setArming(look())
    const disturb = (): void => {
      current.disturb()
      refresh()
    }
    const onScreen = ['focus', 'blur', 'resize'] as const
    for (const event of onScreen) window.addEventListener(event, refresh)
    document.addEventListener('visibilitychange', refresh)
    element.addEventListener('scroll', disturb, true)
    const watcher = canTellCovers() ? watchCovers() : undefined
    watcher?.observe(element)
    refresh()
    return () => {
      for (const event of onScreen) window.removeEventListener(event, refresh)
      document.removeEventListener('visibilitychange', refresh)
      element.removeEventListener('scroll', disturb, true)
      watcher?.disconnect()
    }

    function watchCovers(): IntersectionObserver {
      const options = { threshold: [0, 1], trackVisibility: true, delay: LOOK_MS }
      return new IntersectionObserver((entries) => {
        const last = entries.at(-1)
        if (!last) return
        hasReport.current = true
        const { isVisible } = last as IntersectionObserverEntry & { readonly isVisible?: boolean }
        current.see({ isClear: isVisible === true && last.intersectionRatio >= 1 })
        refresh()
      }, options)
    }
  }, [shown, current, look])

  useEffect(() => {
    if (arming.state !== 'soon' || !Number.isFinite(arming.readyIn)) return
    const timer = setTimeout(() => setArming(look()), Math.ceil(arming.readyIn))
    return () => clearTimeout(timer)
  }, [arming, look])

  return { arming, look }
}

/** Whether the browser says what lies over an element (Intersection Observer v2). */
function canTellCovers(): boolean {
  return typeof IntersectionObserverEntry === 'function' && 'isVisible' in IntersectionObserverEntry.prototype
}
