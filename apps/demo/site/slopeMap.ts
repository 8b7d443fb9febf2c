import { drawing } from './element.ts'

const WIDTH = 1160
const HEIGHT = 380
const CONTOURS = 9

/** A contour map of the slope with one dot for each certificate; its place follows from its number. */
export function drawSlopeMap(trees: readonly { readonly id: bigint; readonly isYours: boolean }[]): SVGSVGElement {
  const title = `${trees.length} trees on the slope, ${trees.filter((tree) => tree.isYours).length} of them yours`
  return drawing(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': title },
    drawing('rect', { width: String(WIDTH), height: String(HEIGHT), fill: '#e2e6d3' }),
    ...Array.from({ length: CONTOURS }, (_, index) => drawContour(index)),
    drawing('path', {
      d: `M${WIDTH * 0.64} ${HEIGHT}C${WIDTH * 0.6} 290 ${WIDTH * 0.7} 240 ${WIDTH * 0.66} 150S${WIDTH * 0.74} 40 ${WIDTH * 0.72} 0`,
      fill: 'none',
      stroke: '#8fb3c7',
      'stroke-width': '5',
      'stroke-linecap': 'round',
    }),
    ...trees.map(({ id, isYours }) => drawTree(id, isYours)),
  )
}

function drawContour(index: number): SVGPathElement {
  const height = 30 + index * 42
  const swell = 26 + index * 4
  const d = `M0 ${height + swell}C${WIDTH * 0.2} ${height - swell} ${WIDTH * 0.34} ${height + swell} ${WIDTH * 0.5} ${height}S${WIDTH * 0.8} ${height - swell * 1.4} ${WIDTH} ${height + swell * 0.6}`
  return drawing('path', { d, fill: 'none', stroke: index % 4 === 0 ? '#b3bd9c' : '#c8d0b4', 'stroke-width': '1.5' })
}

/** Spreads numbers evenly without order, by the golden ratio's steps in two directions. Source: R2 sequence, M. Roberts. */
function drawTree(id: bigint, isYours: boolean): SVGCircleElement {
  const number = Number(id)
  const x = 60 + ((0.5 + number * 0.7548776662466927) % 1) * (WIDTH - 120)
  const y = 40 + ((0.5 + number * 0.5698402909980532) % 1) * (HEIGHT - 80)
  return drawing('circle', {
    cx: x.toFixed(1),
    cy: y.toFixed(1),
    r: isYours ? '9' : '7',
    fill: isYours ? '#d9822b' : '#3f7a55',
    stroke: '#fbf9f3',
    'stroke-width': '2.5',
  })
}
