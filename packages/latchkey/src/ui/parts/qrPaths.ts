import { encodeQr } from './encodeQr.ts'

/** Modules that must stay empty around a code. Source: ISO/IEC 18004, quiet zone. */
export const QUIET_ZONE = 4

/** Modules along one side of a finder pattern. Source: ISO/IEC 18004. */
export const FINDER = 7

/** Part of the whole width, quiet zone included, that a picture in the middle takes; `qr.css` draws it as wide. */
const PICTURE_SHARE = 0.16

/** A code ready to be drawn. */
export type QrPaths = {
  /** Modules along one side, without the quiet zone. */
  readonly size: number
  /** Path data for round strokes one module wide: every dark module but those of the finders. */
  readonly path: string
}

/**
 * Lays out a code. A picture in the middle gets a hole of whole modules with one empty module around it, about a
 * twentieth of the code; error correction makes up for five times that at level Q, and for three times that at level M, which a
 * code has that would be too dense otherwise: a camera misses more of it than is mended.
 * Throws when the text is longer than any code can hold, about 2,300 bytes.
 */
export function toQrPaths(text: string, hasPicture: boolean): QrPaths {
  const rows = (hasPicture && encodeQr(text, 'Q')) || encodeQr(text, 'M')
  if (!rows) throw new RangeError('The text is too long for a code.')
  const size = rows.length
  const hole = hasPicture ? toOdd((size + 2 * QUIET_ZONE) * PICTURE_SHARE + 2) : 0
  const start = (size - hole) / 2
  const isDark = (x: number, y: number): boolean => {
    if (rows[y]?.[x] !== 1) return false
    const isInFinder = (x < FINDER || x >= size - FINDER) && (y < FINDER || (y >= size - FINDER && x < FINDER))
    const isInHole = x >= start && x < start + hole && y >= start && y < start + hole
    return !isInFinder && !isInHole
  }
  // Rows first, then what stands above each other; a module on its own is a dot.
  const strokes: string[] = []
  for (let line = 0; line < size; line += 1) {
    for (const [from, length] of listRuns(size, (x) => isDark(x, line))) {
      const isAlone = length === 1 && !isDark(from, line - 1) && !isDark(from, line + 1)
      if (length > 1 || isAlone) strokes.push(`M${from + 0.5} ${line + 0.5}h${isAlone ? 0.01 : length - 1}`)
    }
    for (const [from, length] of listRuns(size, (y) => isDark(line, y))) {
      if (length > 1) strokes.push(`M${line + 0.5} ${from + 0.5}v${length - 1}`)
    }
  }
  return { size, path: strokes.join('') }
}

/** Start and length of each run of dark modules in a line. */
function listRuns(size: number, isDark: (place: number) => boolean): (readonly [number, number])[] {
  const runs: (readonly [number, number])[] = []
  let from = 0
  for (let place = 0; place <= size; place += 1) {
    if (place < size && isDark(place)) continue
    if (place > from) runs.push([from, place - from])
    from = place + 1
  }
  return runs
}

/** The next odd number: a code has an odd number of modules, so only an odd hole is in its middle. */
function toOdd(least: number): number {
  const whole = Math.ceil(least)
  return whole % 2 === 1 ? whole : whole + 1
}
