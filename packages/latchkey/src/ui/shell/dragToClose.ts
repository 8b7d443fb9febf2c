/** Share of the sheet's height that must be dragged down to close it. */
const FAR_ENOUGH = 0.25

/** Speed in px per ms that closes it sooner. */
const FAST_ENOUGH = 0.6

/** Way that a finger may go before it counts as a drag, in px. */
const SLACK = 6

/**
 * Lets a sheet be dragged down by its handle. `onClose` is asked once the finger has gone far or fast enough; the sheet
 * goes back to its place when it is refused. Only while `sheet` matches, until the signal.
 */
export function watchDrag(
  card: HTMLElement,
  handle: HTMLElement,
  { sheet, signal, onClose }: { sheet: MediaQueryList; signal: AbortSignal; onClose: () => boolean },
): void {
  let start: { readonly id: number; readonly y: number; readonly at: number } | undefined
  let way = 0

  const settle = (): void => {
    start = undefined
    way = 0
    card.style.removeProperty('transform')
    card.classList.remove('dragged')
  }

  handle.addEventListener(
    'pointerdown',
    (event) => {
      const onControl = event.target instanceof Element && event.target.closest('button, a, input') !== null
      if (!sheet.matches || onControl || !event.isPrimary) return
      start = { id: event.pointerId, y: event.clientY, at: event.timeStamp }
      handle.setPointerCapture(event.pointerId)
    },
    { signal },
  )
  handle.addEventListener(
    'pointermove',
    (event) => {
      if (start?.id !== event.pointerId) return
      way = Math.max(0, event.clientY - start.y - SLACK)
      if (way === 0) return
      card.classList.add('dragged')
      card.style.setProperty('transform', `translateY(${way}px)`)
    },
    { signal },
  )
  handle.addEventListener(
    'pointerup',
    (event) => {
      if (start?.id !== event.pointerId) return
      const speed = way / Math.max(1, event.timeStamp - start.at)
      const isMeant = way > card.offsetHeight * FAR_ENOUGH || (way > SLACK * 4 && speed > FAST_ENOUGH)
      settle()
      if (isMeant) onClose()
    },
    { signal },
  )
  handle.addEventListener('pointercancel', settle, { signal })
  signal.addEventListener('abort', settle, { once: true })
}
