import styles from './switch.css?inline'
import { useStyles } from './useStyles.ts'

/** An on and off control with its words beside it. */
export function SwitchControl({ label, isOn, onChange, focusKey }: SwitchControl.Props) {
  useStyles(styles)
  return (
    <button
      type="button"
      role="switch"
      className="switch-line"
      aria-checked={isOn}
      data-focus-key={focusKey}
      onClick={() => onChange(!isOn)}
    >
      <span>{label}</span>
      <span className="switch" aria-hidden="true" />
    </button>
  )
}
export declare namespace SwitchControl {
  type Props = {
    readonly label: string
    readonly isOn: boolean
    readonly onChange: (isOn: boolean) => void
    readonly focusKey?: string | undefined
  }
}
