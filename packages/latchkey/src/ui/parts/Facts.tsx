import type { ReactNode } from 'react'
import styles from './facts.css?inline'
import { useStyles } from './useStyles.ts'

/** What is known of one thing: a name and a value a line. What is undefined is left out. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: ReactNode | undefined])[]
}) {
  useStyles(styles)
  return (
    <dl className="facts">
      {facts.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
