import { type KeyboardEvent, useRef } from 'react'
import { isRightToLeft } from './isRightToLeft.ts'
import styles from './tabs.css?inline'
import { useStyles } from './useStyles.ts'

/** A strip of tabs: one tab stop, arrows move and choose at once. `panelId` is the element that they change. */
export function Tabs<Id extends string>({ label, tabs, current, onChange, panelId }: Tabs.Props<Id>) {
  useStyles(styles)
  const root = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const here = tabs.findIndex((tab) => tab.id === current)
    const sideways = isRightToLeft(event.currentTarget) ? -1 : 1
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: here + sideways,
      ArrowLeft: here - sideways,
      Home: 0,
      End: tabs.length - 1,
    }
    const step = steps[event.key]
    if (step === undefined) return
    const index = (step + tabs.length) % tabs.length
    const next = tabs[index]
    if (!next) return
    event.preventDefault()
    onChange(next.id)
    root.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  return (
    <div ref={root} className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          className="tab"
          aria-selected={tab.id === current}
          aria-controls={panelId}
          tabIndex={tab.id === current ? 0 : -1}
          onClick={() => onChange(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
export declare namespace Tabs {
  type Props<Id extends string> = {
    readonly label: string
    readonly tabs: readonly { readonly id: Id; readonly label: string }[]
    readonly current: Id
    readonly onChange: (id: Id) => void
    readonly panelId?: string | undefined
  }
}
