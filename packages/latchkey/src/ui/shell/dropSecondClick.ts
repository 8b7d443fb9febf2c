import type { Clock } from '../../core/services/ports.ts'

/** Longest time between the clicks of a double click, in ms. Source: what Windows and macOS begin with; browsers count clicks by it. */
const DOUBLE_CLICK_MS = 500

/** Keeps the second click of a double click, whose first closed the modal, from the page: what lay beneath was not meant. */
export function dropSecondClick(clock: Clock): void {
  const over = new AbortController()
  const stop = (): void => over.abort()
  const onPress = (event: MouseEvent): void => {
    if (event.detail < 2) {
      stop()
      return
    }
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const name of ['mousedown', 'click', 'dblclick'] as const) {
    window.addEventListener(name, onPress, { capture: true, signal: over.signal })
  }
  clock.after(DOUBLE_CLICK_MS, stop)
}
