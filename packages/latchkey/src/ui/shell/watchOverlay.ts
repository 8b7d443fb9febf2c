/** Share of the window that an element must cover to count as a wallet's own dialog. */
const COVER = 0.2

/**
 * Watches the page for a dialog that a wallet draws into it (in-page approval, device picker): a new element, fixed over
 * the page, that was not there before. Ours in the top layer would lie on it and make it dead, so the modal steps aside
 * as long as there is one. `before` is what the page had when the modal opened. Returns the way to stop.
 */
export function watchOverlay(
  own: Element,
  before: ReadonlySet<Element>,
  onChange: (isThere: boolean) => void,
): () => void {
  let isThere = false

  const check = (): void => {
    const found = [...getPageParts()].some((element) => element !== own && !before.has(element) && isOverlay(element))
    if (found === isThere) return
    isThere = found
    onChange(found)
  }
  const observer = new MutationObserver(check)
  // Overlays are often there from the start of their life and shown by a style.
  const options = { childList: true, attributes: true, attributeFilter: ['style', 'class', 'hidden', 'open'] }
  observer.observe(document.documentElement, options)
  observer.observe(document.body, { ...options, subtree: true })
  check()
  return () => observer.disconnect()
}

/** What stands directly on the page now. */
export function getPageParts(): ReadonlySet<Element> {
  return new Set([...document.documentElement.children, ...document.body.children])
}

function isOverlay(element: Element): boolean {
  return [element, ...element.children].some((candidate) => {
    const style = getComputedStyle(candidate)
    if (style.position !== 'fixed' || style.display === 'none' || style.visibility === 'hidden') return false
    const { width, height } = candidate.getBoundingClientRect()
    return width * height >= innerWidth * innerHeight * COVER
  })
}
