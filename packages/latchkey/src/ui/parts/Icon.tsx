import { ICONS, type IconName } from './icons.ts'

/** A stroke drawing, always decorative: its control or text carries the name. `turns` mirrors it in right-to-left pages. */
export function Icon({ name, small, turns }: Icon.Props) {
  return (
    <svg
      className={`icon${small ? ' small' : ''}${turns ? ' turns' : ''}`}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
    >
      <path d={name in ICONS ? ICONS[name as keyof typeof ICONS] : name} />
    </svg>
  )
}
export declare namespace Icon {
  type Props = {
    readonly name: IconName
    /** 16 px instead of 20. */
    readonly small?: boolean | undefined
    readonly turns?: boolean | undefined
  }
}
