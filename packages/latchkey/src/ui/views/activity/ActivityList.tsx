import { type KeyboardEvent, memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { groupByMonth, type Month } from '../../../core/features/activity/rules.ts'
import type { Activity } from '../../../core/features/activity/state.ts'
import { useInstance } from '../../hooks.ts'
import { useSurroundings } from '../../parts/surroundings.ts'
import { findTop, listRows, toRowWindow } from '../../parts/tileWindow.ts'
import { activityWords } from '../../text/rooms/activityWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { formatMonth } from '../formatTime.ts'
import { useReturnPlace } from '../useReturnPlace.ts'
import { ActivityRow } from './ActivityRow.tsx'

/** Heights before anything was measured, in px. */
const ROW_HEIGHT = 56
const TITLE_HEIGHT = 32

const toFocusKey = ({ id }: Activity): string => `activity:${id}`

/** What is in sight is told in steps of so many px, so that most of a scroll draws nothing. */
const STEP = 112

/**
 * Entries by month, of which only the rows in sight are drawn, however many there are. One tab stop; arrows, Home and End move
 * through all of them.
 */
export function ActivityList({ items, onEnd }: ActivityList.Props) {
  const instance = useInstance()
  const { after } = useSurroundings()
  const t = useRoomText(activityWords)
  const root = useRef<HTMLDivElement>(null)
  const isMoving = useRef(false)
  const [stop, setStop] = useState(useReturnPlace(items, toFocusKey))
  const [shape, setShape] = useState({ row: ROW_HEIGHT, title: TITLE_HEIGHT, top: 0, bottom: 12 * ROW_HEIGHT })
  const count = items.length
  const current = Math.max(0, Math.min(stop, count - 1))
  // A scroll draws often, and there may be ten thousand.
  const months = useMemo(
    () =>
      groupByMonth(items).map((month) => ({
        ...month,
        title: formatMonth(month.at, instance.services.clock.now(), t),
      })),
    [items, instance, t],
  )

  useLayoutEffect(() => {
    const list = root.current
    if (!list) return
    const scroller = list.closest('.body')
    const measure = (): void => {
      const top = findTop(list)
      const next = {
        row: list.querySelector('.entry')?.getBoundingClientRect().height || ROW_HEIGHT,
        title: list.querySelector('.list-title')?.getBoundingClientRect().height || TITLE_HEIGHT,
        top: Math.floor(-top / STEP) * STEP,
        bottom: Math.ceil((innerHeight - top) / STEP) * STEP,
      }
      setShape((old) =>
        old.row === next.row && old.title === next.title && old.top === next.top && old.bottom === next.bottom
          ? old
          : next,
      )
    }
    measure()
    // Not within the observation itself: a list that changes its size there would be reported to the page as an error.
    let cancel = (): void => {}
    const observer = new ResizeObserver(() => {
      cancel()
      cancel = after(0, measure)
    })
    observer.observe(list)
    // A card on its way to its height moves the list within the window, and the list stays as it is.
    if (scroller) observer.observe(scroller)
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
  }, [after])

  const height = months.length * shape.title + count * shape.row
  const isAtEnd = shape.bottom >= height
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that adds nothing in sight asks for the next one
  useEffect(() => {
    if (isAtEnd && shape.top > 0) onEnd()
  }, [isAtEnd, count, shape.top > 0])

  useLayoutEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    const row = root.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      Home: 0,
      End: count - 1,
    }
    const target = steps[event.key]
    if (target === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(target, count - 1))
    if (next === current) return
    isMoving.current = true
    setStop(next)
  }

  let above = 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside have the focus, and their keys come up to here
    <div ref={root} className="entries" onKeyDown={onKeyDown}>
      {months.map((month) => {
        const from = above + shape.title
        above = from + month.items.length * shape.row
        return (
          <MonthPart
            key={month.key}
            month={month}
            title={month.title}
            rowHeight={shape.row}
            inSight={{ top: shape.top - from, bottom: shape.bottom - from }}
            stop={current}
            onStop={setStop}
          />
        )
      })}
    </div>
  )
}
export declare namespace ActivityList {
  type Props = {
    readonly items: readonly Activity[]
    /** Called when the end of the list has come into sight. */
    readonly onEnd: () => void
  }
}

/** A row that was in sight before is not drawn again. */
const Entry = memo(function Entry({ onStop, ...row }: Entry.Props) {
  return <ActivityRow {...row} onFocus={() => onStop(row.index)} />
})
declare namespace Entry {
  type Props = Omit<ActivityRow.Props, 'onFocus'> & { readonly onStop: (index: number) => void }
}

function MonthPart({ month, title, rowHeight, inSight, stop, onStop }: MonthPart.Props) {
  const { from, items } = month
  const list = useRef<HTMLUListElement>(null)
  const total = items.length * rowHeight
  // Set on the element: a page may allow no style in markup (SEC-100).
  useLayoutEffect(() => list.current?.style.setProperty('block-size', `${total}px`), [total])
  const isNear = inSight.bottom > -rowHeight * 4 && inSight.top < total + rowHeight * 4
  const inner = stop - from
  const hasStop = inner >= 0 && inner < items.length
  const rows = isNear
    ? toRowWindow(items.length, { height: rowHeight, top: inSight.top, bottom: Math.min(inSight.bottom, total) })
    : { from: 0, to: 0 }
  const drawn = hasStop ? (isNear ? listRows(rows, inner) : [inner]) : isNear ? listRows(rows, rows.from) : []
  return (
    <section>
      <h3 className="list-title">{title}</h3>
      <ul ref={list} className="month" aria-label={title}>
        {drawn.map((place) => {
          const activity = items[place]
          if (activity === undefined) return null
          return (
            <li
              key={activity.id}
              aria-setsize={items.length}
              aria-posinset={place + 1}
              ref={(element) => element?.style.setProperty('inset-block-start', `${place * rowHeight}px`)}
            >
              <Entry activity={activity} index={from + place} isStop={from + place === stop} onStop={onStop} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
declare namespace MonthPart {
  type Props = {
    readonly month: Month
    readonly title: string
    readonly rowHeight: number
    /** Edges of what is in sight, in px from the top of the rows. */
    readonly inSight: { readonly top: number; readonly bottom: number }
    readonly stop: number
    readonly onStop: (index: number) => void
  }
}
