/** The element that has the focus, also inside shadow roots, innermost first, then the hosts around it. */
export function getFocusPath(): readonly Element[] {
  const path: Element[] = []
  let root: DocumentOrShadowRoot | null | undefined = document
  while (root?.activeElement) {
    path.unshift(root.activeElement)
    root = root.activeElement.shadowRoot
  }
  return path
}

/** What the Tab key reaches inside an element, in order. */
export function getTabStops(root: HTMLElement): readonly HTMLElement[] {
  const isStop = (element: HTMLElement): boolean =>
    element.tabIndex >= 0 &&
    !element.matches(':disabled') &&
    element.closest('[inert]') === null &&
    element.getClientRects().length > 0
  const found = root.querySelectorAll<HTMLElement>('a[href], button, input, summary, [tabindex], slot')
  // A frame stands outside the card, in the place that it has there.
  return [...found]
    .flatMap((element) => (element instanceof HTMLSlotElement ? listFrames(element) : [element]))
    .filter(isStop)
}

function listFrames(slot: HTMLSlotElement): readonly HTMLElement[] {
  return slot.assignedElements().filter((element) => element instanceof HTMLIFrameElement)
}

/** Keeps Tab inside: from the last stop to the first and back. Returns whether it moved. */
export function wrapTab(root: HTMLElement, isBackwards: boolean): boolean {
  const stops = getTabStops(root)
  const here = (root.getRootNode() as ShadowRoot).activeElement
  const [edge, target] = isBackwards ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  const isOutside = here === null || !(here instanceof HTMLElement) || !stops.includes(here)
  // From the title, which is no stop, Tab goes on by itself; only backwards it would leave.
  if (target && (here === edge || (isOutside && isBackwards))) {
    target.focus()
    return true
  }
  return false
}

/**
 * Finds a control by its focus key; a key that ends in `:` finds the first control whose key begins so. One without a place on the
 * page is passed over, unless nothing around it has one yet.
 */
export function findByFocusKey(root: HTMLElement, key: string, isShown = true): HTMLElement | undefined {
  return [...root.querySelectorAll<HTMLElement>('[data-focus-key]')].find((element) => {
    const own = element.dataset.focusKey ?? ''
    return (key.endsWith(':') ? own.startsWith(key) : own === key) && (!isShown || element.getClientRects().length > 0)
  })
}

/** Gives the focus back to where it was, or to our button on the host page when that place is gone. */
export function restoreFocus(path: readonly Element[]): void {
  for (const element of path) {
    if (!(element instanceof HTMLElement) || !element.isConnected || element === document.body) continue
    element.focus({ preventScroll: true })
    if (getFocusPath().includes(element)) return
  }
  document
    .querySelector<HTMLElement>('latchkey-button, latchkey-account-button, latchkey-connect-button')
    ?.focus({ preventScroll: true })
}
