/** How many modals hold the page still, and what the page had before the first one. */
type Lock = {
  holders: number
  readonly before: readonly (readonly [string, string, string])[]
  readonly hadStyle: boolean
}

/** The lock belongs to the page, because two modals, of two copies of this package even, share one page. */
const LOCK = Symbol.for('@latchkey/scroll-lock')

/**
 * Holds the host page still while a modal is open: through the CSSOM, with the place of the scroll bar kept by a padding, so
 * that nothing jumps. A gutter in its place would be left out by the scrim: nothing is drawn there in Chromium and WebKit.
 * Returns the way back, which restores exactly what was there.
 */
export function lockScroll(): () => void {
  const page = document as Document & { [LOCK]?: Lock | undefined }
  const { style } = document.documentElement
  let lock = page[LOCK]
  if (!lock) {
    const names = ['overflow', 'scrollbar-gutter', 'padding-inline-end']
    lock = {
      holders: 0,
      before: names.map((name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)] as const),
      hadStyle: document.documentElement.hasAttribute('style'),
    }
    page[LOCK] = lock
    const scrollBar = window.innerWidth - document.documentElement.clientWidth
    const padding = Number.parseFloat(getComputedStyle(document.documentElement).paddingInlineEnd) || 0
    style.setProperty('overflow', 'hidden', 'important')
    if (scrollBar > 0) {
      style.setProperty('scrollbar-gutter', 'auto', 'important')
      style.setProperty('padding-inline-end', `${padding + scrollBar}px`, 'important')
    }
  }
  const held = lock
  held.holders += 1
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    held.holders -= 1
    if (held.holders > 0) return
    delete page[LOCK]
    for (const [name, value, priority] of held.before) {
      if (value === '') style.removeProperty(name)
      else style.setProperty(name, value, priority)
    }
    // Read first: Chromium writes the attribute late, and would write an empty one after its removal.
    const isEmpty = document.documentElement.getAttribute('style') === ''
    if (!held.hadStyle && isEmpty) document.documentElement.removeAttribute('style')
  }
}
