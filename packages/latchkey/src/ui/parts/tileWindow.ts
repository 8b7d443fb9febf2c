/** Which rows of a long grid are drawn: `from` to before `to`. */
export type RowWindow = { readonly from: number; readonly to: number }

/** Rows drawn beyond each edge, so that a quick scroll meets no gap. */
export const SPARE_ROWS = 3

/**
 * The rows between two edges, in px from the top of the grid, and a few beyond, which are those to draw. At least one, so that
 * there is something to measure.
 */
export function toRowWindow(
  rows: number,
  { height, top, bottom }: { readonly height: number; readonly top: number; readonly bottom: number },
  spare: number = SPARE_ROWS,
): RowWindow {
  const from = Math.max(0, Math.min(Math.floor(top / height) - spare, rows - 1))
  const to = Math.min(rows, Math.max(Math.ceil(bottom / height) + spare, from + 1))
  return { from, to }
}

/**
 * The next window on the way from what is drawn to what is wanted, with at most so many new rows: those in sight first. What is
 * not wanted any more goes at once.
 */
export function growWindow(
  drawn: RowWindow,
  { seen, wanted, most }: { readonly seen: RowWindow; readonly wanted: RowWindow; readonly most: number },
): RowWindow {
  let from = Math.max(drawn.from, wanted.from)
  let to = Math.min(drawn.to, wanted.to)
  if (from >= to) from = to = seen.from
  let left = most
  for (const edge of [seen, wanted]) {
    const below = Math.min(left, Math.max(0, edge.to - to))
    to += below
    left -= below
    const above = Math.min(left, Math.max(0, from - edge.from))
    from -= above
    left -= above
  }
  return { from, to }
}

/** Row numbers to draw: the window, and the row of the tab stop wherever it is, so that the focus is never lost by scrolling. */
export function listRows({ from, to }: RowWindow, stopRow: number): readonly number[] {
  const rows = Array.from({ length: to - from }, (_, index) => from + index)
  if (stopRow < from) return [stopRow, ...rows]
  return stopRow >= to ? [...rows, stopRow] : rows
}

/**
 * Where a key leads from a tile of a grid; undefined for keys that lead nowhere. Below the last full row Down goes to the
 * last tile. `sideways` is 1, or -1 where text runs from right to left.
 */
export function moveInGrid(
  key: string,
  index: number,
  { count, columns, sideways }: { readonly count: number; readonly columns: number; readonly sideways: 1 | -1 },
): number | undefined {
  const last = count - 1
  const isLastRow = Math.floor(index / columns) === Math.floor(last / columns)
  switch (key) {
    case 'Home':
      return 0
    case 'End':
      return last
    case 'ArrowDown':
      return isLastRow ? index : Math.min(index + columns, last)
    case 'ArrowUp':
      return index < columns ? index : index - columns
    case 'ArrowRight':
      return Math.max(0, Math.min(index + sideways, last))
    case 'ArrowLeft':
      return Math.max(0, Math.min(index - sideways, last))
    default:
      return undefined
  }
}

/** The next tile whose name begins so: the first letter looks past the one that one is on, more letters may stay on it. */
export function findByLetters(
  names: { readonly count: number; readonly getName: (index: number) => string },
  typed: string,
  index: number,
): number | undefined {
  const start = [...typed].length === 1 ? 1 : 0
  for (let step = start; step < names.count + start; step += 1) {
    const at = (index + step) % names.count
    if (names.getName(at).trim().toLowerCase().startsWith(typed)) return at
  }
  return undefined
}

/** Where an element stands in the window, in px from its top, once the card around it has come in: until then a transform moves it. */
export function findTop(element: Element): number {
  const moved = new DOMMatrix(getComputedStyle(element.closest('.card') ?? element).transform)
  return element.getBoundingClientRect().top - moved.f
}
