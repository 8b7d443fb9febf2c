import { useEffect, useLayoutEffect, useRef } from 'react'
import { requestClose } from '../../core/flow/requestClose.ts'
import { getRoute } from '../../core/flow/router.ts'
import { useInstance, useLatchkeyState } from '../hooks.ts'
import { later } from '../later.ts'
import { isComposing } from '../parts/isComposing.ts'
import { Card } from './Card.tsx'
import { wrapTab } from './focus.ts'
import type { FrameProps } from './frame.ts'
import { late } from './late.tsx'
import { useCovered } from './useCovered.ts'
import { useForm } from './useForm.ts'
import { getView } from './viewOf.ts'

/** What keeps the modal out of a wallet's way. */
const LateBar = late(later('WaitingBar'))

/** What is said of something that covers the modal. */
const LateCovered = late(later('CoveredNotice'))

/**
 * The modal form: a native dialog, in the top layer over everything that the host page may do with layers and pointers, or
 * beside the page while a wallet may be drawing into it. Lives as long as one opening; its host element is on the page only then.
 */
export function DialogFrame({ host, titleId, hideTip, children }: FrameProps) {
  const instance = useInstance()
  const dialog = useRef<HTMLDialogElement>(null)
  const card = useRef<HTMLDivElement>(null)
  const view = useLatchkeyState('router', (state) => getRoute(state).view)
  const { forms, before } = useForm(host, dialog, card)
  const isLeaving = useLatchkeyState('modal', (state) => state.isLeaving === true)
  const isAsking = before !== undefined
  const { isCovered, uncover, dismiss } = useCovered(forms, card, isAsking || isLeaving)

  // Listeners on the element itself: what React would attach to a dialog lints as a press on something that is no control. From the
  // task on that shows it: an Escape that nobody hears is the browser's, which closes the dialog and leaves the modal open.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const stop = new AbortController()
    const listen = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      run: (event: HTMLElementEventMap[Name]) => void,
    ): void => element.addEventListener(name, run, { signal: stop.signal })
    let isPressOutside = false

    listen('keydown', (event) => {
      element.classList.remove('quiet')
      if (event.defaultPrevented || isComposing(event)) return
      // Beside the page, Tab leads on to what a wallet has drawn.
      const isModal = forms.current?.get() !== 'beside'
      if (event.key === 'Tab' && isModal && wrapTab(element, event.shiftKey)) event.preventDefault()
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
      const isAway = forms.current?.get() !== 'beside' && !element.open
      if (!isAway || !instance.stores.modal.get().open || !element.isConnected) return
      if (!requestClose(instance, 'back')) forms.current?.raise()
    })
    return () => stop.abort()
  }, [instance, hideTip, forms])

  // While a success is shown the page may have the focus already, or nothing.
  useEffect(() => {
    if (!isLeaving) return
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isComposing(event)) requestClose(instance, 'escape')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [instance, isLeaving])

  return (
    <>
      <dialog ref={dialog} className="dialog" role={getView(view).role ?? 'dialog'} aria-labelledby={titleId}>
        <div ref={card} className="card">
          <Card card={card} titleId={titleId} isEmbedded={false} />
        </div>
        {children}
        {before ? <LateBar host={host} dialog={dialog} card={card} before={before} /> : null}
      </dialog>
      {isCovered && !isAsking ? <LateCovered onUncover={uncover} onDismiss={dismiss} /> : null}
    </>
  )
}
