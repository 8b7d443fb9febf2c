import type { ReactNode } from 'react'
import { type Button, toButtonClass } from './Button.tsx'
import { HiddenText } from './HiddenText.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { useSurroundings } from './surroundings.ts'

/** A link that looks like a button. Opens a new tab without opener or referrer (SEC-87) and says so in its name. */
export function LinkButton({ href, kind = 'plain', wide, small, icon, onPress, focusKey, children }: LinkButton.Props) {
  const { words } = useSurroundings()
  return (
    <a
      className={toButtonClass(kind, wide, small)}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      data-focus-key={focusKey}
      onClick={onPress}
    >
      {icon ? <Icon name={icon} small={small} /> : null}
      <span>
        <span>{children}</span>
        <HiddenText>{`, ${words.newTab}`}</HiddenText>
      </span>
    </a>
  )
}
export declare namespace LinkButton {
  type Props = {
    readonly href: string
    readonly kind?: Button.Kind | undefined
    readonly wide?: boolean | undefined
    readonly small?: boolean | undefined
    readonly icon?: IconName | undefined
    /** Runs beside the navigation, for events. */
    readonly onPress?: (() => void) | undefined
    readonly focusKey?: string | undefined
    readonly children: ReactNode
  }
}
