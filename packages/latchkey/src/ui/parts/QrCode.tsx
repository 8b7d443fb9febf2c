import { type ReactNode, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react'
import qr from './qr.css?inline'
import { FINDER, type QrPaths, QUIET_ZONE, toQrPaths } from './qrPaths.ts'
import { useStyles } from './useStyles.ts'

/** Width and height of the place of a code where it has none yet, in px. */
const UNSEEN_SIZE = 300

/** Modules along one side of a usual pairing code; what is drawn before there is one has its measures. */
const USUAL = 57

/**
 * A code for a phone's camera: round modules, our own finder eyes, dark on light in both themes, with its quiet zone
 * inside. Painted with its own white, so that a browser that darkens pages by itself, or has colours of its own, leaves it
 * readable. Without a text it keeps the code's place. A spent one loses its eyes, so that no camera can read what leads nowhere.
 */
export function QrCode({ text, label, picture, isSpent = false }: QrCode.Props) {
  useStyles(qr)
  const hasPicture = picture !== undefined
  // A code takes as long as a view: the press that leads to both is answered by the view.
  const drawn = useDeferredValue(text)
  const code = useMemo(() => (drawn === undefined ? undefined : toQrPaths(drawn, hasPicture)), [drawn, hasPicture])
  const place = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    const canvas = place.current
    if (!canvas || !code) return
    const ends = new AbortController()
    const paintWhole = (): void => {
      paint(canvas, code, isSpent)
      // A page that is zoomed has other pixels.
      const sharp = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
      sharp.addEventListener('change', paintWhole, { once: true, signal: ends.signal })
    }
    paintWhole()
    return () => ends.abort()
  }, [code, isSpent])
  const isWaiting = code === undefined
  return (
    <div
      className={`qr-code${isWaiting ? ' waits' : ''}${isSpent ? ' spent' : ''}`}
      {...(isWaiting ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {isWaiting ? <Ghost /> : <canvas ref={place} />}
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

/** Where the three finder patterns begin, in modules. */
function listEyes(size: number): readonly (readonly [number, number])[] {
  const far = size - FINDER
  return [
    [0, 0],
    [far, 0],
    [0, far],
  ]
}

/**
 * Pixels of the screen along one side, also while the modal comes in a little smaller. More cost: most of the time of a code on a slow
 * machine is the bitmap.
 */
function measure(canvas: HTMLCanvasElement): number {
  // Where a browser does not say how far a style of the page zooms it, a code is as fine there as elsewhere.
  const { offsetWidth, currentCSSZoom = 1 } = canvas as HTMLCanvasElement & { currentCSSZoom?: number }
  return Math.round((offsetWidth || UNSEEN_SIZE) * currentCSSZoom * devicePixelRatio)
}

/** Paints the whole square: paper, dots and eyes, in the colours that the style gives it. */
function paint(canvas: HTMLCanvasElement, code: QrPaths, isSpent: boolean): void {
  const { backgroundColor, color } = getComputedStyle(canvas)
  // Read before the size is changed, which would have the page laid out once more.
  const colors = { paper: backgroundColor, ink: color, isSpent }
  canvas.width = canvas.height = measure(canvas)
  const context = canvas.getContext('2d')
  if (context) drawCode(context, code, colors)
}

/** Draws a code over the whole width of a canvas, from its upper edge. */
export function drawCode(
  context: CanvasRenderingContext2D,
  { size, path }: QrPaths,
  { paper, ink, isSpent = false }: { paper: string; ink: string; isSpent?: boolean | undefined },
): void {
  const { width } = context.canvas
  // A colour that a canvas cannot read changes nothing, so what is sure comes first.
  const choose = (sure: string, wanted: string): void => {
    context.fillStyle = context.strokeStyle = sure
    context.fillStyle = context.strokeStyle = wanted
  }
  choose('#fff', paper)
  context.fillRect(0, 0, width, context.canvas.height)
  choose('#000', ink)
  context.save()
  context.scale(width / (size + 2 * QUIET_ZONE), width / (size + 2 * QUIET_ZONE))
  context.translate(QUIET_ZONE, QUIET_ZONE)
  context.lineCap = 'round'
  context.stroke(new Path2D(path))
  for (const [x, y] of isSpent ? [] : listEyes(size)) {
    tracePath(context, x + 0.5, y + 0.5, FINDER - 1, 1.9)
    context.stroke()
    tracePath(context, x + 2, y + 2, 3, 1)
    context.fill()
  }
  context.restore()
}

function tracePath(context: CanvasRenderingContext2D, x: number, y: number, side: number, radius: number): void {
  context.beginPath()
  context.roundRect(x, y, side, side, radius)
}

/** The place of a code that is being prepared. */
function Ghost() {
  const box = `${-QUIET_ZONE} ${-QUIET_ZONE} ${USUAL + 2 * QUIET_ZONE} ${USUAL + 2 * QUIET_ZONE}`
  return (
    <svg viewBox={box} aria-hidden="true" focusable="false">
      {listEyes(USUAL).map(([x, y]) => (
        <g key={`${x} ${y}`}>
          <rect x={x + 0.5} y={y + 0.5} width={FINDER - 1} height={FINDER - 1} rx={1.9} />
          <rect className="qr-pupil" x={x + 2} y={y + 2} width={3} height={3} rx={1} />
        </g>
      ))}
    </svg>
  )
}
