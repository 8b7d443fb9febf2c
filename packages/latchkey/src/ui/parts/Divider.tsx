import type { ReactNode } from 'react'
import styles from './divider.css?inline'
import { useStyles } from './useStyles.ts'

/** A thin line across, with a word in it where one is given. */
export function Divider({ children }: { readonly children?: ReactNode }) {
  useStyles(styles)
  return <p className="divider">{children}</p>
}
