import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'

const ICONS_BY_KIND: Readonly<Record<Notice.Props['kind'], IconName>> = { info: 'info', warn: 'warn', bad: 'error' }

/** A panel with one thing to know. Not a live region: the view announces what is urgent. */
export function Notice({ kind, icon, children }: Notice.Props) {
  return (
    <div className={`notice ${kind}`}>
      <Icon name={icon ?? ICONS_BY_KIND[kind]} />
      <div>{children}</div>
    </div>
  )
}
export declare namespace Notice {
  type Props = {
    readonly kind: 'info' | 'warn' | 'bad'
    readonly icon?: IconName | undefined
    readonly children: ReactNode
  }
}
