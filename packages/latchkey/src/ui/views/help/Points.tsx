import type { ReactNode } from 'react'
import { useStyles } from '../../parts/useStyles.ts'
import styles from './points.css?inline'

/** Things to know, each with a drawing, a heading and a line. */
export function Points({ points }: Points.Props) {
  useStyles(styles)
  return (
    <div className="points">
      {points.map(({ drawing, heading, text }) => (
        <section key={drawing}>
          <svg viewBox="0 0 56 56" aria-hidden="true" focusable="false">
            {DRAWINGS[drawing]}
          </svg>
          <div>
            <h3>{heading}</h3>
            <p>{text}</p>
          </div>
        </section>
      ))}
    </div>
  )
}
export declare namespace Points {
  type Drawing = 'key' | 'place' | 'hold' | 'ledger' | 'same'
  type Props = {
    readonly points: readonly { readonly drawing: Drawing; readonly heading: string; readonly text: string }[]
  }
}

const DRAWINGS: Readonly<Record<Points.Drawing, ReactNode>> = {
  key: (
    <>
      <rect className="far" x="8" y="12" width="20" height="20" rx="6" />
      <rect className="far" x="32" y="12" width="16" height="16" rx="5" />
      <circle className="near" cx="21" cy="34" r="10" />
      <path className="near" d="M31 34h17v6M41 34v5" />
      <circle className="hot" cx="21" cy="34" r="2.5" />
    </>
  ),
  place: (
    <>
      <path className="far" d="M14 20v-4a6 6 0 0 1 6-6h16a6 6 0 0 1 6 6v4" />
      <rect className="near" x="7" y="18" width="42" height="30" rx="8" />
      <path d="M7 28h42" />
      <circle className="hot" cx="20" cy="38" r="3.5" />
      <path d="M32 38h8" />
    </>
  ),
  hold: (
    <>
      <path className="near" d="M28 7.500 45 13v13c0 11-7 18.500-17 22.500C18 44.500 11 37 11 26V13Z" />
      <circle className="hot" cx="28" cy="24" r="4" />
      <path className="hot" d="M28 28v8" />
    </>
  ),
  ledger: (
    <>
      <rect className="far" x="15" y="7" width="26" height="12" rx="4" />
      <rect className="near" x="11" y="15" width="34" height="16" rx="5" />
      <rect className="near" x="7" y="27" width="42" height="21" rx="7" />
      <path d="M15 35h14M15 41h8" />
      <path className="hot" d="m35 38 3 3 5-6" />
    </>
  ),
  same: (
    <>
      <path className="far" d="M28 22v6M28 28 14 36M28 28l14 8" />
      <rect className="near" x="15" y="8" width="26" height="14" rx="7" />
      <path className="hot" d="M22 15h12" />
      <circle className="near" cx="13" cy="41" r="7.500" />
      <circle className="near" cx="43" cy="41" r="7.500" />
      <path d="M10 41h6M43 38v6" />
    </>
  ),
}
