import type { ReactNode } from 'react'
import { Drawing } from './Drawing.tsx'

/** Nothing here: one drawing, one sentence, at most one button. */
export function Empty({ picture, text, action }: Empty.Props) {
  return (
    <div className="empty">
      <Drawing>{picture}</Drawing>
      <p>{text}</p>
      {action}
    </div>
  )
}
export declare namespace Empty {
  type Props = {
    /** The strokes of its drawing. */
    readonly picture: ReactNode
    readonly text: ReactNode
    readonly action?: ReactNode
  }
}
