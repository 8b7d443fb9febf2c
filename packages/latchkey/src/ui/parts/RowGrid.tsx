// biome-ignore-all lint/a11y/useSemanticElements: rows of a grid that lies on a canvas of its own cannot be a table's
// biome-ignore-all lint/a11y/useFocusableInteractive: the button inside the cell has the focus
import { type KeyboardEvent, memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { afterFrame } from './afterFrame.ts'
import { isRightToLeft } from './isRightToLeft.ts'
import { TYPE_AHEAD_MS } from './List.tsx'
import { useSurroundings } from './surroundings.ts'
import styles from './tiles.css?inline'
import { findByLetters, findTop, growWindow, listRows, moveInGrid, toRowWindow } from './tileWindow.ts'
import { useStyles } from './useStyles.ts'

/** Most rows drawn at first: a list of one column has its whole screen. */
const FIRST_ROWS = 8

/** Most cells that one task draws beside those that are there: more of them hold up an opening, or a scroll, on a slow machine. */
export const MOST_CELLS = 12

/**
 * Hundreds of cells in columns, of which only the rows in sight are drawn; every row is as high as the first. One tab stop; arrows, Home, End and first letters
 * move through all of them.
 */
export function RowGrid(props: RowGrid.Props) {
  const {
    label,
    className,
    count,
    firstHeight,
    toColumns,
    startAt = 0,
    getName,
    getKey,
    drawCell,
    onEnd,
    endKey,
  } = props
  useStyles(styles)
  const { after } = useSurroundings()
  const grid = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', forget: () => {} })
  const isMoving = useRef(false)
  const [stop, setStop] = useState(startAt)
  const [shape, setShape] = useState(() => {
    const columns = toColumns(Number.POSITIVE_INFINITY)
    const to = Math.min(FIRST_ROWS, Math.floor(MOST_CELLS / columns))
    return { columns, height: firstHeight, from: 0, to, isWhole: false }
  })
  const measureAgain = useRef(() => {})
  const { columns, height } = shape
  const rows = Math.ceil(count / columns)
  const current = Math.max(0, Math.min(stop, count - 1))

  // Set on the element: a page may allow no style in markup (SEC-100).
  useLayoutEffect(() => grid.current?.style.setProperty('block-size', `${rows * height}px`), [rows, height])

  // What is in sight depends on what scrolls: the card's body, or the page around an embedded modal.
  useLayoutEffect(() => {
    const root = grid.current
    if (!root) return
    const scroller = root.closest('.body')
    const measure = (mostCells: number): void => {
      const top = findTop(root)
      const nextColumns = toColumns(root.offsetWidth)
      const nextHeight = root.querySelector('.tile-row')?.getBoundingClientRect().height || firstHeight
      const nextRows = Math.ceil(count / nextColumns)
      const edges = { height: nextHeight, top: -top, bottom: innerHeight - top }
      const wanted = toRowWindow(nextRows, edges)
      const seen = toRowWindow(nextRows, edges, 0)
      setShape((old) => {
        const { from, to } = growWindow(old, { seen, wanted, most: Math.floor(mostCells / nextColumns) })
        const isWhole = from === wanted.from && to === wanted.to
        const isSame = old.columns === nextColumns && old.height === nextHeight && old.from === from && old.to === to
        return isSame && isWhole && old.isWhole ? old : { columns: nextColumns, height: nextHeight, from, to, isWhole }
      })
    }
    const grow = (): void => measure(MOST_CELLS)
    measureAgain.current = grow
    // With nothing new: what is here already is enough for one frame.
    measure(0)
    // Not within the observation itself: a grid that changes its size there would be reported to the page as an error.
    let cancel = (): void => {}
    const observer = new ResizeObserver(() => {
      cancel()
      cancel = after(0, grow)
    })
    observer.observe(root)
    // A card on its way to its height moves the grid within the window, and the grid stays as it is.
    if (scroller) observer.observe(scroller)
    scroller?.addEventListener('scroll', grow, { passive: true })
    window.addEventListener('scroll', grow, { passive: true })
    window.addEventListener('resize', grow)
    return () => {
      cancel()
      observer.disconnect()
      scroller?.removeEventListener('scroll', grow)
      window.removeEventListener('scroll', grow)
      window.removeEventListener('resize', grow)
    }
  }, [after, count, firstHeight, toColumns])

  useEffect(() => (shape.isWhole ? undefined : afterFrame(() => measureAgain.current())), [shape])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that adds nothing in sight asks for the next one
  useEffect(() => {
    if (shape.to >= rows) onEnd()
  }, [shape.to, rows, endKey])

  // Rows that turn out taller than they were believed to be take the tile in focus out of sight.
  useLayoutEffect(() => {
    if (height === firstHeight) return
    grid.current?.querySelector('[data-index]:focus')?.scrollIntoView({ block: 'nearest' })
  }, [height, firstHeight])

  useLayoutEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    const tile = grid.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)
    tile?.focus({ preventScroll: true })
    tile?.scrollIntoView({ block: 'nearest' })
  }, [current])

  useEffect(() => () => typed.current.forget(), [])

  const move = (index: number | undefined): void => {
    if (index === undefined || index === current) return
    isMoving.current = true
    setStop(index)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const sideways = isRightToLeft(event.currentTarget) ? -1 : 1
    const target = moveInGrid(event.key, current, { count, columns, sideways })
    if (target !== undefined) {
      event.preventDefault()
      move(target)
      return
    }
    if (event.key.length !== 1 || event.key === ' ') return
    typed.current.forget()
    const text = (typed.current.text + event.key).toLowerCase()
    const forget = after(TYPE_AHEAD_MS, () => {
      typed.current.text = ''
    })
    typed.current = { text, forget }
    move(findByLetters({ count, getName }, text, current))
  }

  return (
    <div
      ref={grid}
      className={className === undefined ? 'tiles' : `tiles ${className}`}
      role="grid"
      aria-label={label}
      aria-rowcount={rows}
      aria-colcount={columns}
      data-columns={columns}
      onKeyDown={onKeyDown}
    >
      {listRows(
        { from: Math.min(shape.from, rows - 1), to: Math.min(shape.to, rows) },
        Math.floor(current / columns),
      ).map((row) => (
        <GridRow
          key={row}
          row={row}
          columns={columns}
          count={count}
          height={height}
          stop={Math.floor(current / columns) === row ? current : undefined}
          setStop={setStop}
          getKey={getKey}
          drawCell={drawCell}
        />
      ))}
    </div>
  )
}

