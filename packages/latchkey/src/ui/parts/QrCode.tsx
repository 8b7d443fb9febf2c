import { type ReactNode, useMemo } from 'react'
import qr from './qr.css?inline'
import { FINDER, QUIET_ZONE, toQrPaths } from './qrPaths.ts'
import { useStyles } from './useStyles.ts'

/**
 * A code for a phone's camera: round modules, our own finder eyes, dark on light in both themes, with its quiet zone
 * inside. Without a text it keeps the code's place. A spent one loses its eyes, so that no camera can read what leads nowhere.
 */
export function QrCode({ text, label, picture, isSpent }: QrCode.Props) {
  useStyles(qr)
  const hasPicture = picture !== undefined
  const code = useMemo(() => (text === undefined ? undefined : toQrPaths(text, hasPicture)), [text, hasPicture])
  // The ghost is drawn in the measures of a usual pairing code.
  const size = code?.size ?? 57
  const box = `${-QUIET_ZONE} ${-QUIET_ZONE} ${size + 2 * QUIET_ZONE} ${size + 2 * QUIET_ZONE}`
  const far = size - FINDER
  const isWaiting = code === undefined
  return (
    <div
      className={`qr-code${isWaiting ? ' waits' : ''}${isSpent ? ' spent' : ''}`}
      {...(isWaiting ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <svg viewBox={box} aria-hidden="true" focusable="false">
        {code === undefined ? null : <path className="qr-dots" d={code.path} />}
        {[
          [0, 0],
          [far, 0],
          [0, far],
        ].map(([x = 0, y = 0]) => (
          <g className="qr-eye" key={`${x} ${y}`}>
            <rect x={x + 0.5} y={y + 0.5} width={FINDER - 1} height={FINDER - 1} rx={1.9} />
            <rect className="qr-pupil" x={x + 2} y={y + 2} width={3} height={3} rx={1} />
          </g>
        ))}
      </svg>
      {picture}
    </div>
  )
}
export declare namespace QrCode {
  type Props = {
    /** What the camera reads; undefined while it is prepared. */
    readonly text: string | undefined
    /** Accessible name. */
    readonly label: string
    /** Stands in the middle; the code leaves room for it. */
    readonly picture?: ReactNode
    /** No longer of use. */
    readonly isSpent?: boolean | undefined
  }
}
