/**
 * Runs something once the next frame has been drawn, so that a press is answered before it. A page that nobody sees draws none, and
 * runs it when it is looked at again. Returns the way to take it back.
 */
export function afterFrame(run: () => void): () => void {
  let turn: number | undefined
  const frame = requestAnimationFrame(() => {
    turn = window.setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(turn)
  }
}
