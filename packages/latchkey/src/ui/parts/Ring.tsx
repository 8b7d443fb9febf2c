import type { ReactNode } from 'react'
import badgeStyles from './badge.css?inline'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { LOCK } from './laterIcons.ts'
import styles from './ring.css?inline'
import { useStyles } from './useStyles.ts'

const BADGES: Readonly<Record<Exclude<Ring.Props['state'], 'still' | 'turning'>, IconName>> = {
  good: 'check',
  warn: LOCK,
  bad: 'close',
}

/**
 * The frame around a 64 px picture: unseen at first, it turns while we wait, and becomes whole with a badge once we know. Bad ones
 * shake once.
 */
export function Ring({ state, badge, round, children }: Ring.Props) {
  useStyles(badgeStyles)
  useStyles(styles)
  return (
    <div className={`ring ${state}${round ? ' round' : ''}`}>
      {children}
      {state === 'still' || state === 'turning' ? null : (
        <span className="badge">
          <Icon name={badge ?? BADGES[state]} />
        </span>
      )}
    </div>
  )
}
export declare namespace Ring {
  type Props = {
    readonly state: 'still' | 'turning' | 'good' | 'warn' | 'bad'
    /** Default: a check, a lock, a cross. */
    readonly badge?: IconName | undefined
    /** For a picture that is round. */
    readonly round?: boolean | undefined
    readonly children: ReactNode
  }
}
