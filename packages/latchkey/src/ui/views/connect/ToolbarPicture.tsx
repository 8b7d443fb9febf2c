import type { ReactNode } from 'react'
import { useInstance } from '../../hooks.ts'
import { Icon } from '../../parts/Icon.tsx'
import { LOCK, PUZZLE } from '../../parts/laterIcons.ts'
import { useStyles } from '../../parts/useStyles.ts'
import styles from './toolbarPicture.css?inline'

/** Where a browser keeps the icons of its extensions, the wallet's framed. The words beside it say the same. */
export function ToolbarPicture({ children }: ToolbarPicture.Props) {
  useStyles(styles)
  const { browser } = useInstance().services
  return (
    <div className="toolbar-picture" aria-hidden="true">
      <span className="address-bar">
        <Icon name={LOCK} small />
        <span>{browser.origin().replace(/^.*\/\//, '')}</span>
      </span>
      <i />
      <span className="framed">{children}</span>
      <Icon name={PUZZLE} />
    </div>
  )
}
export declare namespace ToolbarPicture {
  /** The wallet's own picture, small. */
  type Props = { readonly children: ReactNode }
}