/** One row, which is drawn again only where something of it has changed: a scroll adds rows and leaves the others alone. */
const GridRow = memo(({ row, columns, count, height, stop, setStop, getKey, drawCell }: GridRowProps) => (
  <div
    className="tile-row"
    role="row"
    aria-rowindex={row + 1}
    ref={(element) => element?.style.setProperty('inset-block-start', `${row * height}px`)}
  >
    {Array.from({ length: Math.min(columns, count - row * columns) }, (_, column) => {
      const index = row * columns + column
      return (
        <div key={getKey(index)} role="gridcell" aria-colindex={column + 1}>
          {drawCell(index, {
            tabIndex: index === stop ? 0 : -1,
            'data-index': index,
            onFocus: () => setStop(index),
          })}
        </div>
      )
    })}
  </div>
))

type GridRowProps = Pick<RowGrid.Props, 'count' | 'getKey' | 'drawCell'> & {
  readonly row: number
  readonly columns: number
  readonly height: number
  /** The cell of this row that is the tab stop, where it is one. */
  readonly stop: number | undefined
  readonly setStop: (index: number) => void
}

export declare namespace RowGrid {
  /** What the button of a cell carries, so that the keys of the grid reach it. */
  type Stop = { readonly tabIndex: 0 | -1; readonly 'data-index': number; readonly onFocus: () => void }
  type Props = {
    readonly label: string
    readonly className?: string | undefined
    /** Cells; never 0. */
    readonly count: number
    /** Height of a row before one was measured, in px. */
    readonly firstHeight: number
    /** How many columns stand in a width in px. The same function each time. */
    readonly toColumns: (width: number) => number
    /** Where the tab stop begins. */
    readonly startAt?: number | undefined
    /** What first letters look for. */
    readonly getName: (index: number) => string
    readonly getKey: (index: number) => string
    /** One button. */
    readonly drawCell: (index: number, stop: Stop) => ReactNode
    /** The last row is in sight, or nearly. */
    readonly onEnd: () => void
    /** Whatever changes when the end should be looked at again. */
    readonly endKey: unknown
  }
}
