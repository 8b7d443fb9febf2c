import type { ReactNode } from 'react'
import { type Button, toButtonClass } from './Button.tsx'
import { HiddenText } from './HiddenText.tsx'
import { useSurroundings } from './surroundings.ts'

/**
 * A real link that opens an app, in the tap itself: a browser does not follow one that a script opens later (F-20). Without
 * an address it keeps its place and its focus, and does nothing.
 */
export function AppLink({ href, target, kind = 'main', onPress, focusKey, children }: AppLink.Props) {
  const { words } = useSurroundings()
  const isOff = href === undefined
  return (
    <a
      className={toButtonClass(kind, true)}
      href={href}
      target={isOff ? undefined : target}
      rel="noopener noreferrer"
      role={isOff ? 'link' : undefined}
      aria-disabled={isOff || undefined}
      tabIndex={isOff ? 0 : undefined}
      data-focus-key={focusKey}
      onClick={isOff ? undefined : onPress}
    >
      <span>
        <span>{children}</span>
        {target === '_blank' ? <HiddenText>{`, ${words.newTab}`}</HiddenText> : null}
      </span>
    </a>
  )
}
export declare namespace AppLink {
  type Props = {
    /** Undefined while it is prepared. */
    readonly href: string | undefined
    readonly target: '_self' | '_top' | '_blank'
    readonly kind?: Button.Kind | undefined
    /** Runs beside the navigation. */
    readonly onPress?: (() => void) | undefined
    readonly focusKey?: string | undefined
    readonly children: ReactNode
  }
}
