/** What lay at the points of the window at one moment, whether or not one can see it. */
export type Sight = {
  /** The elements at a point, the topmost first. Undefined where nobody looked. */
  readonly at: (x: number, y: number) => readonly Element[] | undefined
  readonly all: ReadonlySet<Element>
}

/** What a press does something to. */
export const CONTROLS = 'button, a[href], input, select, textarea, iframe, [role=button], [onclick], [tabindex]'

/** Distance of two points that are looked at, in px: less than the height of a snackbar with a button. */
const STEP = 40

type Edges = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>

/** Looks at the whole window, beneath our own element. */
export function lookAround(own: Element): Sight {
  const seen = new Map<string, readonly Element[]>()
  const all = new Set<Element>()
  for (const [x, y] of getPoints(getWindow())) {
    const stack = document.elementsFromPoint(x, y).filter((element) => element !== own)
    seen.set(`${x} ${y}`, stack)
    for (const element of stack) all.add(element)
  }
  // Small ones may lie between the points, and move with what holds them when the page goes on beneath us.
  for (const control of document.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (control.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) === false) continue
    for (let part: Element | null = control; part; part = part.parentElement) all.add(part)
  }
  return { at: (x, y) => seen.get(`${x} ${y}`), all }
}

/** The points of one grid, the same for every look, inside a part of the window; of a coarser one, each third of them. */
export function getPoints(part: Edges, isCoarse = false): readonly (readonly [number, number])[] {
  const points: (readonly [number, number])[] = []
  const step = isCoarse ? STEP * 3 : STEP
  const first = (edge: number): number => Math.max(0, Math.ceil((edge - STEP / 2) / step)) * step + STEP / 2
  for (let y = first(part.top); y < Math.min(part.bottom, innerHeight); y += step) {
    for (let x = first(part.left); x < Math.min(part.right, innerWidth); x += step) points.push([x, y])
  }
  return points
}

export function getWindow(): Edges {
  return { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
}
