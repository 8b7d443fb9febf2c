import { useEffect, useLayoutEffect, useRef } from 'react'
import { requestClose } from '../../core/kernel/shell/requestClose.ts'
import { getRoute } from '../../core/kernel/shell/router.ts'
import { useInstance, useLatchkeyState } from '../hooks.ts'
import { Card } from './Card.tsx'
import { getFocusPath, restoreFocus, wrapTab } from './focus.ts'
import type { FrameProps } from './frame.ts'
import { LateCovered } from './LateCovered.tsx'
import { lockScroll } from './lockScroll.ts'
import { useCovered } from './useCovered.ts'
import { focusView } from './ViewStage.tsx'
import { getView } from './viewOf.ts'
import { getPageParts, watchOverlay } from './watchOverlay.ts'

/**
 * The modal form: a native dialog in the top layer, over everything that the host page may do with layers and pointers.
 * Lives as long as one opening; its host element is on the page only then.
 */
export function DialogFrame({ host, titleId, hideTip, children }: FrameProps) {
  const instance = useInstance()
  const dialog = useRef<HTMLDialogElement>(null)
  const card = useRef<HTMLDivElement>(null)
  const before = useRef<ReadonlySet<Element>>(new Set())
  const view = useLatchkeyState('router', (state) => getRoute(state).view)
  const isWaiting = useLatchkeyState('connection', (state) => state.attempt?.phase === 'waiting')
  const { isCovered, uncover, dismiss } = useCovered(dialog, card, isWaiting)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const opener = getFocusPath()
    before.current = getPageParts()
    document.body.append(host)
    const unlock = lockScroll()
    element.showModal()
    if (card.current) focusView(card.current, getRoute(instance.stores.router.get()), false)
    return () => {
      element.close()
      host.remove()
      unlock()
      restoreFocus(opener)
    }
  }, [host, instance])

  // Listeners on the element itself: what React would attach to a dialog lints as a press on something that is no control.
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const stop = new AbortController()
    const listen = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      run: (event: HTMLElementEventMap[Name]) => void,
    ): void => element.addEventListener(name, run, { signal: stop.signal })
    let isPressOutside = false

    listen('keydown', (event) => {
      if (event.defaultPrevented || event.isComposing) return
      if (event.key === 'Tab' && wrapTab(element, event.shiftKey)) event.preventDefault()
      if (event.key !== 'Escape') return
      event.preventDefault()
      if (!hideTip()) requestClose(instance, 'escape')
    })
    listen('pointerdown', (event) => {
      isPressOutside = event.target === element
    })
    listen('click', (event) => {
      // No wish to leave: a press that began on the card, such as a selection drawn too far, and the second half of the
      // double click that opened us.
      if (event.target === element && isPressOutside && event.detail < 2) requestClose(instance, 'overlay')
    })
    // Android's back gesture arrives as a close request.
    listen('cancel', (event) => {
      if (event.target !== element) return
      event.preventDefault()
      requestClose(instance, 'back')
    })
    // Chromium lets a page refuse a close request only so often; then the dialog is closed and we put it back.
    listen('close', () => {
      if (element.open || !instance.stores.modal.get().open || !element.isConnected) return
      if (!requestClose(instance, 'back')) element.showModal()
    })
    return () => stop.abort()
  }, [instance, hideTip])

  useEffect(() => {
    const element = dialog.current
    if (!element || !isWaiting) return
    const show = (isAside: boolean): void => {
      const focused = getFocusPath()
      element.close()
      element.classList.add('back')
      element.classList.toggle('aside', isAside)
      if (isAside) element.show()
      else element.showModal()
      restoreFocus(focused.filter((part) => part !== host && !part.contains(host)))
    }
    const stop = watchOverlay(host, before.current, show)
    return () => {
      stop()
      if (element.classList.contains('aside') && element.open) show(false)
    }
  }, [host, isWaiting])

  return (
    <>
      <dialog
        ref={dialog}
        className="dialog"
        role={getView(view).role ?? 'dialog'}
        aria-modal="true"
        aria-labelledby={titleId}
      >
        <div ref={card} className="card">
          <Card card={card} titleId={titleId} isEmbedded={false} />
        </div>
        {children}
      </dialog>
      {isCovered ? <LateCovered onUncover={uncover} onDismiss={dismiss} /> : null}
    </>
  )
}
