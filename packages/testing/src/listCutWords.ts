/** What may be cut: names that others chose, of any length; lists of thousands, which count on the height of a line; pictures. */
const MAY_BE_CUT = ['bdi', '.entry', '.piece', '.grid-tile', '.name-zone', '.hidden-text', '.ring']

/** Words of ours that a view does not show whole, each as the element that cuts it. */
export function listCutWords(root: ShadowRoot): readonly string[] {
  return [...root.querySelectorAll<HTMLElement>('.card *')]
    .filter((element) => {
      const isCut = getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
      return isCut && element.textContent?.trim() && !element.closest(MAY_BE_CUT.join())
    })
    .map((element) => element.outerHTML.slice(0, 200))
}
