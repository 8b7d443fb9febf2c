import { type ReactNode, useId } from 'react'
import css from './checkbox.css?inline'
import { Icon } from './Icon.tsx'
import { useStyles } from './useStyles.ts'

/** A real checkbox. A link among its words opens and does not tick: a label leaves clicks on controls inside it alone. */
export function Checkbox({ isChecked, onChange, describedBy, focusKey, children }: Checkbox.Props) {
  const id = useId()
  useStyles(css)
  return (
    <div className="checkbox">
      <span className="tick">
        <input
          id={id}
          type="checkbox"
          checked={isChecked}
          aria-labelledby={`${id}-words`}
          aria-describedby={describedBy}
          data-focus-key={focusKey}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="tick-box">
          <Icon name="check" small />
        </span>
      </span>
      <label id={`${id}-words`} htmlFor={id}>
        {children}
      </label>
    </div>
  )
}
export declare namespace Checkbox {
  type Props = {
    readonly isChecked: boolean
    readonly onChange: (isChecked: boolean) => void
    /** Id of the line that says why it matters. */
    readonly describedBy?: string | undefined
    readonly focusKey?: string | undefined
    readonly children: ReactNode
  }
}
