/**
 * When somebody may approve: once what is shown was seen, in front, whole and unchanged, for long enough to be read as what it is
 * (SEC-42, SEC-43). Pure: times come in, and what stands in the way comes out.
 */

/** For so long nothing may have changed (ms). Source: SEC-42. */
export const STILL_MS = 800
/** For so long nothing may have covered it (ms). Source: SEC-43. */
export const CLEAR_MS = 300
/** For so long a press is held where nobody can tell whether something covers it (ms). Source: SEC-43. */
export const HOLD_MS = 700
/** The smallest window in which everything can be seen (CSS px). Source: SEC-43. */
export const SMALLEST = { width: 320, height: 420 } as const

/** What is known of the window at one moment. */
export type Sight = {
  /** Whether the page is in front and has the focus. */
  readonly isFocused: boolean
  /** Whether nothing lies over it; undefined in browsers that cannot tell. */
  readonly isClear: boolean | undefined
  readonly width: number
  readonly height: number
}

/** What stands in the way of an approval, the first to be told; `armed`: nothing. `since`: of the last change. */
export type Arming =
  | { readonly state: 'unfocused' }
  | { readonly state: 'covered' }
  | { readonly state: 'soon'; readonly readyIn: number }
  | { readonly state: 'armed'; readonly mustHold: boolean }

/** Remembers since when what counts has stood. Every change starts the time anew. */
export function createArming(now: () => number) {
  let sight: Sight = { isFocused: false, isClear: undefined, width: 0, height: 0 }
  let changedAt = now()
  let clearedAt = now()

  return {
    /** What is shown has changed, has been scrolled, or stands elsewhere. */
    disturb(): void {
      changedAt = now()
    },

    /** The window is seen in another way. */
    see(next: Partial<Sight>): void {
      const before = sight
      sight = { ...sight, ...next }
      if (before.isClear !== sight.isClear) clearedAt = now()
      const { isFocused, width, height } = sight
      const isSame = before.isFocused === isFocused && before.width === width && before.height === height
      if (!isSame) changedAt = now()
    },

    read(): Arming {
      if (!sight.isFocused) return { state: 'unfocused' }
      if (sight.isClear === false) return { state: 'covered' }
      const readyIn = Math.max(changedAt + STILL_MS, clearedAt + CLEAR_MS) - now()
      if (readyIn > 0) return { state: 'soon', readyIn }
      const isSmall = sight.width < SMALLEST.width || sight.height < SMALLEST.height
      return { state: 'armed', mustHold: isSmall || sight.isClear === undefined }
    },
  }
}
