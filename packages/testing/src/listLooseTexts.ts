/**
 * Texts of a view that React holds by their nodes, each as the element around it. A browser that translates a page puts elements of its
 * own in the place of such a node: React then changes a text that nobody sees, or fails as it takes it out. A text that is all that
 * React was given for its element is set by way of that element, which stays. What is marked as not to be translated is left alone.
 */
export function listLooseTexts(root: ShadowRoot): readonly string[] {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const loose: string[] = []
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    if (!texts.currentNode.textContent?.trim() || element === null || element.closest('style, [translate="no"]'))
      continue
    const props: unknown = Object.entries(element).find(([name]) => name.startsWith('__reactProps$'))?.[1]
    if (typeof props !== 'object' || props === null || !('children' in props)) continue
    if (typeof props.children !== 'string' && typeof props.children !== 'number')
      loose.push(element.outerHTML.slice(0, 200))
  }
  return loose
}
