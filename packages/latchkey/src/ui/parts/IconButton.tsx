import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { Tooltip } from './Tooltip.tsx'

/** A round button that shows a drawing only; its label is its name and its tooltip. */
export function IconButton({ icon, label, onPress, focusKey, turns, inline }: IconButton.Props) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        className={`icon-button${inline ? ' inline' : ''}`}
        aria-label={label}
        data-focus-key={focusKey}
        onClick={onPress}
      >
        <Icon name={icon} turns={turns} />
      </button>
    </Tooltip>
  )
}
export declare namespace IconButton {
  type Props = {
    readonly icon: IconName
    readonly label: string
    readonly onPress: () => void
    readonly focusKey?: string | undefined
    /** Mirrors the drawing in right-to-left pages. */
    readonly turns?: boolean | undefined
    /** Smaller, to stand inside a field or a line. */
    readonly inline?: boolean | undefined
  }
}
