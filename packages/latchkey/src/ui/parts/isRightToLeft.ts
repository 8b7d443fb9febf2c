/**
 * Whether text around an element is written from right to left. By the attribute that every root of ours has, because a computed style
 * of what is in a container query's container lays the page out.
 */
export function isRightToLeft(element: Element): boolean {
  return element.closest('[dir]')?.getAttribute('dir') === 'rtl'
}
