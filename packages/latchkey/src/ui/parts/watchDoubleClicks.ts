/**
 * Keeps the second half of a double click from pressing, and from taking the focus to, what came under the pointer meanwhile: it
 * belongs to the control that the first half pressed. The same control again, such as Back twice, is meant, unless it says something
 * else by now: then it does something else. Returns the way to stop.
 */
export function watchDoubleClicks(root: HTMLElement): () => void {
  let first: unknown
  let said: unknown
  const onPress = (event: MouseEvent): void => {
    const [target] = event.composedPath()
    const control = target instanceof Element ? target.closest<HTMLElement>('button, a') : null
    // Views keep elements when they change, so a control is known by its key where it has one.
    const pressed = control?.dataset.focusKey ?? control
    const words = control?.textContent
    if (event.detail < 2) {
      first = pressed
      said = words
    }
    if (pressed === first && words === said) return
    event.preventDefault()
    event.stopPropagation()
  }
  root.addEventListener('mousedown', onPress, true)
  root.addEventListener('click', onPress, true)
  return () => {
    root.removeEventListener('mousedown', onPress, true)
    root.removeEventListener('click', onPress, true)
  }
}
