/**
 * Sets what a button shows, node by node: a button is drawn anew whenever something arrives, also between the two halves of a
 * press, and Chromium drops the click where all children of what was pressed are taken out at once.
 */
export function fill(button: HTMLElement, ...children: readonly (Node | string)[]): void {
  for (const child of [...button.childNodes]) child.remove()
  button.append(...children)
}
