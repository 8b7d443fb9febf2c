import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Route } from '../../core/flow/views.ts'
import { useInstance, useLatchkeyState } from '../hooks.ts'
import { isRightToLeft } from '../parts/isRightToLeft.ts'
import { BrokenView } from './BrokenView.tsx'
import { Departure } from './Departure.tsx'
import { findByFocusKey } from './focus.ts'
import { type Coming, LoadedView } from './LoadedView.tsx'
import { move, VIEW_MS } from './motion.ts'
import { ViewBoundary } from './ViewBoundary.tsx'
import { getView } from './viewOf.ts'

/** The place of the view on screen: brings it in, catches it when it breaks, and gives it the focus. */
export function ViewStage({ route, card }: { readonly route: Route; readonly card: RefObject<HTMLElement | null> }) {
  const instance = useInstance()
  const travel = useLatchkeyState('router', (state) => state.direction)
  return (
    <Departure routeKey={route.key} travel={travel}>
      <div className="view" data-view={route.view} key={route.key}>
        <ViewBoundary
          onError={(error) => {
            instance.services.logger.error(`The view ${route.view} broke`, { cause: error })
            instance.fail({ code: 'UNKNOWN_FAILURE', step: 'open', final: true, cause: error })
            instance.track('INTERNAL_SDK_ERROR', { errorType: error instanceof Error ? error.name : typeof error })
          }}
          fallback={({ error, retry }) => (
            <>
              <BrokenView view={route.view} error={error} onRetry={retry} />
              <Arrival coming="atHand" route={route} travel={travel} card={card} />
            </>
          )}
        >
          <LoadedView view={route.view}>
            {(coming) => <Arrival key={coming} coming={coming} route={route} travel={travel} card={card} />}
          </LoadedView>
        </ViewBoundary>
      </div>
    </Departure>
  )
}

type ArrivalProps = {
  readonly coming: Coming
  readonly route: Route
  readonly travel: 'forward' | 'back' | 'none'
  readonly card: RefObject<HTMLElement | null>
}

/** Stands beside a view and runs when the view is there: the motion in, and the focus. */
function Arrival({ coming, route, travel, card }: ArrivalProps) {
  const mark = useRef<HTMLSpanElement>(null)
  const isOpen = useLatchkeyState('modal', (state) => state.open)
  const isEmbedded = useLatchkeyState('modal', (state) => state.embedded)

  useLayoutEffect(() => {
    const view = mark.current?.closest('.view')
    if (!view || travel === 'none' || coming === 'late') return
    const way = (travel === 'back' ? -8 : 8) * (isRightToLeft(view) ? -1 : 1)
    move(view, [{ opacity: 0, transform: `translateX(${way}px)` }, { opacity: 1 }], VIEW_MS)
  }, [travel, coming])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a view gets the focus when it arrives, not when its entry changes
  useEffect(() => {
    if (!card.current || !isOpen) return
    const title = card.current.querySelector<HTMLElement>('[data-title]')
    const active = (card.current.getRootNode() as ShadowRoot).activeElement
    // The place of the views only holds it while one goes.
    const here = active?.matches('.stage > *') ? null : active
    // An opening gives the focus before the frame.
    if (here !== null && mark.current?.closest('.view')?.contains(here)) return
    // Inside a page, what shows up by itself, at load or once a wallet is back, takes the focus from nobody.
    if (isEmbedded && travel === 'none' && here === null) return
    // Whoever went on while the view was on its way keeps the place they went to.
    if (coming === 'loading') title?.focus({ preventScroll: true })
    else if (coming === 'atHand' || here === null || here === title) focusView(card.current, route, travel === 'back')
  }, [])
  return <span ref={mark} hidden />
}

/** Gives the focus to the view's first target, or to the title. */
export function focusView(card: HTMLElement, route: Route, isReturn: boolean): void {
  const target = findTarget(card, route, { isReturn, isShown: true })
  ;(target ?? card.querySelector<HTMLElement>('[data-title]'))?.focus({ preventScroll: target === undefined })
}

/** A view's first target: after going back the control that was used, otherwise what the view names. */
export function findTarget(
  card: HTMLElement,
  route: Route,
  { isReturn, isShown }: { readonly isReturn: boolean; readonly isShown: boolean },
): HTMLElement | undefined {
  const keys = [
    ...(isReturn && route.focusKey !== undefined ? [route.focusKey] : []),
    ...(getView(route.view).focus ?? []),
  ]
  // On touch a field that takes the focus by itself brings up a keyboard over half of the sheet.
  const isTouch = matchMedia('(pointer: coarse)').matches
  return keys
    .map((key) => findByFocusKey(card, key, isShown))
    .find((element) => element !== undefined && !(isTouch && element.matches('input[type=text]')))
}
