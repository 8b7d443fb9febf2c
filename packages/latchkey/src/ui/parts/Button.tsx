import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { Spinner } from './Spinner.tsx'

/** A button with words. Busy and disabled ones keep their focus and do nothing when pressed. */
export function Button({ kind, wide, small, busy, disabled, icon, onPress, focusKey, children }: Button.Props) {
  const isOff = busy === true || disabled === true
  return (
    <button
      type="button"
      className={toButtonClass(kind, wide, small)}
      aria-busy={busy || undefined}
      aria-disabled={isOff || undefined}
      data-focus-key={focusKey}
      onClick={isOff ? undefined : onPress}
    >
      {busy ? <Spinner /> : icon ? <Icon name={icon} small={small} /> : null}
      <span>{children}</span>
    </button>
  )
}
export declare namespace Button {
  /** `main` is the one thing to do next, in the accent; `plain` stands beside it; `quiet` is a way out. */
  type Kind = 'main' | 'plain' | 'quiet'
  type Props = {
    readonly kind: Kind
    readonly wide?: boolean | undefined
    readonly small?: boolean | undefined
    readonly busy?: boolean | undefined
    readonly disabled?: boolean | undefined
    readonly icon?: IconName | undefined
    readonly onPress: () => void
    readonly focusKey?: string | undefined
    readonly children: ReactNode
  }
}

/** Class names of anything that looks like a button. */
export function toButtonClass(kind: Button.Kind, wide?: boolean, small?: boolean): string {
  return `button ${kind}${wide ? ' wide' : ''}${small ? ' small' : ''}`
}
