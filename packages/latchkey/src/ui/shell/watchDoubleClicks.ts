/**
 * Keeps the second half of a double click from pressing what came under the pointer meanwhile: it belongs to the control
 * that the first half pressed. The same control again, such as Back twice, is meant. Returns the way to stop.
 */
export function watchDoubleClicks(card: HTMLElement): () => void {
  let first: unknown
  const onClick = (event: MouseEvent): void => {
    const [target] = event.composedPath()
    const control = target instanceof Element ? target.closest<HTMLElement>('button, a') : null
    // Views keep elements when they change, so a control is known by its key where it has one.
    const pressed = control?.dataset.focusKey ?? control
    if (event.detail < 2) first = pressed
    if (control === null || pressed === first) return
    event.preventDefault()
    event.stopPropagation()
  }
  card.addEventListener('click', onClick, true)
  return () => card.removeEventListener('click', onClick, true)
}
