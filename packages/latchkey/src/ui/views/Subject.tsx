import type { ReactNode } from 'react'
import { useStyles } from '../parts/useStyles.ts'
import styles from './subject.css?inline'

/** Characters that fit on one line of a 320 px sheet at 32 px. */
const LONG = 14

/** What a view is about: its picture and its amount, the biggest thing on the screen, with what belongs to it above and beneath. */
export function Subject({ picture, label, amount, children }: Subject.Props) {
  useStyles(styles)
  return (
    <div className="subject">
      {picture}
      <div className="subject-words">
        {label === undefined ? null : <p className="subject-note">{label}</p>}
        {amount === undefined ? null : (
          <p className={`subject-amount${typeof amount === 'string' && amount.length > LONG ? ' long' : ''}`}>
            <bdi dir="ltr">{amount}</bdi>
          </p>
        )}
        {children}
      </div>
    </div>
  )
}
export declare namespace Subject {
  type Props = {
    readonly picture: ReactNode
    /** What it is, above the amount. */
    readonly label?: ReactNode
    /** Left out where nothing moved. Text that is long is drawn smaller; nothing is ever cut. */
    readonly amount?: ReactNode
    readonly children?: ReactNode
  }
}
