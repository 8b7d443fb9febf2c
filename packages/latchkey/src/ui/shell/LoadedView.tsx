import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ViewName } from '../../core/types/views.ts'
import { type ModalSurroundings, useLoadedViews, useLoadWords, useText } from '../hooks.ts'
import { HiddenText } from '../parts/HiddenText.tsx'
import { Skeleton } from '../parts/Skeleton.tsx'
import { getView } from './viewOf.ts'

/** How a view comes: its code was at hand, is on its way, or has come after a wait. */
export type Coming = 'atHand' | 'loading' | 'late'

/**
 * Draws a view, loading its code first where it is not at hand; `children` come with it and are told how it comes. Code that cannot be loaded breaks
 * the view, and trying again loads it anew, which a component that remembers its first failure could not do.
 */
export function LoadedView({ view, children }: LoadedView.Props) {
  const loadedViews = useLoadedViews()
  const loadWords = useLoadWords()
  const code = getView(view)
  const hasWaited = useRef(false)
  const [state, setState] = useState<{ readonly failure?: unknown; readonly isFailed: boolean }>({ isFailed: false })
  const Component = code.Component ?? loadedViews.get(view)

  // Code that was loaded ahead is here before the next frame, so the ghost is never seen.
  useLayoutEffect(() => {
    if (Component || code.Component) return
    let isOver = false
    Promise.all([code.load(), code.bringsWords || loadWords()]).then(
      ([loaded]) => {
        loadedViews.set(view, loaded)
        if (!isOver) flushSync(() => setState({ isFailed: false }))
      },
      (failure: unknown) => {
        if (!isOver) setState({ failure, isFailed: true })
      },
    )
    return () => {
      isOver = true
    }
  }, [Component, code, loadedViews, loadWords, view])

  if (state.isFailed) throw state.failure
  if (!Component) {
    hasWaited.current = true
    return (
      <>
        <Ghost />
        {children('loading')}
      </>
    )
  }
  return (
    <>
      <Component />
      {children(hasWaited.current ? 'late' : 'atHand')}
    </>
  )
}
export declare namespace LoadedView {
  type Props = { readonly view: ViewName; readonly children: (coming: Coming) => ReactNode }
}

/** Loads the code of a view that is not at hand. A failure is told when the visitor really goes there. */
export function preloadView(
  loadedViews: ModalSurroundings['loadedViews'],
  view: ViewName,
  loadWords: () => Promise<void>,
): void {
  const code = getView(view)
  if (code.Component || loadedViews.has(view)) return
  Promise.all([code.load(), code.bringsWords || loadWords()]).then(
    ([loaded]) => void loadedViews.set(view, loaded),
    () => {},
  )
}

/** Stands in the place of a view that is on its way. */
function Ghost() {
  const t = useText()
  return (
    <div className="list" data-loading="">
      <HiddenText>{t('shell.loading')}</HiddenText>
      <Skeleton kind="row" />
      <Skeleton kind="row" />
      <Skeleton kind="row" />
    </div>
  )
}
