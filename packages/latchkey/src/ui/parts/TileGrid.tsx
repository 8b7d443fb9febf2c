// biome-ignore-all lint/a11y/useSemanticElements: rows of a grid that lies on a canvas of its own cannot be a table's
// biome-ignore-all lint/a11y/useFocusableInteractive: the button inside the cell has the focus
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import badge from './badge.css?inline'
import { HiddenText } from './HiddenText.tsx'
import { Icon } from './Icon.tsx'
import { TYPE_AHEAD_MS } from './List.tsx'
import { Picture } from './Picture.tsx'
import { useSurroundings } from './surroundings.ts'
import styles from './tiles.css?inline'
import { findByLetters, listRows, moveInGrid, toRowWindow } from './tileWindow.ts'
import { useStyles } from './useStyles.ts'

/** Height of a row of tiles before one was measured, in px. */
const ROW_HEIGHT = 106

/** Narrower than this a grid has three columns, in px: a card of 352 without its gutters. Source: views, A4. */
const NARROW = 328

/**
 * Hundreds of tiles with pictures, of which only the rows in sight are drawn. One tab stop; arrows, Home, End and first letters
 * move through all of them. Source: views, 1.8 and A4.
 */
export function TileGrid({ label, tiles, startAt = 0, onPress, onEnd, endKey }: TileGrid.Props) {
  useStyles(badge)
  useStyles(styles)
  const { after } = useSurroundings()
  const grid = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', forget: () => {} })
  const isMoving = useRef(false)
  const [stop, setStop] = useState(startAt)
  const [shape, setShape] = useState({ columns: 4, height: ROW_HEIGHT, from: 0, to: 8 })
  const { columns, height } = shape
  const count = tiles.length
  const rows = Math.ceil(count / columns)
  const current = Math.max(0, Math.min(stop, count - 1))

  // Set on the element: a page may allow no style in markup (SEC-100).
  useLayoutEffect(() => grid.current?.style.setProperty('block-size', `${rows * height}px`), [rows, height])

  // What is in sight depends on what scrolls: the card's body, or the page around an embedded modal.
  useLayoutEffect(() => {
    const root = grid.current
    if (!root) return
    const scroller = root.closest('.body')
    const measure = (): void => {
      const box = root.getBoundingClientRect()
      const nextColumns = box.width < NARROW ? 3 : 4
      const nextHeight = root.querySelector('.tile-row')?.getBoundingClientRect().height || ROW_HEIGHT
      const { from, to } = toRowWindow(Math.ceil(count / nextColumns), {
        height: nextHeight,
        top: -box.top,
        bottom: innerHeight - box.top,
      })
      setShape((old) =>
        old.columns === nextColumns && old.height === nextHeight && old.from === from && old.to === to
          ? old
          : { columns: nextColumns, height: nextHeight, from, to },
      )
    }
    measure()
    // Not within the observation itself: a grid that changes its size there would be reported to the page as an error.
    let cancel = (): void => {}
    const observer = new ResizeObserver(() => {
      cancel()
      cancel = after(0, measure)
    })
    observer.observe(root)
    scroller?.addEventListener('scroll', measure, { passive: true })
    window.addEventListener('scroll', measure, { passive: true })
    window.addEventListener('resize', measure)
    return () => {
      cancel()
      observer.disconnect()
      scroller?.removeEventListener('scroll', measure)
      window.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
    }
  }, [after, count])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that adds nothing in sight asks for the next one
  useEffect(() => {
    if (shape.to >= rows) onEnd()
  }, [shape.to, rows, endKey])

  // Rows that turn out taller than they were believed to be take the tile in focus out of sight.
  useLayoutEffect(() => {
    if (height === ROW_HEIGHT) return
    grid.current?.querySelector('.grid-tile:focus')?.scrollIntoView({ block: 'nearest' })
  }, [height])

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
    const sideways = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const target = moveInGrid(event.key, current, { count, columns, sideways })
    if (target !== undefined) {
      event.preventDefault()
      move(target)
      return
    }
    if (event.key.length !== 1 || event.key === ' ') return
    typed.current.forget()
    const text = (typed.current.text + event.key).toLocaleLowerCase()
    const forget = after(TYPE_AHEAD_MS, () => {
      typed.current.text = ''
    })
    typed.current = { text, forget }
    move(findByLetters({ count, getName: (index) => tiles[index]?.name ?? '' }, text, current))
  }

  return (
    <div
      ref={grid}
      className="tiles"
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
        <div
          key={row}
          className="tile-row"
          role="row"
          aria-rowindex={row + 1}
          ref={(element) => element?.style.setProperty('inset-block-start', `${row * height}px`)}
        >
          {tiles.slice(row * columns, (row + 1) * columns).map((tile, column) => {
            const index = row * columns + column
            return (
              <div key={tile.key} role="gridcell" aria-colindex={column + 1}>
                <button
                  type="button"
                  className="grid-tile"
                  tabIndex={index === current ? 0 : -1}
                  data-index={index}
                  data-focus-key={tile.focusKey}
                  onFocus={() => setStop(index)}
                  onClick={() => onPress(index)}
                >
                  <span className="tile-picture">
                    <Picture src={tile.src} name={tile.name} size="tile" />
                    {tile.mark === undefined ? null : (
                      <span className={`badge ${tile.mark}`}>
                        <Icon name={tile.mark === 'certified' ? 'done' : 'check'} />
                      </span>
                    )}
                  </span>
                  <span className="tile-name">
                    <bdi>{tile.name}</bdi>
                  </span>
                  {tile.note === undefined ? null : <HiddenText>, {tile.note}</HiddenText>}
                </button>
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
export declare namespace TileGrid {
  type Tile = {
    readonly key: string
    readonly name: string
    readonly src?: string | undefined
    readonly mark?: 'certified' | 'installed' | undefined
    /** What the mark means, for who listens. */
    readonly note?: string | undefined
    readonly focusKey: string
  }
  type Props = {
    readonly label: string
    /** Never empty. */
    readonly tiles: readonly Tile[]
    /** Where the tab stop begins. */
    readonly startAt?: number | undefined
    readonly onPress: (index: number) => void
    /** The last row is in sight, or nearly. */
    readonly onEnd: () => void
    /** Whatever changes when the end should be looked at again. */
    readonly endKey: unknown
  }
}

/** Places of tiles that are on their way. */
export function TileGhosts({ count }: { readonly count: number }) {
  useStyles(styles)
  return (
    <div className="tiles ghosts" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ghosts have no identity
        <span key={index} className="grid-tile">
          <span className="bone picture" />
          <span className="bone text" />
        </span>
      ))}
    </div>
  )
}
