/**
 * Gives the focus to the title when the control that has it goes away, such as a button whose work has begun: a keyboard
 * or a screen reader would have to start over from the page behind. Returns the way to stop.
 */
export function watchLostFocus(card: HTMLElement): () => void {
  let last: EventTarget | null = null
  const onFocus = (event: FocusEvent): void => {
    last = event.target
  }
  const observer = new MutationObserver(() => {
    if (!(last instanceof HTMLElement) || last.isConnected || !card.isConnected) return
    last = null
    const root = card.getRootNode()
    const isLost = root instanceof ShadowRoot && root.activeElement === null
    // Whoever went on into the page keeps the place they went to.
    const isOnPage = document.activeElement !== null && document.activeElement !== document.body
    if (isLost && !isOnPage) card.querySelector<HTMLElement>('[data-title]')?.focus({ preventScroll: true })
  })
  card.addEventListener('focusin', onFocus)
  observer.observe(card, { childList: true, subtree: true })
  return () => {
    card.removeEventListener('focusin', onFocus)
    observer.disconnect()
  }
}
