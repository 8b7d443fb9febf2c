/** Length of a change of view and of height, in ms: long enough to be seen, too short to be waited for. */
export const VIEW_MS = 150

/** Length of the shake that refuses to close, in ms: long enough to be seen as an answer. */
export const SHAKE_MS = 500

const EASE = 'cubic-bezier(0.2, 0.8, 0.2, 1)'

/** Whether the visitor asked for no motion. */
export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Moves an element by key frames, or not at all for those who asked for no motion. */
export function move(element: Element, frames: Keyframe[], duration: number): Animation | undefined {
  return isStill() ? undefined : element.animate(frames, { duration, easing: EASE })
}

/** Shakes once: a refused close. */
export function shake(element: Element): void {
  move(
    element,
    [0, -6, 5, -3, 2, 0].map((x) => ({ transform: `translateX(${x}px)` })),
    SHAKE_MS,
  )
}

/** Lets the card grow and shrink with what is in it. `content` is what changes, `card` is what moves. Returns the way to stop. */
export function watchHeight(card: HTMLElement, content: readonly Element[]): () => void {
  // Layout heights, because a transform on its way in must not count.
  let last = card.offsetHeight
  let running: Animation | undefined
  const observer = new ResizeObserver(() => {
    const shown = running?.playState === 'running' ? card.offsetHeight : last
    running?.cancel()
    running = undefined
    last = card.offsetHeight
    if (Math.abs(shown - last) < 1) return
    running = move(card, [{ blockSize: `${shown}px` }, { blockSize: `${last}px` }], VIEW_MS)
  })
  for (const element of content) observer.observe(element)
  return () => {
    observer.disconnect()
    running?.cancel()
  }
}
