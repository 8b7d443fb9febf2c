import { Children, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { ListRoleContext } from './listRole.ts'
import { useSurroundings } from './surroundings.ts'

/** Lists longer than this are one tab stop, so that the Tab key soon leaves them. */
export const TAB_STOPS = 10

/** Pause after which typing starts a new search, in ms. Source: ARIA Authoring Practices, listbox, type-ahead. */
export const TYPE_AHEAD_MS = 500

/**
 * The one keyboard model of all lists: Up and Down, Home and End, and typing the first letters move between rows. A listbox
 * or a long list is one tab stop, in a short list each row is one.
 */
export function List({ label, role = 'list', plain, children }: List.Props) {
  const { after } = useSurroundings()
  const className = plain ? 'list plain' : 'list'
  const root = useRef<HTMLUListElement & HTMLDivElement>(null)
  const typed = useRef({ text: '', forget: () => {} })

  const getRows = (): HTMLElement[] => [...(root.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const isRoving = (rows: readonly HTMLElement[]): boolean => role === 'listbox' || rows.length > TAB_STOPS

  // The tab stop is kept on the elements, because moving it must not render a list of hundreds again.
  const setStop = (rows: readonly HTMLElement[], stop: HTMLElement | undefined): void => {
    const isOne = isRoving(rows)
    for (const row of rows) {
      const tabIndex = !isOne || row === stop ? '0' : '-1'
      // Written anew it would have the page laid out again.
      if (row.getAttribute('tabindex') !== tabIndex) row.setAttribute('tabindex', tabIndex)
    }
  }
  useEffect(() => {
    const rows = getRows()
    const stop =
      rows.find((row) => row.tabIndex === 0 && row.dataset.stop === '') ??
      rows.find((row) => row.getAttribute('aria-selected') === 'true') ??
      rows[0]
    setStop(rows, stop)
  })

  const move = (row: HTMLElement | undefined): void => {
    if (!row) return
    const rows = getRows()
    for (const other of rows) delete other.dataset.stop
    row.dataset.stop = ''
    setStop(rows, row)
    row.focus()
    row.scrollIntoView({ block: 'nearest' })
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const rows = getRows()
    const here = rows.indexOf(event.target as HTMLElement)
    if (here < 0) return
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: here + 1,
      ArrowUp: here - 1,
      Home: 0,
      End: rows.length - 1,
    }
    const target = steps[event.key]
    if (target !== undefined) {
      event.preventDefault()
      move(rows[target])
      return
    }
    if (event.key.length !== 1 || event.key === ' ') return
    typed.current.forget()
    const text = (typed.current.text + event.key).toLowerCase()
    typed.current = {
      text,
      forget: after(TYPE_AHEAD_MS, () => {
        typed.current.text = ''
      }),
    }
    // The first letter looks past the row one is on; more letters may stay on it.
    const from = text.length === 1 ? here + 1 : here
    move([...rows.slice(from), ...rows.slice(0, from)].find((row) => toSpoken(row).startsWith(text)))
  }

  useEffect(() => () => typed.current.forget(), [])

  return (
    <ListRoleContext.Provider value={role}>
      {role === 'listbox' ? (
        <div ref={root} className={className} role="listbox" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
          {children}
        </div>
      ) : (
        <ul ref={root} className={className} aria-label={label} onKeyDown={onKeyDown}>
          {Children.map(children, (child) => (
            <li>{child}</li>
          ))}
        </ul>
      )}
    </ListRoleContext.Provider>
  )
}
export declare namespace List {
  type Props = {
    readonly label: string
    /** `listbox` where one of the rows is chosen. */
    readonly role?: 'list' | 'listbox' | undefined
    /** For plain rows, which stand without a gap. */
    readonly plain?: boolean | undefined
    readonly children: ReactNode
  }
}

function toSpoken(row: HTMLElement): string {
  return (row.querySelector('.row-title')?.textContent ?? row.textContent ?? '').trim().toLowerCase()
}
