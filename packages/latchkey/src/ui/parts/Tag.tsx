import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** A short word at the end of a row. `recent` is the only accent of a list at rest. */
export function Tag({ kind, children }: Tag.Props) {
  return (
    <span className={`tag ${kind}`}>
      {kind === 'qr' ? <Icon name="qr" small /> : null}
      <span>{children}</span>
    </span>
  )
}
export declare namespace Tag {
  type Props = {
    readonly kind: 'recent' | 'installed' | 'connected' | 'qr' | 'multichain' | 'warn'
    readonly children: ReactNode
  }
}
