import { type RefCallback, useCallback, useEffect, useState } from 'react'
import { useSurroundings } from './surroundings.ts'

/** A picture that has not come by then is a letter, in ms: an empty place for longer looks broken. */
const PICTURE_TIMEOUT_MS = 2_000

/**
 * The only place where a picture of a wallet, network, token or person is shown (SEC-84, SEC-85): always an `<img>`,
 * without referrer, only from addresses that the surroundings trust. Everything else is the first letter of the name on
 * a colour that stays the same for that name. Decorative: the name stands beside it.
 */
export function Picture({ src, name, size = 'row', round, isOverlay }: Picture.Props) {
  const { after, isTrustedImage } = useSurroundings()
  const trusted = src !== undefined && isTrustedImage(src) ? src : undefined
  const [seen, setSeen] = useState<{ readonly src: string; readonly state: 'shown' | 'failed' }>()
  const state = seen !== undefined && seen.src === trusted ? seen.state : 'waiting'

  useEffect(() => {
    if (trusted === undefined || state !== 'waiting') return
    return after(PICTURE_TIMEOUT_MS, () => setSeen({ src: trusted, state: 'failed' }))
  }, [after, trusted, state])

  // What is drawn before it is shown has no references yet, and asks no server for pictures.
  const isHere = trusted?.startsWith('data:') === true
  const fetchPicture: RefCallback<HTMLImageElement> = useCallback(
    (image) => {
      if (image && trusted !== undefined && !isHere) image.src = trusted
    },
    [trusted, isHere],
  )

  const className = `pic${size === 'row' ? '' : ` ${size}`}${round ? ' round' : ''}${isOverlay ? ' over' : ''}`
  if (trusted === undefined || state === 'failed') {
    if (isOverlay) return null
    const letter = [...name.trim()][0]?.toUpperCase() ?? '?'
    return (
      <span className={`${className} letter`} data-tint={toTint(name)} aria-hidden="true">
        {letter}
      </span>
    )
  }
  return (
    <span className={`${className}${state === 'waiting' ? ' waits' : ''}`}>
      <img
        ref={fetchPicture}
        src={isHere ? trusted : undefined}
        alt=""
        referrerPolicy="no-referrer"
        decoding="async"
        draggable={false}
        onLoad={() => setSeen({ src: trusted, state: 'shown' })}
        onError={() => setSeen({ src: trusted, state: 'failed' })}
      />
    </span>
  )
}
export declare namespace Picture {
  type Props = {
    readonly src?: string | undefined
    readonly name: string
    /** 20, 24, 40 (default), 56 or 64 px; `art` is as wide as its place, and its styles come with who draws it. */
    readonly size?: 'tiny' | 'small' | 'row' | 'tile' | 'large' | 'art' | undefined
    readonly round?: boolean | undefined
    /** Lies on a picture drawn here, so that failing shows that one instead of a letter. */
    readonly isOverlay?: boolean | undefined
  }
}

/** One of six tints, the same for the same name. */
function toTint(name: string): number {
  let sum = 0
  for (const sign of name) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 6_007
  return sum % 6
}
