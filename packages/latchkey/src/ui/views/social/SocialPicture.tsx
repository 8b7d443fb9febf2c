import { findSocialMark } from '../../../core/ways/embedded/socialMarks.ts'
import type { SocialProvider } from '../../../core/ways/embedded/socialStore.ts'
import { Picture } from '../../parts/Picture.tsx'

/** The picture of a service: the operator's own, else our drawing of a usual one, else the first letter of its name. Decorative. */
export function SocialPicture({ provider, size = 'row' }: SocialPicture.Props) {
  const { label, icon } = provider
  const mark = findSocialMark(provider)
  if (mark === undefined) return <Picture src={icon ?? undefined} name={label} size={size} />
  const drawing = (
    <svg className="social-mark" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={mark} />
    </svg>
  )
  return size === 'tiny' ? drawing : <span className={`pic glyph${size === 'row' ? '' : ` ${size}`}`}>{drawing}</span>
}
export declare namespace SocialPicture {
  type Props = {
    readonly provider: SocialProvider
    /** 20, 40 (default) or 64 px. */
    readonly size?: 'tiny' | 'row' | 'large' | undefined
  }
}
