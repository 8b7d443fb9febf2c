/** What may be cut at its end: names that others chose, of any length; lists of thousands, which count on the height of a line; pictures. */
const MAY_END_EARLY = ['bdi', '.entry', '.piece', '.grid-tile', '.name-zone', '.hidden-text', '.ring']

/** Words of ours that a view does not show whole, and lines of any words that lack their foot, each as the element that cuts them. */
export function listCutWords(root: ShadowRoot): readonly string[] {
  return [...root.querySelectorAll<HTMLElement>('*:not(.hidden-text, .ring)')]
    .filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element)
      const isShort = /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 2
      const isNarrow = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
      return (isShort || (isNarrow && !element.closest(MAY_END_EARLY.join()))) && element.textContent?.trim()
    })
    .map((element) => element.outerHTML.slice(0, 200))
}
