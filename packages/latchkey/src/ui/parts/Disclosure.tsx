import type { ReactNode } from 'react'
import styles from './disclosure.css?inline'
import { Icon } from './Icon.tsx'
import { useStyles } from './useStyles.ts'

/** What only some want to read, folded away under a line that says what it is. */
export function Disclosure({ label, onOpen, children }: Disclosure.Props) {
  useStyles(styles)
  return (
    <details className="disclosure" onToggle={(event) => (event.currentTarget.open ? onOpen?.() : undefined)}>
      <summary>
        <Icon name="chevron" small turns />
        <span>{label}</span>
      </summary>
      {children}
    </details>
  )
}
export declare namespace Disclosure {
  type Props = {
    readonly label: string
    /** Called each time it is opened. */
    readonly onOpen?: (() => void) | undefined
    readonly children: ReactNode
  }
}
