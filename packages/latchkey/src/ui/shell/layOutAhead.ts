/**
 * Lays out a dialog that is not shown, so that fonts are loaded and words are shaped when it is: the first layout takes twice as
 * long as later ones. `part` is what is laid out; header and foot go first, so that neither turn is long. Done within one task, so
 * nobody sees, hears or reaches it; afterwards it is off the page again.
 */
export function layOutAhead(host: HTMLElement, part: 'frame' | 'whole'): void {
  const dialog = host.shadowRoot?.querySelector('dialog')
  const body = dialog?.querySelector<HTMLElement>('.body')
  if (!dialog || !body || host.isConnected) return
  const { style } = dialog
  const before = [style.getPropertyValue('display'), style.getPropertyPriority('display')] as const
  style.setProperty('display', 'grid', 'important')
  style.visibility = 'hidden'
  if (part === 'frame') body.style.display = 'none'
  document.body.append(host)
  void dialog.offsetHeight
  host.remove()
  body.style.display = style.visibility = ''
  style.setProperty('display', ...before)
}
