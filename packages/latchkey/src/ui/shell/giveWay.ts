import { isRightToLeft } from '../parts/isRightToLeft.ts'
import { CONTROLS, getPoints, getWindow, lookAround, type Sight } from './lookAround.ts'

/** Corners for the bar that stands in for the card, the best first. */
const CORNERS = ['top-start', 'bottom-start', 'top-end', 'bottom-end'] as const
export type Corner = (typeof CORNERS)[number]

/** What has come onto the page since the request began. */
export type Drawn = {
  /** Something was drawn over the page, wherever. */
  readonly isDrawn: boolean
  /** Where the bar covers the least; undefined while the card covers nothing. */
  readonly corner: Corner | undefined
}

/** How often the page is looked at, in ms. */
const LOOK_MS = 100

/** The place of the bar, in px. It is as wide as a narrow window lets it. */
const BAR = { width: 340, height: 76 }

/**
 * Watches what is drawn over the page while a wallet is asked, whatever its shape: by what a press would reach, which also
 * sees boxes in closed shadow roots, frames, the top layer, and containers that were there before. `before` is the page when
 * the request began. Returns the way to stop.
 */
export function giveWay(
  { host, card, before: first }: { host: Element; card: Element; before: Sight },
  onChange: (drawn: Drawn) => void,
): () => void {
  const over = new AbortController()
  const added = new WeakSet<Node>()
  let before = first
  let isScrolled = false
  let isResized = false
  let lookedAt = Number.NEGATIVE_INFINITY
  let last: Drawn = { isDrawn: false, corner: undefined }

  /** Whether an element was drawn over the page at a point since the request began. */
  const isNew = (element: Element, x: number, y: number): boolean => {
    const there = before.at(x, y)
    if (host.contains(element) || element.contains(document.body) || there?.includes(element)) return false
    let isFresh = !isScrolled && !before.all.has(element)
    let isLifted = false
    let isFixed = false
    for (let part: Element | null = element; part && !there?.includes(part); part = part.parentElement) {
      const { position } = getComputedStyle(part)
      isFresh ||= added.has(part)
      isFixed ||= position === 'fixed'
      isLifted ||= position === 'absolute' || position === 'sticky' || !contains(part.getBoundingClientRect(), x, y)
    }
    if (isFixed) return true
    // What is scrolled into sight was there before.
    if (!isFresh) return isLifted && !isScrolled
    return isLifted || element.closest(CONTROLS) !== null || element.querySelector(CONTROLS) !== null
  }
  const findNew = (x: number, y: number): { readonly depth: number; readonly isBeneathUs: boolean } => {
    const stack = document.elementsFromPoint(x, y)
    const found = stack.filter((element) => isNew(element, x, y))
    const [top] = found
    return {
      depth: found.length,
      isBeneathUs: top !== undefined && stack.indexOf(host) !== -1 && stack.indexOf(host) < stack.indexOf(top),
    }
  }
  const look = (): Drawn => {
    const place = card.getBoundingClientRect()
    const seen = getPoints(place).map(([x, y]) => findNew(x, y))
    // Folded, the card lies on nothing; it comes back once its place is free.
    const isInTheWay = seen.some(({ depth, isBeneathUs }) => (last.corner ? depth > 0 : isBeneathUs))
    return {
      isDrawn: isInTheWay || [...getPoints(getWindow(), true)].some(([x, y]) => findNew(x, y).depth > 0),
      corner: isInTheWay ? chooseCorner() : undefined,
    }
  }
  const chooseCorner = (): Corner => {
    const startsLeft = !isRightToLeft(card)
    const measure = (corner: Corner): number => {
      const isLeft = corner.endsWith('start') === startsLeft
      const width = Math.min(BAR.width, innerWidth)
      const left = isLeft ? 0 : innerWidth - width
      const top = corner.startsWith('top') ? 0 : innerHeight - BAR.height
      const points = getPoints({ left, top, right: left + width, bottom: top + BAR.height })
      return points.reduce((sum, [x, y]) => sum + findNew(x, y).depth, 0)
    }
    const costs = CORNERS.map((corner) => ({ corner, cost: measure(corner) }))
    const least = Math.min(...costs.map(({ cost }) => cost))
    const best = costs.filter(({ cost }) => cost === least).map(({ corner }) => corner)
    return last.corner && best.includes(last.corner) ? last.corner : (best[0] ?? CORNERS[0])
  }
  const tick = (now: number): void => {
    if (over.signal.aborted) return
    requestAnimationFrame(tick)
    if (now - lookedAt < LOOK_MS) return
    lookedAt = now
    if (isResized && !last.isDrawn) before = lookAround(host)
    isResized &&= last.isDrawn
    const drawn = look()
    if (drawn.isDrawn === last.isDrawn && drawn.corner === last.corner) return
    last = drawn
    onChange(drawn)
  }
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) added.add(node)
  })
  observer.observe(document, { childList: true, subtree: true })
  const { signal } = over
  addEventListener('resize', () => (isResized = true), { signal })
  document.addEventListener('scroll', () => (isScrolled = true), { signal, capture: true })
  requestAnimationFrame(tick)
  return () => {
    over.abort()
    observer.disconnect()
  }
}

function contains({ left, top, right, bottom }: DOMRect, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom
}
