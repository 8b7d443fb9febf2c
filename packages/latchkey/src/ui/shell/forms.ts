import { getFocusPath } from './focus.ts'

/**
 * `modal`: a modal dialog in the top layer, and nothing else on the page can be used. `beside`: a wallet may draw into the
 * page, so everything on it can be used and what comes later lies above us.
 */
export type Form = 'modal' | 'beside'

/** Shows a dialog in one of its two forms, and changes between them where it stands: the focus stays, and nothing comes in again. */
export type Forms = {
  readonly show: (form: Form) => void
  readonly hide: () => void
  /** Goes above whatever came into the top layer meanwhile. */
  readonly raise: () => void
  readonly get: () => Form | undefined
}

export function createForms(host: Element, dialog: HTMLDialogElement, card: Element, first?: Form | undefined): Forms {
  let form = first

  const hide = (): void => {
    dialog.close()
    dialog.removeAttribute('popover')
    dialog.classList.remove('beside')
  }
  const showModal = (): void => {
    const [focused] = getFocusPath()
    // A modal dialog gives the focus back where it was, also when it only changes its form.
    if (focused instanceof HTMLElement && !dialog.contains(focused)) focused.blur()
    dialog.setAttribute('aria-modal', 'true')
    dialog.showModal()
  }
  const showBeside = (wasOnTop: boolean): void => {
    dialog.removeAttribute('aria-modal')
    dialog.classList.add('beside')
    // By its attribute and not by `show()`, which would move the focus.
    dialog.setAttribute('open', '')
    if (isInSight(host, dialog, card)) return
    dialog.removeAttribute('open')
    // A page that is fullscreen, transformed, or holds its own at the highest place: the top layer, without making anything inert.
    if ('showPopover' in dialog) {
      dialog.popover = 'manual'
      dialog.showPopover()
      if (isInSight(host, dialog, card)) return
    }
    // A wallet's own modal dialog is there already.
    if (!wasOnTop) return
    // Beneath a modal dialog of the page, which leaves nothing else alive: wallets draw into the top layer there or not at all.
    hide()
    showModal()
  }
  const show = (wanted: Form): void => {
    const [focused] = getFocusPath()
    const wasOnTop = form === undefined || isInSight(host, dialog, card)
    if (form !== undefined) {
      hide()
      dialog.classList.add('back')
    }
    form = wanted
    if (wanted === 'modal') showModal()
    else showBeside(wasOnTop)
    const isOurs = focused !== undefined && dialog.contains(focused)
    const [now] = getFocusPath()
    if (now === focused) return
    // What had the focus on the page is inert behind a modal dialog; otherwise it keeps it.
    const target = isOurs || wanted === 'beside' ? focused : card.querySelector('[data-title]')
    if (target instanceof HTMLElement && target !== document.body) target.focus({ preventScroll: true })
  }
  return {
    show: (wanted) => {
      if (form !== wanted) show(wanted)
    },
    hide: () => {
      form = undefined
      hide()
    },
    raise: () => show(form ?? 'modal'),
    get: () => form,
  }
}

/** Whether the dialog fills the window and the card in it can be pressed. */
function isInSight(host: Element, dialog: Element, card: Element): boolean {
  const around = dialog.getBoundingClientRect()
  const { clientHeight, clientWidth } = document.documentElement
  const isWhole =
    Math.abs(around.left) < 1 &&
    Math.abs(around.top) < 1 &&
    around.width > clientWidth - 1 &&
    around.height > Math.min(innerHeight, clientHeight || innerHeight) - 1
  const { left, top, width, height } = card.getBoundingClientRect()
  const isOnTop = (share: number): boolean => {
    const found = document.elementFromPoint(left + width / 2, top + height * share)
    // Null outside the window, where a sheet comes from.
    return found === null || found === host
  }
  return isWhole && [0.1, 0.5, 0.9].some(isOnTop)
}
