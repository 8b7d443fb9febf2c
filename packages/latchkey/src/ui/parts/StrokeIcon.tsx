/** Drawings that come with the views that need them; the first set is in `icons.ts`. Our own, in the same box and strokes. */
export const STROKES = {
  send: 'M5.25 14.75 14.5 5.5M7.25 5.25h7.5v7.5',
  receive: 'M14.75 5.25 5.5 14.5M12.75 14.75h-7.5v-7.5',
  swap: 'M3.75 6.75h12M12.75 3.75l3 3-3 3M16.25 13.25h-12M7.25 10.25l-3 3 3 3',
  flip: 'M6.75 3.75v12M3.75 12.75l3 3 3-3M13.25 16.25v-12M10.25 7.25l3-3 3 3',
  plus: 'M10 4v12M4 10h12',
  mail: 'M5.75 4.25h8.5a2.5 2.5 0 0 1 2.5 2.5v6.5a2.5 2.5 0 0 1 -2.5 2.5h-8.5a2.5 2.5 0 0 1 -2.5 -2.5v-6.5a2.5 2.5 0 0 1 2.5 -2.5ZM3.75 6.25 10 10.75l6.25-4.5',
} as const

/** A stroke drawing that comes late, always decorative. */
export function StrokeIcon({ name, small }: StrokeIcon.Props) {
  return (
    <svg className={`icon${small ? ' small' : ''}`} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={STROKES[name]} />
    </svg>
  )
}
export declare namespace StrokeIcon {
  type Props = {
    readonly name: keyof typeof STROKES
    /** 16 px instead of 20. */
    readonly small?: boolean | undefined
  }
}
