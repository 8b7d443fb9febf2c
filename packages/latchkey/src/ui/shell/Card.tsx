import { lazy, type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { requestClose } from '../../core/flow/requestClose.ts'
import { getRoute } from '../../core/flow/router.ts'
import { runLater } from '../../core/lazy.ts'
import { useAnnounce, useInstance, useLatchkeyState, useLoadedViews, useText } from '../hooks.ts'
import { later } from '../later.ts'
import { Icon } from '../parts/Icon.tsx'
import { watchDoubleClicks } from '../parts/watchDoubleClicks.ts'
import { BannerSlot } from './BannerSlot.tsx'
import { Header } from './Header.tsx'
import { shake, watchHeight } from './motion.ts'
import { ToastSlot } from './ToastSlot.tsx'
import { useOnline } from './useOnline.ts'
import { ViewStage } from './ViewStage.tsx'
import { getView } from './viewOf.ts'
import { watchLostFocus } from './watchLostFocus.ts'

/** Only developers see it, so only they load it. */
const DiagnosisSlot = lazy(() =>
  later('DiagnosisSlot')().then(
    (DiagnosisSlot) => ({ default: DiagnosisSlot }),
    () => ({ default: () => null }),
  ),
)

/** Header, view, foot and toast: what both the dialog and the embedded form show. */
export function Card({ card, titleId, isEmbedded }: Card.Props) {
  const instance = useInstance()
  const t = useText()
  const announce = useAnnounce()
  const route = useLatchkeyState('router', getRoute)
  const shakes = useLatchkeyState('modal', (state) => state.shakes)
  const blocked = useLatchkeyState('modal', (state) => state.blocked)
  const isOnline = useOnline()
  // Only what leads into a wallet makes installed ones work without a connection.
  const hasWalletChunk = useLoadedViews().has('ConnectingExternal')
  const body = useRef<HTMLDivElement>(null)
  const seenShakes = useRef(shakes)
  const { Footer } = getView(route.view)

  // Not in the layout phase: the frame's element is the parent's, and its ref is set after the effects of its children.
  useEffect(() => {
    const element = card.current
    const content = [...(body.current?.children ?? []), body.current?.nextElementSibling].filter(
      (part) => part instanceof Element,
    )
    return element ? watchHeight(element, content) : undefined
  }, [card])

  useEffect(() => (card.current ? watchDoubleClicks(card.current) : undefined), [card])
  useEffect(() => (card.current ? watchLostFocus(card.current) : undefined), [card])

  useEffect(() => {
    const handle = card.current?.querySelector<HTMLElement>('.handle')
    const element = card.current
    if (!element || !handle || isEmbedded) return
    const stop = new AbortController()
    // Most windows are never a sheet.
    const sheet = matchMedia('(max-width: 479.98px)')
    const load = (): void => {
      if (!sheet.matches) return
      sheet.removeEventListener('change', load)
      // Without that code the card closes by its button, as anywhere.
      runLater(instance, later('watchDrag'), (watchDrag) => {
        const { signal } = stop
        if (!signal.aborted)
          watchDrag(element, handle, { sheet, signal, onClose: () => requestClose(instance, 'drag') })
      })
    }
    sheet.addEventListener('change', load, { signal: stop.signal })
    load()
    return () => stop.abort()
  }, [card, instance, isEmbedded])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new view begins at its top
  useLayoutEffect(() => {
    body.current?.scrollTo(0, 0)
  }, [route.key])

  useEffect(() => {
    if (shakes === seenShakes.current) return
    seenShakes.current = shakes
    if (card.current) shake(card.current)
    if (blocked) announce(t(`shell.blocked.${blocked}`), 'assertive')
  }, [shakes, blocked, card, announce, t])

  return (
    <>
      <div className="handle">
        <span className="grabber" />
        <Header route={route} titleId={titleId} isEmbedded={isEmbedded} />
      </div>
      <BannerSlot />
      <div className="body" ref={body}>
        <div className="lines">
          {isOnline ? null : (
            <p className="line" role="status">
              <Icon name="offline" small />
              <span>
                {hasWalletChunk ? t('shell.offline') : `${t('failure.OFFLINE')} ${t('failure.OFFLINE.more')}`}
              </span>
            </p>
          )}
          {blocked ? (
            <p className="line warn">
              <Icon name="warn" small />
              <span>{t(`shell.blocked.${blocked}`)}</span>
            </p>
          ) : null}
        </div>
        <ViewStage route={route} card={card} />
      </div>
      <div className="foot">
        {Footer ? (
          <div className="footer">
            <Footer />
          </div>
        ) : null}
      </div>
      {instance.options.debug ? (
        <Suspense fallback={null}>
          <DiagnosisSlot />
        </Suspense>
      ) : null}
      <ToastSlot />
    </>
  )
}
export declare namespace Card {
  type Props = {
    readonly card: RefObject<HTMLElement | null>
    readonly titleId: string
    readonly isEmbedded: boolean
  }
}
