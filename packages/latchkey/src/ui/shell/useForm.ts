import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { closeModal } from '../../core/flow/closeModal.ts'
import { getRoute } from '../../core/flow/router.ts'
import { findAsker, getAsked } from '../../core/kernel/requests/asked.ts'
import { useInstance } from '../hooks.ts'
import { dropSecondClick } from './dropSecondClick.ts'
import { getFocusPath, restoreFocus } from './focus.ts'
import type { Form, Forms } from './forms.ts'
import { loadDeciding } from './loadDeciding.ts'
import { lockScroll } from './lockScroll.ts'
import type { Sight } from './lookAround.ts'
import { findTarget, focusView } from './ViewStage.tsx'

/** How often a page may throw the host element out within a second before the modal gives in. */
const THROWN_OUT = 3

/**
 * Puts the dialog on the page for as long as the frame lives, and keeps it in the form that fits: beside the page while a
 * wallet may be drawing into it or a success is shown, over the page otherwise. `before` is the page when the wallet was
 * asked, undefined while none is.
 */
export function useForm(
  host: HTMLElement,
  dialog: RefObject<HTMLDialogElement | null>,
  card: RefObject<HTMLElement | null>,
): { readonly forms: RefObject<Forms | undefined>; readonly before: Sight | undefined } {
  const instance = useInstance()
  const forms = useRef<Forms>(undefined)
  const [before, setBefore] = useState<Sight>()

  useLayoutEffect(() => {
    if (!dialog.current || !card.current) return
    const opener = getFocusPath()
    const [element, content] = [dialog.current, card.current]
    let made = createModalForm(element)
    forms.current = made
    let lookAround: typeof import('./lookAround.ts').lookAround | undefined
    /** Takes what follows what a wallet does, and what it takes to stand beside the page: without that the modal stays over it. */
    const load = (): void => {
      loadDeciding(instance)
      Promise.all([import('./forms.ts'), import('./lookAround.ts')]).then(
        ([code, looks]) => {
          if (lookAround || !element.isConnected) return
          lookAround = looks.lookAround
          const form = made.get()
          made = forms.current = code.createForms(host, element, content, form)
          settle()
        },
        // As said above: the modal stays as it is.
        () => undefined,
      )
    }
    const over = new AbortController()
    // A site asks a connected wallet without any gesture, and the page must be known as it was before.
    const { byNamespace } = instance.stores.connection.get()
    // At the second opening it is there at once.
    const wasOpen = instance.live.asked !== undefined
    if (wasOpen || Object.values(byNamespace).some(({ connection }) => connection)) load()
    // Screen readers press by a click alone.
    for (const name of ['pointermove', 'pointerdown', 'keydown', 'click']) {
      element.addEventListener(name, load, { once: true, signal: over.signal })
    }
    const isByKeys = opener.some((element) => element.matches(':focus-visible'))
    dialog.current.classList.toggle('quiet', !isByKeys && navigator.userActivation?.hasBeenActive !== false)
    let unlock: (() => void) | undefined
    let sight: Sight | undefined
    let frame = 0
    const settle = (): void => {
      cancelAnimationFrame(frame)
      const { open, isLeaving } = instance.stores.modal.get()
      // About to be taken off the page, in the form that it has.
      if (!open) return
      const isAsked = findAsker(instance) !== undefined
      const isFree = isAsked || isLeaving === true
      if (isFree && !lookAround) load()
      const form = isFree && lookAround ? 'beside' : 'modal'
      // What follows an answer, such as a success or the next question, often leaves the page free as well.
      if (form === 'modal' && made.get() === 'beside') frame = requestAnimationFrame(() => use('modal', false))
      else use(form, isAsked)
    }
    const use = (form: Form, isAsked: boolean): void => {
      if (form !== made.get()) {
        // A wallet may draw where one has to scroll to.
        if (form === 'beside') release()
        else unlock ??= lockScroll()
        made.show(form)
      }
      sight = form === 'beside' && isAsked ? (sight ?? lookAround?.(host)) : undefined
      setBefore(sight)
    }
    const release = (): void => {
      unlock?.()
      unlock = undefined
    }
    const put = (): void => {
      // First, while the page is laid out: what the lock measures would have it done once more.
      unlock ??= lockScroll()
      // What is moved is loaded anew: a frame in it stays where it is.
      if (!host.firstChild || !host.isConnected) document.body.append(host)
      // Firefox and WebKit keep what the sheet's media queries said before the host was away.
      const root = host.shadowRoot
      if (root?.adoptedStyleSheets) root.adoptedStyleSheets = [...root.adoptedStyleSheets]
    }
    put()
    // Found by the dialog itself as it is shown: otherwise it would give the focus to its first control, and that one lose it again.
    const first = findTarget(content, getRoute(instance.stores.router.get()), { isReturn: false, isShown: false })
    first?.setAttribute('autofocus', '')
    settle()
    first?.removeAttribute('autofocus')
    if (card.current) focusView(card.current, getRoute(instance.stores.router.get()), false)
    const { connection, modal } = instance.stores
    const stops = [connection.watch(settle), modal.watch(settle), getAsked(instance).watch(settle)]

    // Pages that replace or empty their body take the host along with it (Turbo, htmx).
    let thrownOut: readonly number[] = []
    const observer = new MutationObserver(() => {
      watchBody()
      if (host.isConnected || !document.body) return
      const now = instance.services.clock.now()
      thrownOut = [...thrownOut.filter((at) => now - at < 1_000), now]
      if (thrownOut.length > THROWN_OUT) {
        closeModal(instance, 'host')
        return
      }
      release()
      made.hide()
      put()
      settle()
      if (card.current) focusView(card.current, getRoute(instance.stores.router.get()), false)
    })
    const watchBody = (): void => {
      observer.disconnect()
      for (const part of [document, document.documentElement, document.body]) {
        if (part) observer.observe(part, { childList: true })
      }
    }
    watchBody()
    return () => {
      over.abort()
      observer.disconnect()
      for (const stop of stops) stop()
      cancelAnimationFrame(frame)
      const { activeElement } = document
      made.hide()
      dropSecondClick(instance.services.clock)
      // A frame in it goes on running.
      if (!host.firstChild) host.remove()
      unlock?.()
      // Whoever went on into the page keeps the place they went to.
      if (!activeElement || activeElement === document.body || activeElement === host) restoreFocus(opener)
    }
  }, [host, instance, dialog, card])

  return { forms, before }
}

/** The form that every opening begins with. */
function createModalForm(dialog: HTMLDialogElement): Forms {
  const show = (): void => {
    dialog.setAttribute('aria-modal', 'true')
    const { activeElement } = document
    // A modal dialog gives the focus back where it was, also when it only changes its form.
    if (activeElement instanceof HTMLElement && !activeElement.shadowRoot) activeElement.blur()
    dialog.showModal()
  }
  return {
    show,
    hide: () => dialog.close(),
    raise: () => {
      dialog.close()
      dialog.classList.add('back')
      show()
    },
    get: () => (dialog.open ? 'modal' : undefined),
  }
}
